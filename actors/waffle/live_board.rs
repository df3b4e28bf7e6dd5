//! A waffle in memory: decides on claims and follows the event log. Plain code, tested without actors.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chrono::{DateTime, TimeDelta, Utc};
use rand::RngExt;
use uuid::Uuid;
use waffle_domain::board::{Board, Mismatch};
use waffle_domain::claim::{Claim, Selection};
use waffle_domain::free_spots::FreeSpots;
use waffle_domain::refusal::Refusal;
use waffle_domain::spot::SpotStatus;
use waffle_domain::waffle::{Waffle, WaffleStatus};
use waffle_domain::wire::event::{Event, EventBody, Mark};

use crate::snapshot::Snapshot;
use crate::waffle::holdings::Holdings;

/// The board as the log up to its newest event left it, and the spots that claims have in flight.
#[derive(Debug)]
pub struct LiveBoard {
    waffle: Arc<Waffle>,
    board: Board,
    newest: Mark,
    held: HashMap<i32, Uuid>,
    /// Spots that are available and not held.
    free: FreeSpots,
    holdings: Holdings,
    memory_guard: bool,
    /// Which of all live boards of this process it is, in the order in which they were made.
    life: u64,
}

/// How many live boards were made.
static LIVES: AtomicU64 = AtomicU64::new(0);

/// What to do with a claim.
#[derive(Debug, PartialEq, Eq)]
pub enum Decision {
    /// Submit it for these spots, which are held until the database has decided.
    Submit(Vec<i32>),
    /// Wait for a claim in flight, which may fail and free its spots.
    Wait,
    /// Grant nothing: it asked for any spots, and none is free.
    NoneFree,
    /// Refuse it without asking the database.
    Refuse(Refusal),
}

/// What a committed event does to the board.
#[derive(Debug, PartialEq, Eq)]
pub enum Applied {
    /// It was the next one.
    Next,
    /// It was applied before.
    Known,
    /// Events before it are missing.
    Gap,
}

/// Decides on a claim that the board alone can answer, whatever is in flight: one for too high a number or a taken
/// spot, or one that comes too late. Before the opening, no claim is refused because of others: the opening follows the
/// database's clock. A claim with a key may be refused, but the answer that nothing is free is left to the database,
/// which keeps it under the key. The caller has to make sure that the key of a refused claim was not used before.
pub fn foregone(
    waffle: &Waffle,
    board: &Board,
    claim: &Claim,
    memory_guard: bool,
    now: impl FnOnce() -> DateTime<Utc>,
) -> Option<Decision> {
    if let Selection::Numbers(numbers) = &claim.selection
        && numbers.highest() > board.total()
    {
        let refusal = Refusal::out_of_range(numbers.highest(), board.total());
        return Some(Decision::Refuse(if waffle.archived { Refusal::NoWaffle } else { refusal }));
    }
    if !memory_guard {
        return None;
    }
    if waffle.archived {
        return Some(Decision::Refuse(Refusal::NoWaffle));
    }
    if waffle.status == WaffleStatus::Completed {
        return Some(Decision::Refuse(Refusal::WaffleNotActive));
    }
    if waffle.terms.claims_paused && claim.assigned_by.is_none() {
        return Some(Decision::Refuse(Refusal::ClaimsPaused));
    }
    if is_unopened(waffle, now) {
        return None;
    }
    match &claim.selection {
        Selection::Numbers(numbers) => {
            let taken = board.taken_among(numbers.as_slice());
            (!taken.is_empty()).then_some(Decision::Refuse(Refusal::SpotsTaken { taken }))
        }
        Selection::Any(_) if board.counts().available == 0 && claim.key.is_none() => Some(Decision::NoneFree),
        Selection::Any(_) => None,
    }
}

/// Returns whether memory may have refused it because of other claims, without asking the database.
pub(crate) fn may_be_from_memory(refusal: &Refusal) -> bool {
    matches!(
        refusal,
        Refusal::NoWaffle
            | Refusal::WaffleNotActive
            | Refusal::ClaimsPaused
            | Refusal::TooManySpots { .. }
            | Refusal::SpotsTaken { .. }
    )
}

/// How far apart the clocks of a server and of the database may be.
const CLOCKS_APART: TimeDelta = TimeDelta::seconds(5);

/// Returns whether the waffle may not be open yet, by the database's clock.
fn is_unopened(waffle: &Waffle, now: impl FnOnce() -> DateTime<Utc>) -> bool {
    waffle.terms.opens_at.is_some_and(|opens_at| now() < opens_at + CLOCKS_APART)
}

impl LiveBoard {
    /// Makes a live board of what the database holds.
    pub fn new(waffle: Waffle, board: Board, newest: Mark, memory_guard: bool) -> Self {
        Self {
            free: FreeSpots::of(&board),
            waffle: Arc::new(waffle),
            board,
            newest,
            held: HashMap::new(),
            holdings: Holdings::default(),
            memory_guard,
            life: LIVES.fetch_add(1, Ordering::Relaxed) + 1,
        }
    }

    /// Returns the waffle.
    pub fn waffle(&self) -> &Waffle {
        &self.waffle
    }

    /// Returns the newest sequence number applied.
    pub fn seq(&self) -> i64 {
        self.newest.seq
    }

    /// Returns the newest event applied.
    pub fn newest(&self) -> Mark {
        self.newest
    }

    /// Returns whether claims are in flight.
    pub fn has_held(&self) -> bool {
        !self.held.is_empty()
    }

    /// Makes a snapshot for readers.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot::new(Arc::clone(&self.waffle), self.board.clone(), self.newest, self.life)
    }

    /// Decides on a claim, and holds its spots if it is to be submitted. A random claim takes whatever is free; it
    /// waits for claims in flight only while nothing is.
    pub fn decide(&mut self, claim: &Claim, now: impl Fn() -> DateTime<Utc>, rng: &mut impl RngExt) -> Decision {
        if let Some(decision) = foregone(&self.waffle, &self.board, claim, self.memory_guard, &now) {
            return decision;
        }
        // Before the opening there is a better reason to refuse.
        let refusable = !is_unopened(&self.waffle, now);
        let numbers = match &claim.selection {
            Selection::Numbers(numbers) => {
                let numbers = numbers.as_slice();
                if self.memory_guard && self.cap(claim).is_some_and(|most| most < numbers.len() as u64) {
                    // It can't be granted, so it holds nothing.
                    return if refusable { self.too_many(claim) } else { Decision::Submit(numbers.to_vec()) };
                }
                if self.memory_guard && numbers.iter().any(|n| self.held.contains_key(n)) {
                    return Decision::Wait;
                }
                numbers.to_vec()
            }
            Selection::Any(count) => {
                let none_free = self.free.count() == 0;
                if none_free && self.has_held() {
                    return Decision::Wait;
                }
                if none_free && refusable {
                    // The database keeps that answer under the key, if there is one.
                    return if claim.key.is_none() { Decision::NoneFree } else { Decision::Submit(Vec::new()) };
                }
                let left = self.left_for(claim);
                if left == 0 && refusable {
                    return self.too_many(claim);
                }
                self.free.pick(left.max(1).min(*count), rng)
            }
        };
        if self.memory_guard {
            for number in &numbers {
                self.held.insert(*number, claim.id);
                self.free.remove(*number);
            }
        }
        Decision::Submit(numbers)
    }

    /// Returns the spots for which to submit a claim whose key was used before. None are held: it gets what it got
    /// then, or nothing, unless its key has just expired.
    pub fn recall(&mut self, claim: &Claim, rng: &mut impl RngExt) -> Vec<i32> {
        match &claim.selection {
            Selection::Numbers(numbers) => numbers.as_slice().to_vec(),
            Selection::Any(count) => {
                let left = self.left_for(claim);
                self.free.pick(left.max(1).min(*count), rng)
            }
        }
    }

    /// How many spots a random claim may still get: up to as many as its handle may hold.
    fn left_for(&mut self, claim: &Claim) -> u64 {
        let Some(most) = self.cap(claim) else { return u64::MAX };
        most.saturating_sub(u64::try_from(self.holdings.of(&claim.handle, &self.board)).unwrap_or(u64::MAX))
    }

    /// The most spots that the claim's handle may hold, if that is limited.
    fn cap(&self, claim: &Claim) -> Option<u64> {
        let most = self.waffle.terms.max_spots_per_handle.filter(|_| claim.assigned_by.is_none());
        most.and_then(|most| u64::try_from(most).ok())
    }

    fn too_many(&mut self, claim: &Claim) -> Decision {
        let held = self.holdings.of(&claim.handle, &self.board);
        let allowed = self.waffle.terms.max_spots_per_handle.unwrap_or_default();
        Decision::Refuse(Refusal::TooManySpots { held, allowed })
    }

    /// Releases the spots that a claim held.
    pub fn release(&mut self, claim: Uuid, numbers: &[i32]) {
        for number in numbers {
            if self.held.get(number) == Some(&claim) {
                self.held.remove(number);
                self.sort_in(*number);
            }
        }
    }

    /// Releases the spots that any claim held.
    pub fn release_all(&mut self) {
        for number in std::mem::take(&mut self.held).into_keys() {
            self.sort_in(number);
        }
    }

    /// Adds a spot to the free ones, or removes it.
    fn sort_in(&mut self, number: i32) {
        let available = self.board.spot(number).is_some_and(|spot| spot.status() == SpotStatus::Available);
        if available && !self.held.contains_key(&number) {
            self.free.add(number);
        } else {
            self.free.remove(number);
        }
    }

    /// Applies one event. After a mismatch the board contradicts the log and has to be loaded again.
    pub fn apply(&mut self, event: &Event) -> Result<Applied, Mismatch> {
        if event.seq <= self.newest.seq {
            return Ok(Applied::Known);
        }
        if event.seq > self.newest.seq + 1 {
            return Ok(Applied::Gap);
        }
        if let EventBody::Spot(change) = &event.body {
            self.holdings.follow(&mut self.board, change.number, |board| board.apply(change, event.at))?;
            self.sort_in(change.number);
        }
        self.newest = event.mark();
        Ok(Applied::Next)
    }

    /// Replaces the waffle's own fields with what the database has now.
    pub fn describe(&mut self, waffle: Waffle) {
        if waffle.terms.max_spots_per_handle.is_none() {
            self.holdings.forget();
        }
        self.waffle = Arc::new(waffle);
    }
}

#[cfg(test)]
#[path = "live_board_tests.rs"]
mod tests;
