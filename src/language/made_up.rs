//! Two made-up languages for tests, from the English texts: one whose texts are two fifths longer, and one that runs
//! from right to left.

use fluent_syntax::ast::{Entry, Expression, Pattern, PatternElement};
use fluent_syntax::parser::parse;
use fluent_syntax::serializer::serialize;

/// Makes them: their tags and texts.
pub(crate) fn sources(english: &str) -> [(String, String); 2] {
    let made = |tag: &str, change: Change| {
        let mut resource = match parse(english.to_owned()) {
            Ok(resource) | Err((resource, _)) => resource,
        };
        for entry in &mut resource.body {
            let Entry::Message(message) = entry else { continue };
            match message.id.name.as_str() {
                "language-direction" if tag == "en-XB" => message.value = Some(plain("rtl")),
                "language-name" => message.value = Some(plain(tag)),
                "language-direction" | "number-amount" => {}
                _ => message.value.iter_mut().for_each(|pattern| within(pattern, change)),
            }
        }
        (tag.to_owned(), serialize(&resource))
    };
    [made("en-XA", longer), made("en-XB", from_right_to_left)]
}

fn plain(text: &str) -> Pattern<String> {
    Pattern { elements: vec![PatternElement::TextElement { value: text.to_owned() }] }
}

/// Changes a piece of a text, of which some letters may be written already.
type Change = fn(&str, &mut Letters) -> String;

/// Changes the words of a text, and neither its tags nor its values.
fn within(pattern: &mut Pattern<String>, change: Change) {
    let mut letters = Letters::of(pattern);
    for element in &mut pattern.elements {
        match element {
            PatternElement::TextElement { value } => {
                let changed = pieces(value)
                    .map(|(is_words, piece)| if is_words { change(piece, &mut letters) } else { piece.to_owned() })
                    .collect();
                *value = changed;
            }
            PatternElement::Placeable { expression: Expression::Select { variants, .. } } => {
                for variant in variants {
                    within(&mut variant.value, change);
                }
            }
            PatternElement::Placeable { .. } => {}
        }
    }
}

/// The pieces of a text, and whether each is words, not a tag. The first character of a tag ends the words before it.
fn pieces(text: &str) -> impl Iterator<Item = (bool, &str)> {
    text.split_inclusive(['<', '>']).map(|piece| (!piece.ends_with('>'), piece))
}

/// The words of a text, without its tags, values and choices.
fn words(pattern: &Pattern<String>) -> String {
    let texts = pattern.elements.iter().filter_map(|element| match element {
        PatternElement::TextElement { value } => Some(value.as_str()),
        PatternElement::Placeable { .. } => None,
    });
    let words = texts.flat_map(pieces).filter(|(is_words, _)| *is_words);
    words.map(|(_, piece)| piece.trim_end_matches('<')).collect()
}

/// The letters of a text that is being written.
struct Letters {
    /// How many it has in English.
    all: usize,
    /// How many make the whole text, with its spaces and signs, two fifths longer.
    wanted: usize,
    read: usize,
    written: usize,
}

impl Letters {
    fn of(pattern: &Pattern<String>) -> Self {
        let words = words(pattern);
        let all = words.chars().filter(|letter| letter.is_alphabetic()).count();
        let length = words.chars().count();
        Self { all, wanted: (7 * length).div_ceil(5) - (length - all), read: 0, written: 0 }
    }
}

/// Doubles the vowels, which are some third of the letters, and ends words with more of them as long as the text is too
/// short. A text without letters stays as it is.
fn longer(words: &str, letters: &mut Letters) -> String {
    let mut longer = String::with_capacity(2 * words.len());
    let mut rest = words.chars().peekable();
    while let Some(letter) = rest.next() {
        let accented = match letter {
            'a' => 'å',
            'e' => 'é',
            'i' => 'î',
            'o' => 'ö',
            'u' => 'û',
            other => other,
        };
        longer.push(accented);
        if !letter.is_alphabetic() {
            continue;
        }
        letters.read += 1;
        letters.written += 1;
        if accented != letter {
            longer.push(accented);
            letters.written += 1;
        }
        let ends = rest.peek().is_none_or(|next| !next.is_alphabetic());
        while ends && letters.written * letters.all < letters.wanted * letters.read {
            longer.push('ö');
            letters.written += 1;
        }
    }
    longer
}

/// Writes Hebrew letters in place of Latin ones.
fn from_right_to_left(words: &str, _: &mut Letters) -> String {
    const LETTERS: [char; 26] = [
        'א', 'ב', 'ג', 'ד', 'ה', 'ו', 'ז', 'ח', 'ט', 'י', 'כ', 'ל', 'מ', 'נ', 'ס', 'ע', 'פ', 'צ', 'ק', 'ר', 'ש', 'ת',
        'ך', 'ם', 'ן', 'ף',
    ];
    let turned = |letter: char| match letter.to_ascii_lowercase() {
        lower @ 'a'..='z' => LETTERS[usize::from(lower as u8 - b'a')],
        _ => letter,
    };
    words.chars().map(turned).collect()
}

#[cfg(test)]
mod tests {
    use fluent_syntax::ast::{Entry, Expression, Pattern, PatternElement};
    use fluent_syntax::parser::parse;

    use super::{sources, words};
    use crate::language::ENGLISH;

    /// The words of each text by its key, and of each choice in it.
    fn all_words(file: &str) -> Vec<(String, String)> {
        fn gather(key: &str, pattern: &Pattern<String>, found: &mut Vec<(String, String)>) {
            found.push((key.to_owned(), words(pattern)));
            for element in &pattern.elements {
                if let PatternElement::Placeable { expression: Expression::Select { variants, .. } } = element {
                    for variant in variants {
                        gather(key, &variant.value, found);
                    }
                }
            }
        }
        let mut found = Vec::new();
        for entry in parse(file.to_owned()).unwrap().body {
            if let Entry::Message(message) = entry {
                gather(&message.id.name, &message.value.unwrap(), &mut found);
            }
        }
        found
    }

    #[test]
    fn longer_texts_are_two_fifths_longer_each_and_not_much_more_together() {
        let english = &ENGLISH.source().text;
        let [(_, longer), _] = sources(english);
        let (ours, theirs) = (all_words(english), all_words(&longer));
        let keys = |words: &[(String, String)]| words.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>();
        assert_eq!(keys(&ours), keys(&theirs));
        let (mut before, mut after, mut short) = (0, 0, Vec::new());
        for ((key, own), (_, made_up)) in ours.iter().zip(&theirs) {
            let [length, longer] = [own, made_up].map(|words| words.chars().count());
            (before, after) = (before + length, after + longer);
            let is_text = own.contains(char::is_alphabetic) && !key.starts_with("language-");
            if is_text && 5 * longer < 7 * length {
                short.push(format!("{key}: {made_up}"));
            }
        }
        assert!(short.is_empty(), "{short:#?}");
        assert!(5 * after < 8 * before, "{after} of {before}");
    }
}
