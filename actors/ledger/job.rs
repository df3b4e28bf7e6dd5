//! A claim on its way through the ledger. Whatever happens to it, its caller gets the true outcome.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use tokio::sync::oneshot;
use tokio::time::Instant;
use uuid::Uuid;
use waffle_domain::claim::{Claim, Granted, Wish};
use waffle_domain::idempotency_key::IdempotencyKey;
use waffle_store::claims::{Order, Verdict};

use crate::refusal::Refusal;

/// Where the answer to a claim goes.
pub type Reply = oneshot::Sender<Result<Granted, Refusal>>;

/// Hands settled claims of one waffle to its current actor; without one, dropping them answers their callers.
pub type Deliver = Arc<dyn Fn(Uuid, Vec<Settled>) + Send + Sync>;

/// A claim whose spots are chosen, waiting to be committed. Dropped unsettled, it answers that its outcome is unknown.
pub struct Job {
    parts: Option<Parts>,
    deliver: Deliver,
}

struct Parts {
    claim: Claim,
    numbers: Vec<i32>,
    known_seq: i64,
    arrived: Instant,
    reply: Reply,
}

impl Job {
    /// Takes a claim on; `known_seq` is a sequence number of its waffle before the claim.
    pub fn new(
        claim: Claim,
        numbers: Vec<i32>,
        known_seq: i64,
        arrived: Instant,
        reply: Reply,
        deliver: Deliver,
    ) -> Self {
        Self { parts: Some(Parts { claim, numbers, known_seq, arrived, reply }), deliver }
    }

    /// Gives the waffle.
    pub fn waffle_id(&self) -> Uuid {
        self.parts.as_ref().map(|p| p.claim.waffle_id).unwrap_or_default()
    }

    /// Gives the request's id.
    pub fn id(&self) -> Uuid {
        self.parts.as_ref().map(|p| p.claim.id).unwrap_or_default()
    }

    /// Gives the spots.
    pub fn numbers(&self) -> &[i32] {
        self.parts.as_ref().map_or(&[], |p| &p.numbers)
    }

    /// Gives the client's key.
    pub fn key(&self) -> Option<&str> {
        self.parts.as_ref().and_then(|p| p.claim.key.as_ref()).map(IdempotencyKey::as_str)
    }

    /// Gives a sequence number of the waffle from before the claim.
    pub fn known_seq(&self) -> i64 {
        self.parts.as_ref().map_or(0, |p| p.known_seq)
    }

    /// Tells when the claim arrived.
    pub fn arrived(&self) -> Instant {
        self.parts.as_ref().map_or_else(Instant::now, |p| p.arrived)
    }

    /// Tells whether the caller has gone.
    pub fn abandoned(&self) -> bool {
        self.parts.as_ref().is_none_or(|p| p.reply.is_closed())
    }

    /// Writes the claim as the database takes it.
    pub fn order(&self) -> Option<Order> {
        self.parts.as_ref().map(|p| Order {
            id: p.claim.id,
            waffle_id: p.claim.waffle_id,
            handle: p.claim.handle.clone(),
            numbers: p.numbers.clone(),
            requested: match p.claim.wish {
                Wish::Any(count) => Some(count),
                Wish::Numbers(_) => None,
            },
            key: p.claim.key.as_ref().map(|k| (k.as_str().to_owned(), p.claim.fingerprint())),
        })
    }

    /// Turns the job into its outcome.
    pub fn settled(mut self, outcome: Result<Verdict, Refusal>, at: DateTime<Utc>) -> Option<Settled> {
        self.parts.take().map(|p| Settled {
            claim: p.claim,
            numbers: p.numbers,
            arrived: p.arrived,
            outcome,
            at,
            reply: Some(p.reply),
        })
    }

    /// Settles the job alone.
    pub fn settle(self, outcome: Result<Verdict, Refusal>, at: DateTime<Utc>) {
        let (deliver, waffle_id) = (Arc::clone(&self.deliver), self.waffle_id());
        deliver(waffle_id, self.settled(outcome, at).into_iter().collect());
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        if let Some(p) = self.parts.take() {
            let settled = Settled {
                claim: p.claim,
                numbers: p.numbers,
                arrived: p.arrived,
                outcome: Err(Refusal::OutcomeUnknown),
                at: DateTime::UNIX_EPOCH,
                reply: Some(p.reply),
            };
            (self.deliver)(settled.claim.waffle_id, vec![settled]);
        }
    }
}

/// A claim with its outcome, on its way to its waffle's actor and its caller. Dropped, it answers its caller.
pub struct Settled {
    /// The claim.
    pub claim: Claim,
    /// The spots that were tried.
    pub numbers: Vec<i32>,
    /// When the claim arrived.
    pub arrived: Instant,
    /// What the database said, or why it was not asked.
    pub outcome: Result<Verdict, Refusal>,
    /// The time of the commit.
    pub at: DateTime<Utc>,
    reply: Option<Reply>,
}

impl Settled {
    /// Gives the sequence number of the last event of what was granted.
    pub fn last_seq(&self) -> Option<i64> {
        match &self.outcome {
            Ok(Verdict::Granted { granted, first_seq: Some(first) }) => {
                Some(first + i64::try_from(granted.spots.len()).unwrap_or(0) - 1)
            }
            _ => None,
        }
    }

    /// Takes the reply, to decide on the claim again.
    pub fn take_reply(&mut self) -> Option<Reply> {
        self.reply.take()
    }

    fn answer(&self) -> Result<Granted, Refusal> {
        match &self.outcome {
            Ok(Verdict::Granted { granted, .. } | Verdict::Replayed(granted)) => Ok(granted.clone()),
            Ok(Verdict::KeyReused) => Err(Refusal::KeyReused),
            Ok(Verdict::NotFound) => Err(Refusal::NotFound),
            Ok(Verdict::NotActive) => Err(Refusal::NotActive),
            Ok(Verdict::Taken(numbers)) => match self.claim.wish {
                Wish::Numbers(_) => Err(Refusal::Taken(numbers.clone())),
                Wish::Any(_) => Err(Refusal::Unavailable("the spots picked were taken meanwhile".into())),
            },
            Err(refusal) => Err(refusal.clone()),
        }
    }
}

impl Drop for Settled {
    fn drop(&mut self) {
        if let Some(reply) = self.reply.take() {
            let _ = reply.send(self.answer());
        }
    }
}
