//! Letters with accents: systems write them as one character or two, and people with or without their accents.

use unicode_normalization::UnicodeNormalization as _;
pub(super) use unicode_normalization::char::is_combining_mark;

/// Writes each letter and its accent as one character, where there is one.
pub(super) fn composed(text: &str) -> String {
    text.nfc().collect()
}

/// Writes a word in lower case without its accents.
pub(super) fn unaccented(word: &str) -> String {
    let letters = word.nfd().filter(|c| !is_combining_mark(*c));
    letters.flat_map(char::to_lowercase).collect::<String>().replace('ß', "ss")
}
