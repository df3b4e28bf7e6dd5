//! The claim form, and what the page says about the claim that was just made.

use serde::Serialize;

use crate::pages::context::form::Field;

/// The claim form with what was typed before.
#[derive(Debug, Clone, Default, Serialize)]
pub struct ClaimForm {
    /// A fresh random key: one form, one claim.
    pub idempotency_key: String,
    pub social_handle: Field,
    /// Numbers as typed: `3, 7, 10-14`.
    pub numbers: Field,
    /// How many to pick at random, as typed; empty shows 1.
    pub count: Field,
}

/// What became of a claim by form post.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ClaimNotice {
    /// The spots are the buyer's, until paid or released.
    Granted {
        /// `3, 7, 10-14`.
        numbers: String,
        count: u32,
        /// What to pay, formatted.
        sum: String,
        handle: String,
        /// How many were asked for, when fewer were left.
        requested: Option<u32>,
    },
    /// Random spots were asked for, but none was left.
    NoneLeft,
    /// Some numbers belong to somebody else, so nothing was claimed.
    Taken {
        numbers: String,
        count: u32,
        handle: String,
        /// The other numbers, ready to be claimed with one press.
        rest: Option<Rest>,
    },
    /// Something typed was wrong: the fields say what.
    Invalid,
    /// The form's key was used for another claim before.
    FormReused,
    /// The waffle is completed.
    NotActive,
    /// Too many claims from this address.
    RateLimited { retry_after_seconds: u64 },
    /// Certainly not claimed; the form is kept as it was.
    Unavailable,
    /// It may have been claimed: the board tells.
    OutcomeUnknown,
}

/// What is left of a refused claim.
#[derive(Debug, Clone, Serialize)]
pub struct Rest {
    pub numbers: String,
    pub count: u32,
    /// What the rest costs, formatted.
    pub sum: String,
    /// A fresh random key.
    pub idempotency_key: String,
}
