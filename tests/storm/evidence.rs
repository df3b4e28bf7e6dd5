//! What the judge gets from a storm: requests and answers, what watchers saw, and what is stored.

use std::{collections::BTreeMap, time::Duration};

use serde::Deserialize;

/// What a buyer asks for. Each claim has its own handle, which sets its results apart from all others.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Operation {
    Pay,
    Release,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Done,
    Refused,
    Unknown,
}

/// A seller's change of a spot.
#[derive(Clone, Debug)]
pub(crate) struct Changed {
    pub(crate) number: i32,
    pub(crate) operation: Operation,
    pub(crate) outcome: Outcome,
}

/// A spot, as messages and lists show it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Spot {
    pub(crate) id: i64,
    pub(crate) number: i32,
    pub(crate) status: String,
    pub(crate) claimed_by_handle: Option<String>,
}

/// What a watcher recorded: sequence numbers and spots, in order of arrival.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watched {
    pub(crate) name: String,
    /// Whether it watched before the first change.
    pub(crate) from_start: bool,
    pub(crate) seen: Vec<(i64, Spot)>,
    /// The sequence numbers and types of all messages that have one, of spots or not.
    pub(crate) told: Vec<(i64, String)>,
    /// When it got the message that it had missed too much: after which sequence number, and through which.
    pub(crate) resyncs: Vec<(i64, i64)>,
    /// How often its connection ended and was restored.
    pub(crate) reconnects: u32,
}

/// An entry of the activity list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Entry {
    pub(crate) seq: i64,
    pub(crate) spot_number: i32,
    pub(crate) from_status: String,
    pub(crate) to_status: String,
    pub(crate) social_handle: String,
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

/// All evidence about one board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evidence {
    pub(crate) claims: Vec<Claimed>,
    pub(crate) changes: Vec<Changed>,
    pub(crate) watchers: Vec<Watched>,
    /// Oldest first.
    pub(crate) activity: Vec<Entry>,
    pub(crate) shown: Vec<Shown>,
}

impl Evidence {
    /// Counts the answers by kind.
    pub(crate) fn summary(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        let mut count = |name: String| *counts.entry(name).or_default() += 1;
        for (answer, _) in self.claims.iter().flat_map(|claim| &claim.answers) {
            count(match answer {
                Answer::Granted(numbers) if numbers.is_empty() => "granted none".into(),
                Answer::Granted(_) => "granted".into(),
                Answer::Taken(_) => "taken".into(),
                Answer::Refused { status, code, .. } => format!("{status} {code}"),
                Answer::Unknown(_) => "unknown".into(),
            });
        }
        for change in &self.changes {
            count(format!("{:?} {:?}", change.operation, change.outcome));
        }
        for claim in self.claims.iter().filter(|claim| claim.answers.len() > 1) {
            count("tried again".into());
            let granted = claim.answers.iter().filter(|(answer, _)| matches!(answer, Answer::Granted(_))).count();
            if granted > 1 {
                count("granted again".into());
            }
        }
        counts
    }

    /// Returns how long the slowest answer of a kind took.
    pub(crate) fn slowest(&self, which: impl Fn(&Answer) -> bool) -> Duration {
        let answers = self.claims.iter().flat_map(|claim| &claim.answers);
        answers.filter(|(answer, _)| which(answer)).map(|(_, took)| *took).max().unwrap_or_default()
    }
}
