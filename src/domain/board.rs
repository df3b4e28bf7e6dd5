//! A waffle's board: its spots, after all changes in the log so far.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::event::SpotChanged;
use crate::spot::{Spot, SpotState, SpotStatus};

/// Spots per shared chunk: a change of one spot copies one chunk, not the board, and a snapshot the list of chunks.
const CHUNK: usize = 32;

/// The number of spots with each status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Spots free to claim.
    pub available: i32,
    /// Spots claimed and not paid.
    pub pending: i32,
    /// Spots paid, won or lost.
    pub paid: i32,
}

impl Counts {
    /// Returns how many spots are not available.
    pub fn claimed(self) -> i32 {
        self.pending + self.paid
    }

    /// Returns the share of claimed spots in percent, to one decimal.
    pub fn fill_percent(self) -> f64 {
        let total = self.claimed() + self.available;
        if total == 0 {
            return 0.0;
        }
        (f64::from(self.claimed()) * 1_000.0 / f64::from(total)).round() / 10.0
    }

    fn shift(&mut self, status: SpotStatus, by: i32) {
        match status {
            SpotStatus::Available => self.available += by,
            SpotStatus::Pending => self.pending += by,
            SpotStatus::Paid | SpotStatus::Winner | SpotStatus::Loser => self.paid += by,
        }
    }
}

/// The spots 1 to N of a waffle. Cloning is cheap: a clone shares its chunks with the original.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    chunks: Vec<Arc<Vec<Spot>>>,
    counts: Counts,
}

/// A change that does not fit the board: events were missed, or the board belongs to another waffle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the change of spot {0} does not fit the board")]
pub struct Mismatch(pub i32);

impl Board {
    /// Creates a board from spots numbered 1 to N in order; `None` if they are not.
    pub fn new(spots: Vec<Spot>) -> Option<Self> {
        let mut counts = Counts::default();
        for (spot, number) in spots.iter().zip(1_i32..) {
            if spot.number != number {
                return None;
            }
            counts.shift(spot.status(), 1);
        }
        let mut chunks = Vec::with_capacity(spots.len() / CHUNK + 1);
        let mut spots = spots.into_iter().peekable();
        while spots.peek().is_some() {
            chunks.push(Arc::new(spots.by_ref().take(CHUNK).collect()));
        }
        Some(Self { chunks, counts })
    }

    /// Returns how many spots have each status.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Returns the number of spots.
    pub fn total(&self) -> i32 {
        self.counts.claimed() + self.counts.available
    }

    /// Lists the spots, ascending by number.
    pub fn spots(&self) -> impl Iterator<Item = &Spot> {
        self.chunks.iter().flat_map(|chunk| chunk.iter())
    }

    /// Finds a spot by its number.
    pub fn spot(&self, number: i32) -> Option<&Spot> {
        let (chunk, offset) = place(number)?;
        self.chunks.get(chunk)?.get(offset)
    }

    /// Returns the numbers that are not available, in the given order.
    pub fn taken_among(&self, numbers: &[i32]) -> Vec<i32> {
        let taken = |number: &&i32| self.spot(**number).is_none_or(|spot| spot.state != SpotState::Available);
        numbers.iter().filter(taken).copied().collect()
    }

    /// Applies a committed change. Changes must come in the order of the log.
    pub fn apply(&mut self, change: &SpotChanged, at: DateTime<Utc>) -> Result<(), Mismatch> {
        self.changed(change, at).ok_or(Mismatch(change.number))
    }

    fn changed(&mut self, change: &SpotChanged, at: DateTime<Utc>) -> Option<()> {
        let (chunk, offset) = place(change.number)?;
        let chunk = self.chunks.get_mut(chunk)?;
        let state = change.applied_to(chunk.get(offset)?, at)?;
        Arc::make_mut(chunk).get_mut(offset)?.state = state;
        self.counts.shift(change.from, -1);
        self.counts.shift(change.to, 1);
        Some(())
    }
}

fn place(number: i32) -> Option<(usize, usize)> {
    let index = usize::try_from(number.checked_sub(1)?).ok()?;
    Some((index / CHUNK, index % CHUNK))
}

#[cfg(test)]
mod tests;
