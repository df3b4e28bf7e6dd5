//! Words that may be in the line of any payment.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::letters::unaccented;

static USUAL: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let lines = include_str!("usual_words.txt").lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_whitespace).collect()
});

/// Whether a word is one of them, with or without its accents.
pub(super) fn is_usual_word(word: &str) -> bool {
    USUAL.contains(unaccented(word).as_str())
}

/// Whether a handle consists of such words, single letters, numbers and signs: a buyer with the handle `paid`, `nov` or
/// `22-nov` must not be found in other people's payments.
pub(super) fn is_usual(handle: &str) -> bool {
    let words = handle.split(|c: char| !c.is_ascii_lowercase());
    words.filter(|word| word.len() > 1).all(is_usual_word)
}
