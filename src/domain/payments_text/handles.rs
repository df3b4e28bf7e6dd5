//! The buyers that a line names.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::letters::is_combining_mark;
use super::usual_words::is_usual;
use crate::handle::{Handle, MAX_HANDLE};

/// How many dots and hyphens of a sentence are tried as a part of the handle on each side.
const TRIED: usize = 4;

/// A word in this many lines, and in half of them, is one that any payment has.
const OFTEN: usize = 3;

/// How sure it is that a word means a buyer; a surer match beats the others in its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sureness {
    Word,
    /// It begins with `@`.
    Mention,
}

/// The buyers of a waffle by their handles.
pub(super) struct Handles<'a> {
    places: HashMap<&'a str, usize>,
    /// The handles without dots and hyphens at their ends.
    cores: HashSet<&'a str>,
    /// The indexes of handles that any payment may have in its line. They count only with their `@`.
    usual: HashSet<usize>,
}

/// The buyers that a line names.
#[derive(Debug, Default)]
pub(super) struct Mentions {
    /// Their indexes in the list, each once; at most two, since two are too many.
    pub(super) buyers: Vec<usize>,
    /// Where they are named, in order.
    pub(super) places: Vec<Range<usize>>,
    /// Whether it has an `@`: without it, it may be a word that only looks like a handle.
    pub(super) called: bool,
}

impl Mentions {
    fn add(&mut self, buyer: usize, place: Range<usize>) {
        self.places.push(place);
        if self.buyers.len() < 2 && !self.buyers.contains(&buyer) {
            self.buyers.push(buyer);
        }
    }
}

impl<'a> Handles<'a> {
    pub(super) fn of(handles: &(impl Iterator<Item = &'a Handle> + Clone)) -> Self {
        let handles = || handles.clone().map(Handle::as_str);
        let usual = handles().zip(0..).filter(|(handle, _)| is_usual(handle));
        Self {
            places: handles().zip(0..).collect(),
            cores: handles().map(core).collect(),
            usual: usual.map(|(_, place)| place).collect(),
        }
    }

    /// Learns which handles are words that these lines contain for other reasons, such as the seller's own name. They
    /// too count only with their `@`.
    pub(super) fn learn<'l>(&mut self, lines: impl Iterator<Item = &'l [char]>) {
        let (mut counts, mut all) = (HashMap::<usize, usize>::new(), 0);
        for line in lines {
            let mut here = HashSet::new();
            self.each(line, |buyer, sureness, _| {
                if sureness == Sureness::Word && here.insert(buyer) {
                    *counts.entry(buyer).or_default() += 1;
                }
            });
            all += 1;
        }
        self.usual.extend(counts.into_iter().filter(|(_, count)| *count >= OFTEN && count * 2 >= all).map(|it| it.0));
    }

    /// Finds the buyers of a line. A handle with `@` beats those without.
    pub(super) fn find(&self, line: &[char]) -> Mentions {
        let mut found = Mentions::default();
        let mut surest = Sureness::Word;
        self.each(line, |buyer, sureness, place| {
            if sureness > surest {
                (surest, found) = (sureness, Mentions::default());
            }
            if sureness == surest {
                found.add(buyer, place);
            }
        });
        found.called = surest == Sureness::Mention;
        found
    }

    /// Calls `tell` for each buyer that a line may name, in order.
    fn each(&self, line: &[char], mut tell: impl FnMut(usize, Sureness, Range<usize>)) {
        let mut at = 0;
        while let Some(rest) = line.get(at..) {
            let Some(offset) = rest.iter().position(|c| is_of_handle(*c)) else { break };
            let start = at + offset;
            let length = line.iter().skip(start).take_while(|c| is_of_handle(**c)).count();
            at = start + length;
            let Some(sureness) = sureness(line, start..at) else { continue };
            let Some(word) = line.get(start..at) else { continue };
            for buyer in self.named(word, sureness) {
                tell(buyer, sureness, start..at);
            }
        }
    }

    /// Finds the buyers in a word, which may have the punctuation of a sentence around it, or between its parts.
    fn named(&self, word: &[char], sureness: Sureness) -> Vec<usize> {
        let word: String = word.iter().map(char::to_ascii_lowercase).collect();
        if let Some(buyer) = self.trimmed(&word, sureness) {
            return vec![buyer];
        }
        if !word.contains("..") && !word.contains("--") {
            return Vec::new();
        }
        // Only the first part follows the `@`.
        let parts = word.split("..").flat_map(|part| part.split("--")).map(|part| part.trim_matches(['.', '-']));
        let sureness = [sureness].into_iter().chain(std::iter::repeat(Sureness::Word));
        parts.zip(sureness).filter_map(|(part, sureness)| self.known(part, sureness)).collect()
    }

    fn known(&self, handle: &str, sureness: Sureness) -> Option<usize> {
        let place = self.places.get(handle).copied();
        place.filter(|place| sureness == Sureness::Mention || !self.usual.contains(place))
    }

    /// Finds the buyer whom a word names: as it is, or without some of the dots and hyphens around it.
    fn trimmed(&self, word: &str, sureness: Sureness) -> Option<usize> {
        let bare = core(word);
        if bare.is_empty() {
            // Punctuation alone means no one, unless it follows an `@`.
            return self.known(word, sureness);
        }
        if bare.len() > MAX_HANDLE || !self.cores.contains(bare) {
            return None;
        }
        let leading = word.len() - word.trim_start_matches(['.', '-']).len();
        let trailing = word.len() - word.trim_end_matches(['.', '-']).len();
        // What follows an `@` is part of the handle.
        let most_leading = if sureness == Sureness::Mention { 0 } else { leading.min(TRIED) };
        for before in 0..=most_leading {
            for after in 0..=trailing.min(TRIED) {
                let part = word.get(before..word.len() - after)?;
                if let Some(buyer) = self.known(part, sureness) {
                    return Some(buyer);
                }
            }
        }
        let loose = sureness != Sureness::Mention || leading == 0;
        self.known(bare, sureness).filter(|_| loose)
    }
}

/// Returns how sure it is that a word means a buyer; `None` for a part of a longer word, of an e-mail address, or of
/// money.
fn sureness(line: &[char], word: Range<usize>) -> Option<Sureness> {
    let before = |by: usize| word.start.checked_sub(by).and_then(|place| line.get(place)).copied();
    let next = |by: usize| line.get(word.end + by).copied();
    let signs = line.iter().take(word.start).rev().take_while(|c| is_at(**c)).count();
    let mentioned = signs > 0 && !before(signs + 1).is_some_and(is_of_word);
    let in_address = !mentioned && (signs > 0 || next(0).is_some_and(is_at) && next(1).is_some_and(is_of_handle));
    let in_word = next(0).is_some_and(is_of_word) || before(1).is_some_and(is_of_word);
    if in_address || in_word {
        return None;
    }
    Some(if mentioned { Sureness::Mention } else { Sureness::Word })
}

fn is_of_handle(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-')
}

fn is_at(c: char) -> bool {
    matches!(c, '@' | '\u{ff20}')
}

/// A letter of any script, or a mark on one.
fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || is_combining_mark(c)
}

fn core(handle: &str) -> &str {
    handle.trim_matches(['.', '-'])
}
