//! What happened to a waffle, in order: one event per message to its watchers.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::handle::Handle;
use crate::spot::SpotStatus;

/// An entry of a waffle's append-only log.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// One higher than the waffle's event before.
    pub seq: i64,
    /// When it was committed.
    pub at: DateTime<Utc>,
    /// The request that caused it; several events may share it.
    pub change_id: Option<Uuid>,
    /// What happened.
    pub body: EventBody,
}

/// What happened.
#[derive(Debug, Clone, PartialEq)]
pub enum EventBody {
    /// A spot changed its status.
    Spot(SpotChanged),
    /// The waffle itself changed; the payload is the message's JSON object without `type` and `seq`.
    Waffle {
        /// The message's type, for example `waffle_completed`.
        kind: String,
        /// The rest of the message.
        payload: String,
    },
}

/// A spot went from one status to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpotChanged {
    /// The spot's identifier.
    pub spot_id: i64,
    /// The spot's number.
    pub number: i32,
    /// The status before.
    pub from: SpotStatus,
    /// The status since.
    pub to: SpotStatus,
    /// The handle that holds the spot; on a release, the one that lost it.
    pub handle: Handle,
}

impl SpotChanged {
    /// Gives the handle that holds the spot after the change.
    pub fn holder(&self) -> Option<&Handle> {
        (self.to != SpotStatus::Available).then_some(&self.handle)
    }
}
