//! The entries of a draw: the paid spots, one entry each, and their text.

use std::collections::{BTreeSet, HashSet};

use waffle_language::{Text, say};

use crate::board::Board;
use crate::draw::digest::{Digest, sha256};
use crate::handle::Handle;
use crate::refusal::Refusal;
use crate::waffle::MAX_SPOTS;

/// One entry: a paid spot, and its holder.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The spot's number.
    pub number: i32,
    pub handle: Handle,
}

/// The entries of a draw, ascending by number; at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entries(Vec<Entry>);

/// Fewer entries, or handles, than there are winners to find.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.sentence())]
pub struct NotEnough {
    /// Entries, or handles where each may win once.
    pub found: usize,
    /// How many winners are to be found.
    pub needed: usize,
    /// Whether handles were counted.
    pub handles: bool,
}

impl NotEnough {
    /// The sentence for people.
    pub fn sentence(self) -> Text {
        let Self { found, needed, handles } = self;
        if handles {
            say!("refusal-too-few-buyers", found, needed)
        } else {
            say!("refusal-too-few-spots", found, needed)
        }
    }
}

impl From<NotEnough> for Refusal {
    fn from(NotEnough { found, needed, handles }: NotEnough) -> Self {
        Self::NotEnoughPaid { needed, found, handles }
    }
}

/// What is wrong with a text of entries, and in which line, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Line {line} of the entries {fault}.")]
pub struct EntriesError {
    pub line: usize,
    pub fault: LineFault,
}

/// What is wrong with a line of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LineFault {
    #[error("is missing: there is no entry at all")]
    Missing,
    #[error("does not end with a line feed")]
    Unfinished,
    #[error("is not a number, one space and a handle")]
    Malformed,
    #[error("has no number from 1 to 10,000, written without leading zeros")]
    Number,
    #[error("has no handle in lowercase, as buyers' handles are kept")]
    Handle,
    #[error("has a number that is not higher than the one before")]
    Order,
}

impl Entries {
    /// Takes the paid spots of a board, including winners and losers of an earlier draw, without the excluded ones.
    /// `None` if there are none.
    pub fn of(board: &Board, excluded: &BTreeSet<i32>) -> Option<Self> {
        let paid = board.spots().filter(|spot| spot.paid_at().is_some() && !excluded.contains(&spot.number));
        let entry = |handle: &Handle, number| Entry { number, handle: handle.clone() };
        let entries: Vec<_> = paid.filter_map(|spot| Some(entry(spot.handle()?, spot.number))).collect();
        (!entries.is_empty()).then_some(Self(entries))
    }

    /// Reads the text of entries, exactly as [`Entries::text`] writes it.
    pub fn parse(text: &str) -> Result<Self, EntriesError> {
        let mut entries: Vec<Entry> = Vec::new();
        for (line, at) in text.split_inclusive('\n').zip(1..) {
            let refuse = |fault| EntriesError { line: at, fault };
            let entry = line.strip_suffix('\n').ok_or_else(|| refuse(LineFault::Unfinished))?;
            let entry = Entry::parse(entry).map_err(refuse)?;
            if entries.last().is_some_and(|last| last.number >= entry.number) {
                return Err(refuse(LineFault::Order));
            }
            entries.push(entry);
        }
        if entries.is_empty() {
            return Err(EntriesError { line: 1, fault: LineFault::Missing });
        }
        Ok(Self(entries))
    }

    /// Writes `<number> <handle>` and a line feed for each entry, ascending by number. These bytes are what is hashed.
    pub fn text(&self) -> String {
        let line = |entry: &Entry| format!("{} {}\n", entry.number, entry.handle);
        self.0.iter().map(line).collect()
    }

    /// Hashes the text.
    pub fn sha256(&self) -> Digest {
        sha256(self.text().as_bytes())
    }

    /// Returns the entries, ascending by number.
    pub fn as_slice(&self) -> &[Entry] {
        &self.0
    }

    /// Checks that there are enough entries for this many winners.
    pub fn suffice(&self, winners: usize, one_win_per_handle: bool) -> Result<(), NotEnough> {
        let found = if one_win_per_handle {
            self.0.iter().map(|entry| &entry.handle).collect::<HashSet<_>>().len()
        } else {
            self.0.len()
        };
        if found >= winners {
            return Ok(());
        }
        Err(NotEnough { found, needed: winners, handles: one_win_per_handle })
    }
}

impl Entry {
    fn parse(line: &str) -> Result<Self, LineFault> {
        let (digits, name) = line.split_once(' ').ok_or(LineFault::Malformed)?;
        let number: i32 = digits.parse().map_err(|_| LineFault::Number)?;
        if !(1..=MAX_SPOTS).contains(&i64::from(number)) || number.to_string() != digits {
            return Err(LineFault::Number);
        }
        match Handle::parse(name) {
            Ok(handle) if handle.as_str() == name => Ok(Self { number, handle }),
            _ => Err(LineFault::Handle),
        }
    }
}

#[cfg(test)]
mod tests;
