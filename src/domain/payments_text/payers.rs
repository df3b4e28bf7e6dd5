//! Who a line says has paid, by the name at the bank or the payment app, where it has no handle.

use serde::{Deserialize, Serialize};

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
    /// Reads a name; none if it has no word of its own, or too many. Usual words, dates and numbers around it are no
    /// part of it.
    pub fn parse(text: &str) -> Option<Self> {
        let outside = |c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '.' | '@' | '_'));
        let words =
            text.split(outside).map(|word| word.trim_matches(['.', '-', '\'', '’'])).filter(|it| !it.is_empty());
        let words: Vec<&str> = words.filter(|word| !word.contains(|c: char| c.is_numeric() || c == '@')).collect();
        let own = |word: &&str| !is_usual_word(&word.to_lowercase());
        let (first, last) = (words.iter().position(own)?, words.iter().rposition(own)?);
        // An initial beside a name belongs to it, though it is a word as well.
        let initial = |word: &&&str| word.chars().count() == 1 && word.chars().all(char::is_uppercase);
        let before = words.get(..first)?.iter().rev().take_while(initial).count();
        let behind = words.get(last + 1..)?.iter().take_while(initial).count();
        let words = words.get(first - before..=last + behind)?;
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
