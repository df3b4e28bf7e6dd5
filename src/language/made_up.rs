//! Two made-up languages for tests, from the English texts: one whose texts are two fifths longer, and one that runs
//! from right to left.

use fluent_syntax::ast::{Entry, Expression, Pattern, PatternElement};
use fluent_syntax::parser::parse;
use fluent_syntax::serializer::serialize;

/// Makes them: their tags and texts.
pub(crate) fn sources(english: &str) -> [(String, String); 2] {
    let made = |tag: &str, change: fn(&str) -> String| {
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

/// Changes the words of a text, and neither its tags nor its values.
fn within(pattern: &mut Pattern<String>, change: fn(&str) -> String) {
    for element in &mut pattern.elements {
        match element {
            PatternElement::TextElement { value } => {
                let mut pieces = value.split_inclusive(['<', '>']);
                *value = pieces
                    .by_ref()
                    .map(|piece| if piece.ends_with('>') { piece.into() } else { change(piece) })
                    .collect();
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

/// Doubles the vowels, which are some two fifths of the letters.
fn longer(words: &str) -> String {
    let long = |letter| match letter {
        'a' => "åå".to_owned(),
        'e' => "éé".to_owned(),
        'i' => "îî".to_owned(),
        'o' => "öö".to_owned(),
        'u' => "ûû".to_owned(),
        other => other.to_string(),
    };
    words.chars().map(long).collect()
}

/// Writes Hebrew letters in place of Latin ones.
fn from_right_to_left(words: &str) -> String {
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
