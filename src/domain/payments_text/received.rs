//! Whether a line reports money that came in, or something else: a request, a payment that failed, went back, or went
//! the other way.

use std::ops::Range;
use std::sync::LazyLock;

use super::word_lists::{lines, list};

/// The beginnings of words that say so, in English, German and Spanish.
static BEGINNINGS: LazyLock<Vec<&str>> = LazyLock::new(|| list("[beginnings]"));
static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| list("[words]"));
/// Phrases of several words which say that nothing has come in, or report an action of the seller, as the seller's app
/// does.
static PHRASES: LazyLock<Vec<Vec<&str>>> =
    LazyLock::new(|| lines("[phrases]").map(|phrase| phrase.split(' ').collect()).collect());
/// `Du hast … gesendet`: a word for the action, somewhere after these.
const GERMAN_SELLER: [&[&str]; 2] = [&["du", "hast"], &["sie", "haben"]];
const GERMAN_DONE: [&str; 6] = ["gesendet", "bezahlt", "gezahlt", "überwiesen", "ueberwiesen", "geschickt"];
/// `Payment to Anna P`: the action, and the word before the recipient. Each language has separate ones, since `a` and
/// `an` don't have this meaning in English.
const OUTGOING: [(&[&str], &[&str]); 3] = [
    (&["payment", "paid", "sent", "transfer", "transferred", "money", "zelle"], &["to"]),
    (&["zahlung", "überweisung", "gesendet", "bezahlt", "gezahlt", "überwiesen", "bizum", "zelle"], &["an"]),
    (&["pago", "envío", "enviado", "transferencia", "bizum", "zelle"], &["a", "para"]),
];
/// The seller: money that went to them came in.
const SELLER: [&str; 11] = ["you", "your", "me", "dich", "mich", "dir", "mir", "ti", "tu", "mí", "usted"];

struct Word {
    text: String,
    place: Range<usize>,
}

/// Returns whether a line says that nothing came in. Words in the `names` do not count.
pub(super) fn says_not(line: &[char], names: &[Range<usize>]) -> bool {
    let words = words(line);
    let text = |place: usize| words.get(place).map_or("", |word| word.text.as_str());
    let is_name = |word: &Word| {
        let next = names.partition_point(|name| name.end <= word.place.start);
        names.get(next).is_some_and(|name| name.start < word.place.end)
    };
    let said = |word: &&Word| {
        WORDS.contains(&word.text.as_str()) || BEGINNINGS.iter().any(|beginning| word.text.starts_with(beginning))
    };
    if words.iter().filter(said).any(|word| !is_name(word)) {
        return true;
    }
    // Only spaces between them: `Thank you! Paid` is something else.
    let follow = |at: usize, phrase: &[&str]| {
        let same = phrase.iter().zip(at..).all(|(word, place)| text(place) == *word);
        let close = words.get(at..at + phrase.len()).unwrap_or_default().windows(2).all(|pair| match pair {
            [one, next] => line.get(one.place.end..next.place.start).unwrap_or_default().iter().all(|c| is_joint(*c)),
            _ => true,
        });
        same && close
    };
    let german = words.iter().any(|word| GERMAN_DONE.contains(&word.text.as_str()));
    (0..words.len()).any(|at| {
        let done = |(done, towards): &(&[&str], &[&str])| done.contains(&text(at)) && towards.contains(&text(at + 1));
        // Another recipient, by any name.
        let other = words.get(at + 2).is_some_and(|word| is_name(word) || !SELLER.contains(&word.text.as_str()));
        PHRASES.iter().any(|phrase| follow(at, phrase))
            || german && GERMAN_SELLER.iter().any(|phrase| follow(at, phrase))
            || other && OUTGOING.iter().any(done)
    })
}

fn is_joint(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\'' | '’')
}

fn words(line: &[char]) -> Vec<Word> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(offset) = line.get(at..).and_then(|rest| rest.iter().position(|c| c.is_alphabetic())) {
        let start = at + offset;
        at = start + line.iter().skip(start).take_while(|c| c.is_alphabetic()).count();
        let text: String = line.get(start..at).unwrap_or_default().iter().flat_map(|c| c.to_lowercase()).collect();
        words.push(Word { text, place: start..at });
    }
    words
}
