//! The messages to a waffle's actor.

use std::sync::Arc;

use actix::Message;
use tokio::sync::oneshot;
use tokio::time::Instant;
use waffle_domain::claim::{Claim, Granted};
use waffle_domain::failure::Failure;
use waffle_domain::payment_note::PaymentNote;
use waffle_domain::receipt::Receipt;
use waffle_domain::wire::event::Event;
use waffle_store::payments::{LineResult, PaymentsOrder};
use waffle_store::spots::{SpotOrder, SpotResult};

use crate::awaited_answer::Reply;
use crate::ledger::job::Settled;
use crate::snapshot::Snapshot;
use crate::watch::Subscriber;

/// Claims spots. A dropped reply means that the claim never reached the ledger.
#[derive(Message)]
#[rtype(result = "()")]
pub struct ClaimSpots {
    /// The claim.
    pub claim: Claim,
    /// Whether its key was used before, so that only the database can answer.
    pub key_used: bool,
    /// When it arrived.
    pub arrived: Instant,
    /// Where the answer goes.
    pub reply: Reply<Granted>,
}

/// Brings the outcomes of claims from the ledger.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Settle(pub Vec<Settled>);

/// Reports that the ledger died in the middle of a commit: no claim holds spots any more, and the log says what was
/// committed.
#[derive(Message)]
#[rtype(result = "()")]
pub struct LedgerDied;

/// Marks spots paid or releases them.
#[derive(Message)]
#[rtype(result = "()")]
pub struct ChangeSpots {
    /// The change.
    pub order: SpotOrder,
    /// Where the answer goes; dropped, it means that the outcome is unknown.
    pub reply: Reply<Vec<SpotResult>>,
}

/// Marks spots paid by lines of payments.
#[derive(Message)]
#[rtype(result = "()")]
pub struct TakePayments {
    /// The lines.
    pub order: PaymentsOrder,
    /// Where the answer goes, a result for each line; dropped, it means that the outcome is unknown.
    pub reply: Reply<Vec<LineResult>>,
}

/// Records that a buyer reports a payment, or with no note withdraws that.
#[derive(Message)]
#[rtype(result = "()")]
pub struct SayPaid {
    /// The receipt of the buyer's claim.
    pub receipt: Receipt,
    /// The buyer's note.
    pub note: Option<PaymentNote>,
    /// Where the answer goes, the waffle's newest sequence number; dropped, it means that the outcome is unknown.
    pub reply: Reply<i64>,
}

/// Reports the outcome of a change.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) struct Changed {
    /// Its events, or none if they are only in the log, and the last number.
    pub(super) news: Result<(Vec<Event>, i64), Failure>,
    /// When the change arrived.
    pub(super) arrived: Instant,
    /// The [`Answer`], given when it is dropped.
    ///
    /// [`Answer`]: crate::awaited_answer::Answer
    pub(super) answer: Box<dyn Send>,
    /// Counts it among those under way until it is dropped.
    pub(super) _counted: Arc<()>,
}

/// Sends a watcher the events after `since`, and then all new ones.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Subscribe {
    /// The watcher.
    pub subscriber: Subscriber,
    /// The last sequence number that it has seen.
    pub since: Option<i64>,
}

/// Reports the newest sequence number in the database; none if the waffle was deleted.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Compare(pub Option<i64>);

/// Reports that the log lacks events that the actor knows: the database was restored from a backup, or replaced by a
/// standby.
#[derive(Message)]
#[rtype(result = "()")]
pub struct WentBack {
    /// The newest sequence number in the database.
    pub newest: i64,
}

/// Brings the events that other servers committed after those that the actor knows, in order and without gaps.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Heard(pub Vec<Event>);

/// Asks for a snapshot that contains the log up to a sequence number.
#[derive(Message)]
#[rtype(result = "()")]
pub struct WaitForSeq {
    /// The sequence number.
    pub seq: i64,
    /// Where the snapshot goes.
    pub reply: oneshot::Sender<Arc<Snapshot>>,
}

/// Stops the actor if it is idle and no one visits it.
#[derive(Message)]
#[rtype(result = "()")]
pub struct EvictIfIdle;

/// Ends all subscriptions because the server stops, and later ones once their watchers have caught up. Everything else
/// goes on.
#[derive(Message)]
#[rtype(result = "()")]
pub struct CloseWatchers;

/// Makes the actor panic.
#[cfg(any(test, feature = "faults"))]
#[derive(Message)]
#[rtype(result = "()")]
pub struct Panic;
