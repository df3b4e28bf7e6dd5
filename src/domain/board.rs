//! A waffle's board: its spots and what may be done with them.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::event::SpotChanged;
use crate::handle::Handle;
use crate::spot::{Outcome, Spot, SpotState, SpotStatus};

/// Spots per shared chunk: a change of one spot copies one chunk, not the board.
const CHUNK: usize = 128;

/// How many spots have which status.
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
    /// Counts the spots that are not available.
    pub fn claimed(self) -> i32 {
        self.pending + self.paid
    }

    /// Gives claimed / total in percent, one decimal.
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

/// The spots 1 to N of a waffle. A clone is cheap and shares its chunks with the original.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    chunks: Vec<Arc<Vec<Spot>>>,
    counts: Counts,
}

/// A change that does not fit the board: events were missed, or the board is not the waffle's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the change of spot {0} does not fit the board")]
pub struct Mismatch(pub i32);

/// A whole claim was refused: these spots are taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("spots are taken: {0:?}")]
pub struct Taken(pub Vec<i32>);

impl Board {
    /// Makes a board of spots numbered 1..N in order; `None` when the numbers are not that.
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

    /// Counts the spots by status.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Gives the number of spots.
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

    /// Tells which of the numbers are not available, in the order given.
    pub fn taken_among(&self, numbers: &[i32]) -> Vec<i32> {
        let taken = |number: &&i32| self.spot(**number).is_none_or(|spot| spot.state != SpotState::Available);
        numbers.iter().filter(taken).copied().collect()
    }

    /// Claims all the numbers for a handle, or none.
    pub fn claim(&mut self, numbers: &[i32], handle: &Handle, at: DateTime<Utc>) -> Result<Vec<SpotChanged>, Taken> {
        let taken = self.taken_among(numbers);
        if !taken.is_empty() {
            return Err(Taken(taken));
        }
        let changes = numbers.iter().filter_map(|number| {
            self.change(*number, |spot| spot.claim(handle.clone(), at).ok().map(|()| handle.clone()))
        });
        Ok(changes.collect())
    }

    /// Marks a pending spot paid; `None` when it is not pending.
    pub fn pay(&mut self, number: i32, at: DateTime<Utc>) -> Option<SpotChanged> {
        self.change(number, |spot| spot.handle().cloned().filter(|_| spot.pay(at).is_ok()))
    }

    /// Makes a pending or paid spot available; `None` when it is neither.
    pub fn release(&mut self, number: i32) -> Option<SpotChanged> {
        self.change(number, |spot| spot.release().ok())
    }

    /// Applies a committed change, in the order of the log.
    pub fn apply(&mut self, change: &SpotChanged, at: DateTime<Utc>) -> Result<(), Mismatch> {
        let fits = self.spot(change.number).is_some_and(|spot| {
            spot.id == change.spot_id
                && spot.status() == change.from
                && spot.handle().is_none_or(|handle| *handle == change.handle)
        });
        let applied = fits.then(|| {
            self.change(change.number, |spot| {
                let handle = change.handle.clone();
                match (change.from, change.to) {
                    (SpotStatus::Available, SpotStatus::Pending) => spot.claim(handle.clone(), at),
                    (SpotStatus::Pending, SpotStatus::Paid) => spot.pay(at),
                    (_, SpotStatus::Available) => spot.release().map(|_| ()),
                    (_, SpotStatus::Winner) => spot.draw(Outcome::Won),
                    (_, SpotStatus::Loser) => spot.draw(Outcome::Lost),
                    (_, SpotStatus::Paid) => spot.draw(Outcome::Open),
                    (_, SpotStatus::Pending) => return None,
                }
                .ok()
                .map(|()| handle)
            })
        });
        applied.flatten().map(|_| ()).ok_or(Mismatch(change.number))
    }

    /// Runs one transition and keeps the counts; the transition answers the handle it is about, or refuses.
    fn change(&mut self, number: i32, transition: impl FnOnce(&mut Spot) -> Option<Handle>) -> Option<SpotChanged> {
        let (chunk, offset) = place(number)?;
        let spot = Arc::make_mut(self.chunks.get_mut(chunk)?).get_mut(offset)?;
        let from = spot.status();
        let handle = transition(spot)?;
        let to = spot.status();
        let spot_id = spot.id;
        self.counts.shift(from, -1);
        self.counts.shift(to, 1);
        Some(SpotChanged { spot_id, number, from, to, handle })
    }
}

fn place(number: i32) -> Option<(usize, usize)> {
    let index = usize::try_from(number.checked_sub(1)?).ok()?;
    Some((index / CHUNK, index % CHUNK))
}

#[cfg(test)]
mod tests;
