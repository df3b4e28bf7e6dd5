//! The story of a waffle, step by step.

use chrono::{DateTime, Utc};
use serde::Deserialize;
use waffle_domain::waffle_fields::WaffleDraft;

/// A waffle and its history.
pub(super) struct Story {
    pub(super) draft: WaffleDraft,
    /// In order of time; the first one creates it.
    pub(super) steps: Vec<Step>,
}

/// A step of the story, with its moment.
pub(super) struct Step {
    pub(super) at: DateTime<Utc>,
    pub(super) action: Action,
}

/// The action of a step. Spots are named by their numbers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Action {
    Create,
    /// Buyers claim at the same moment.
    Claim(Vec<Claim>),
    /// The seller marks spots paid.
    Pay(Vec<i32>),
    /// The seller releases spots.
    Release(Vec<i32>),
    /// A buyer gives spots of one claim back.
    GiveBack(Vec<i32>),
    /// The buyer of the claim that includes this spot says "I have paid".
    SayPaid(i32, String),
    /// Pending spots whose deadline has passed expire.
    Expire,
    /// The deadlines are set from the times of the claims.
    Backdate,
    /// The seller picks the winners by hand.
    PickWinners(Vec<i32>),
    /// The seller locks a draw, whose round appears this many seconds later.
    Lock {
        seconds: i64,
    },
    /// The locked draw is decided.
    Decide,
    Archive,
}

/// A buyer's claim.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct Claim {
    pub(super) handle: String,
    pub(super) numbers: Vec<i32>,
}

impl Story {
    /// Begins a story with the waffle's creation.
    pub(super) fn begin(draft: WaffleDraft, at: DateTime<Utc>) -> Self {
        Self { draft, steps: vec![Step { at, action: Action::Create }] }
    }

    /// Adds a step.
    pub(super) fn then(&mut self, at: DateTime<Utc>, action: Action) {
        self.steps.push(Step { at, action });
    }

    /// Puts the steps in order of time. Those of the same moment stay in order.
    pub(super) fn in_order(mut self) -> Self {
        self.steps.sort_by_key(|step| step.at);
        self
    }
}
