//! What happened to a waffle, in order: one event per message to its watchers.

use crate::event::SpotChanged;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::wire::message::Message;
use crate::wire::spot::Spot;

/// An entry of a waffle's append-only log.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// One higher than that of the waffle's previous event.
    pub seq: i64,
    /// When it was committed.
    pub at: DateTime<Utc>,
    /// The request that caused it; several events may share it.
    pub change_id: Option<Uuid>,
    /// What happened.
    pub body: EventBody,
}

/// A reader's position in a waffle's log; the default is its beginning. If the log has another event at that number, or
/// none, it went back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mark {
    /// The number of an event.
    pub seq: i64,
    /// The request that caused it.
    pub change_id: Option<Uuid>,
}

/// What happened.
#[derive(Debug, Clone, PartialEq)]
pub enum EventBody {
    /// A spot changed its status.
    Spot(SpotChanged),
    /// The waffle itself changed: the message to its watchers.
    Waffle(Box<Message>),
}

impl Event {
    /// Returns whether the waffle's own fields may differ after it.
    pub fn changes_waffle(&self) -> bool {
        match &self.body {
            EventBody::Spot(_) => false,
            EventBody::Waffle(message) => !matches!(**message, Message::NotesChanged { .. }),
        }
    }

    /// Returns its position in the log.
    pub fn mark(&self) -> Mark {
        Mark { seq: self.seq, change_id: self.change_id }
    }

    /// Returns the message to the waffle's watchers.
    pub fn into_message(self) -> Message {
        match self.body {
            EventBody::Spot(change) => Message::SpotUpdate { seq: self.seq, spot: Spot::after(&change) },
            EventBody::Waffle(message) => *message,
        }
    }
}
