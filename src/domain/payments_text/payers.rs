//! The payer that a line names, by the name at the bank or the payment app, where it has no handle.

use serde::{Deserialize, Serialize};

use super::letters::{composed, is_combining_mark};
use super::usual_words::is_usual_word;

/// The most words of a name, and the most characters.
const MOST_WORDS: usize = 6;
const LONGEST: usize = 100;

/// The name of a payer, as it is shown and as it is compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PayerName {
    shown: String,
    key: String,
}

impl PayerName {
    /// Reads a name; `None` if it has no distinctive word, or too many words. Usual words, dates and numbers around it
    /// are not part of it.
    pub fn parse(text: &str) -> Option<Self> {
        Self::of(&own_words(&composed(text))?)
    }

    /// Lists the prefixes of a possible name, the shortest first, as names are compared: a note may follow the name.
    pub(super) fn beginnings(text: &str) -> Vec<String> {
        let text = composed(text);
        let words = own_words(&text).unwrap_or_default();
        let names = (1..=words.len().min(MOST_WORDS)).filter_map(|count| Self::of(words.get(..count)?));
        names.map(|name| name.key).collect()
    }

    fn of(words: &[&str]) -> Option<Self> {
        let lone = words.iter().all(|word| word.chars().count() < 2);
        let shown = words.join(" ");
        let known = !lone && words.len() <= MOST_WORDS && shown.chars().count() <= LONGEST && !shown.contains('\0');
        known.then(|| Self { key: shown.to_lowercase(), shown })
    }

    /// Returns the name as it was written.
    pub fn as_str(&self) -> &str {
        &self.shown
    }

    /// Returns the name as it is compared: in lower case.
    pub fn key(&self) -> &str {
        &self.key
    }
}

/// Finds the words that a name may consist of: those from the first unusual one to the last.
fn own_words(text: &str) -> Option<Vec<&str>> {
    let inside =
        |c: char| c.is_alphanumeric() || is_combining_mark(c) || matches!(c, '\'' | '’' | '-' | '.' | '@' | '_');
    let words =
        text.split(|c| !inside(c)).map(|word| word.trim_matches(['.', '-', '\'', '’'])).filter(|it| !it.is_empty());
    let words: Vec<&str> = words.filter(|word| !word.contains(|c: char| c.is_numeric() || c == '@')).collect();
    let own = |word: &&str| !is_usual_word(word);
    let (first, last) = (words.iter().position(own)?, words.iter().rposition(own)?);
    // An initial next to a name belongs to it, though it is a word as well.
    let initial = |word: &&&str| word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    let before = words.get(..first)?.iter().rev().take_while(initial).count();
    let behind = words.get(last + 1..)?.iter().take_while(initial).count();
    words.get(first - before..=last + behind).map(<[_]>::to_vec)
}
