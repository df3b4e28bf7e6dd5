//! Words that the line of any payment may have.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::letters::unaccented;

static USUAL: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let lines = include_str!("usual_words.txt").lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_whitespace).collect()
});

/// Whether a word is such a word, with its accents or without.
pub(super) fn is_usual_word(word: &str) -> bool {
    USUAL.contains(unaccented(word).as_str())
}

/// Whether a handle has nothing but such words, single letters, numbers and signs: who claims as `paid`, `nov` or
/// `22-nov` must not be found in other people's payments.
pub(super) fn is_usual(handle: &str) -> bool {
    let words = handle.split(|c: char| !c.is_ascii_lowercase());
    words.filter(|word| word.len() > 1).all(is_usual_word)
}
