//! What the actors count, as plain numbers that anyone may read at any time. All of it is relaxed: the numbers don't
//! depend on each other, and counting costs the claims nothing.

mod numbers;

use waffle_domain::claim::Granted;
use waffle_domain::claim_outcome::ClaimOutcome;
use waffle_domain::failure::Failure;

pub use numbers::{Count, Histogram, HistogramReading};

/// Upper bounds for durations, in microseconds: from 0.5 ms to the 10 s that a request may take.
pub const DURATIONS: [u64; 14] = [
    500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000,
    10_000_000,
];
/// Upper bounds for the claims of a commit, up to its limit.
pub const BATCHES: [u64; 9] = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/// Upper bounds for the waffles of a lookup or a load.
pub const LOADS: [u64; 5] = [1, 4, 16, 64, 256];

/// What happened to claims.
#[derive(Debug, Default)]
pub struct ClaimCounts {
    by_outcome: [Count; ClaimOutcome::ALL.len()],
    /// Spots that were sold by a commit of this server.
    pub spots: Count,
    /// Claims whose key had its answer already.
    pub replayed: Count,
    /// Refused spots that were not written down, since too many waited.
    pub refused_dropped: Count,
    /// Those that were not written down, or perhaps not, since the database failed.
    pub refused_lost: Count,
}

impl ClaimCounts {
    /// Returns how many claims ended like this.
    pub fn ended(&self, outcome: ClaimOutcome) -> u64 {
        self.by_outcome.get(outcome as usize).map_or(0, Count::get)
    }

    pub(crate) fn note(&self, answer: &Result<Granted, Failure>) {
        if let Some(count) = self.by_outcome.get(ClaimOutcome::of(answer) as usize) {
            count.one();
        }
    }
}

/// What the ledger did.
#[derive(Debug)]
pub struct LedgerCounts {
    pub(crate) submitted: Count,
    pub(crate) settled: Count,
    /// Claims of a commit.
    pub batches: Histogram<{ BATCHES.len() }>,
    /// How long a batch took until all of it was settled, in microseconds.
    pub commits: Histogram<{ DURATIONS.len() }>,
    /// Commits whose answer was lost: their claims were looked up.
    pub lost: Count,
    /// How often a claim met a waffle that another session had locked; one claim may several times.
    pub busy: Count,
    /// Commits that waited too long for a lock.
    pub locked: Count,
    /// Batches that were split because they failed as a whole.
    pub split: Count,
    /// Claims that were tried again alone, after a conflict.
    pub conflicts: Count,
    /// How often it was restarted after it died.
    pub restarts: Count,
}

impl Default for LedgerCounts {
    fn default() -> Self {
        Self {
            submitted: Count::default(),
            settled: Count::default(),
            batches: Histogram::new(BATCHES),
            commits: Histogram::new(DURATIONS),
            lost: Count::default(),
            busy: Count::default(),
            locked: Count::default(),
            split: Count::default(),
            conflicts: Count::default(),
            restarts: Count::default(),
        }
    }
}

impl LedgerCounts {
    /// Counts the claims that were handed over and not settled yet.
    pub fn waiting(&self) -> u64 {
        // In this order: what is settled was submitted before.
        let settled = self.settled.get();
        self.submitted.get().saturating_sub(settled)
    }
}

/// Everything that the actors count.
#[derive(Debug)]
pub struct Counters {
    /// Claims.
    pub claims: ClaimCounts,
    /// Group commit.
    pub ledger: LedgerCounts,
    /// Waffles that were looked up in one call, existing or not.
    pub lookups: Histogram<{ LOADS.len() }>,
    /// Waffles that were loaded in one call.
    pub loads: Histogram<{ LOADS.len() }>,
    /// Watchers that were evicted because they read nothing for too long.
    pub evicted: Count,
    /// Watchers that were asked to fetch the spots again.
    pub resyncs: Count,
    /// Reads of the log for watchers that came back.
    pub catch_ups: Count,
}

impl Default for Counters {
    fn default() -> Self {
        Self {
            claims: ClaimCounts::default(),
            ledger: LedgerCounts::default(),
            lookups: Histogram::new(LOADS),
            loads: Histogram::new(LOADS),
            evicted: Count::default(),
            resyncs: Count::default(),
            catch_ups: Count::default(),
        }
    }
}
