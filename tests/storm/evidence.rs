//! Parts of what the judge gets from a storm: requests and answers, what watchers saw, and what servers show.

use std::time::Duration;

use serde::Deserialize;

/// What a buyer asks for.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    pub(crate) waffle_id: String,
    pub(crate) handle: String,
    pub(crate) wish: Wish,
    pub(crate) key: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) enum Wish {
    Numbers(Vec<i32>),
    Any(u64),
}

/// What a server answered to a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Granted(Vec<i32>),
    Taken(Vec<i32>),
    /// Any other answer that says that nothing was done.
    Refused {
        status: u16,
        code: String,
        retry_after: bool,
    },
    /// `outcome_unknown`, or no answer at all.
    Unknown(String),
}

impl Answer {
    pub(crate) fn is_busy(&self) -> bool {
        matches!(self, Self::Refused { status: 503, .. })
    }
}

/// A claim and the answers to its attempts: one, or several with a key.
#[derive(Clone, Debug)]
pub(crate) struct Claimed {
    pub(crate) order: Order,
    pub(crate) answers: Vec<(Answer, Duration)>,
}

impl Claimed {
    /// What each attempt that was granted got.
    pub(crate) fn granted(&self) -> impl Iterator<Item = &Vec<i32>> {
        self.answers.iter().filter_map(|(answer, _)| match answer {
            Answer::Granted(numbers) => Some(numbers),
            _ => None,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Done,
    Refused,
    Unknown,
}

/// A spot, as messages and lists show it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Spot {
    pub(crate) id: i64,
    pub(crate) number: i32,
    pub(crate) status: String,
    pub(crate) claimed_by_handle: Option<String>,
}

/// What a watcher recorded, in order of arrival.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watched {
    pub(crate) name: String,
    /// Whether it watched before the first change.
    pub(crate) from_start: bool,
    /// The sequence numbers and types of all messages that have one, and the spots of those that are of one.
    pub(crate) told: Vec<(i64, String, Option<Spot>)>,
    /// When it got the message that it had missed too much: after which sequence number, and through which.
    pub(crate) resyncs: Vec<(i64, i64)>,
}

/// An entry of the audit log.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Audited {
    pub(crate) id: String,
    pub(crate) timestamp: String,
    pub(crate) admin_username: String,
    pub(crate) action: String,
    pub(crate) entity_type: String,
    pub(crate) entity_id: String,
}

/// A board as one server shows it at the end.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub(crate) seq: i64,
    pub(crate) spots: Vec<Spot>,
}
