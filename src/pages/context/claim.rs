//! The claim form, and the result of the last claim.

use serde::Serialize;
use waffle_language::{Amount, Text};

use crate::context::Moment;
use crate::context::form::Field;

/// The claim form as last typed.
#[derive(Debug, Clone, Default, Serialize)]
pub struct ClaimForm {
    /// A new random key: one form, one claim.
    pub idempotency_key: String,
    pub social_handle: Field,
    /// Numbers as typed: `3, 7, 10-14`.
    pub numbers: Field,
    /// How many to pick at random, as typed; an empty field shows 1.
    pub count: Field,
}

/// Why a claim made with the form was not granted.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ClaimNotice {
    /// Random spots were asked for, but none were left.
    NoneLeft,
    /// Some spots are taken, so nothing was claimed.
    Taken {
        numbers: Text,
        count: u32,
        handle: String,
        /// The spots that are still free, to be claimed with one click.
        rest: Option<Rest>,
    },
    /// A typed value was invalid: see the fields.
    Invalid,
    /// The form's key was already used for another claim.
    FormReused,
    /// The waffle is completed.
    NotActive,
    /// Buyers can't claim yet.
    NotOpen { opens: Moment },
    /// The seller has paused claims.
    Paused,
    /// The handle may not claim.
    Blocked,
    /// The handle would hold more spots than it may.
    TooMany { held: i32, allowed: i32 },
    /// Certainly not claimed; the form is as it was.
    Unavailable,
    /// It may or may not have been claimed: the board will show.
    OutcomeUnknown,
}

/// The spots of a refused claim that are still free.
#[derive(Debug, Clone, Serialize)]
pub struct Rest {
    pub numbers: String,
    pub count: u32,
    /// Their price.
    pub sum: Amount,
    /// A new random key.
    pub idempotency_key: String,
}
