//! A claim on its way through the ledger.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use tokio::time::Instant;
use uuid::Uuid;
use waffle_domain::claim::{Claim, Granted, Selection};
use waffle_domain::failure::Failure;
use waffle_domain::idempotency_key::IdempotencyKey;
use waffle_domain::refusal::Refusal;
use waffle_domain::wire::event::Mark;
use waffle_store::claims::{Order, Verdict};

use crate::awaited_answer::Answer;
use crate::telemetry::{ClaimCounts, Counters};

/// A claim whose spots are chosen, waiting to be committed.
pub struct Job {
    /// The claim.
    pub claim: Claim,
    /// The spots.
    pub numbers: Vec<i32>,
    /// A position in its waffle's log from before the claim.
    pub known: Mark,
    /// When the claim arrived.
    pub arrived: Instant,
    /// When the ledger first found its waffle locked by another session.
    pub(crate) busy_since: Option<Instant>,
    /// The answer to its caller.
    pub answer: Answer<Granted>,
    /// Counts it as waiting, once it was handed over.
    pub(crate) counted: Option<Counted>,
}

/// Counts a claim in the ledger as waiting. Dropped when the claim is settled, or lost in a panic.
pub(crate) struct Counted(Arc<Counters>);

/// A claim with its outcome, on its way to its waffle's actor.
pub struct Settled {
    /// The claim and the spots that were tried.
    pub job: Job,
    /// The database's verdict, and when; or why it was not asked.
    pub outcome: Result<(Verdict, DateTime<Utc>), Failure>,
}

impl Counted {
    /// Counts a claim that is handed over.
    pub(crate) fn new(counters: &Arc<Counters>) -> Self {
        counters.ledger.submitted.one();
        Self(Arc::clone(counters))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.ledger.settled.one();
    }
}

impl Job {
    /// Returns the waffle.
    pub fn waffle_id(&self) -> Uuid {
        self.claim.waffle_id
    }

    /// Returns the client's key.
    pub fn key(&self) -> Option<&str> {
        self.claim.key.as_ref().map(IdempotencyKey::as_str)
    }

    /// Writes the claim as the database takes it.
    pub fn order(&self) -> Order {
        let Claim { id, waffle_id, handle, selection, key, assigned_by, source } = &self.claim;
        Order {
            id: *id,
            waffle_id: *waffle_id,
            handle: handle.clone(),
            numbers: self.numbers.clone(),
            requested: match selection {
                Selection::Any(count) => Some(*count),
                Selection::Numbers(_) => None,
            },
            key: key.as_ref().map(|key| (key.as_str().to_owned(), self.claim.fingerprint())),
            assigned_by: assigned_by.clone(),
            source: *source,
        }
    }

    /// Settles the claim with the database's verdict.
    pub fn judged(mut self, verdict: Verdict, at: DateTime<Utc>) -> Settled {
        self.counted = None;
        self.answer.set(match &verdict {
            Verdict::Granted { granted, .. } | Verdict::Replayed { granted, .. } => Ok(granted.clone()),
            Verdict::Refused(Refusal::SpotsTaken { .. }) if matches!(self.claim.selection, Selection::Any(_)) => {
                Err(Failure::unavailable("the spots picked were taken in the meantime"))
            }
            Verdict::Refused(refusal) => Err(refusal.clone().into()),
            Verdict::Busy => Err(Failure::unavailable("the waffle is locked")),
        });
        Settled { job: self, outcome: Ok((verdict, at)) }
    }

    /// Settles the claim without the database.
    pub fn refused(mut self, refusal: Failure) -> Settled {
        self.counted = None;
        self.answer.set(Err(refusal.clone()));
        Settled { job: self, outcome: Err(refusal) }
    }
}

impl Settled {
    /// Counts what was sold.
    pub(crate) fn count(settled: &[Self], claims: &ClaimCounts) {
        let spots = settled.iter().map(|one| match &one.outcome {
            Ok((Verdict::Granted { granted, .. }, _)) => granted.spots.len() as u64,
            _ => 0,
        });
        claims.spots.add(spots.sum());
        let replayed = settled.iter().filter(|one| matches!(one.outcome, Ok((Verdict::Replayed { .. }, _))));
        claims.replayed.add(replayed.count() as u64);
    }

    /// Returns the sequence number of the last event of what was granted.
    pub fn last_seq(&self) -> Option<i64> {
        match &self.outcome {
            Ok((Verdict::Granted { granted, .. }, _)) => {
                let first = granted.first_seq?;
                Some(first + i64::try_from(granted.spots.len()).unwrap_or(0) - 1)
            }
            _ => None,
        }
    }

    /// Returns a sequence number by which the log holds what the answer reports; 0 if it reports nothing in the log.
    pub fn owed_at(&self) -> i64 {
        match &self.outcome {
            Ok((Verdict::Replayed { by_seq, .. }, _)) => *by_seq,
            _ => self.last_seq().unwrap_or(0),
        }
    }
}
