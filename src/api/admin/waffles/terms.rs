//! The terms of a waffle, as they are sent.

use serde::Deserialize;
use utoipa::ToSchema;
use waffle_domain::change::Change;
use waffle_domain::terms::TermsDraft;

/// When and how spots may be claimed, and how soon they are to be paid.
#[derive(Deserialize, ToSchema)]
pub struct TermsFields {
    /// Buyers can't claim before this; `null`: no such limit.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-06-01T18:00:00Z")]
    opens_at: Change<Option<String>>,
    /// Buyers can't claim for the moment.
    claims_paused: Option<bool>,
    /// Left out of the public lists; the link still works.
    unlisted: Option<bool>,
    /// How long a claim may stay unpaid, in minutes; `null`: as long as the buyer likes. It holds for claims made from
    /// then on.
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 5, maximum = 43_200, example = 30)]
    pay_within_minutes: Change<Option<i64>>,
    /// The most spots that a handle may hold; `null`: as many as there are.
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 1, maximum = 10_000, example = 5)]
    max_spots_per_handle: Change<Option<i64>>,
    /// For how many hours after the deadline "I have paid" keeps spots; `null`: until the seller has looked. Changes
    /// apply to later notes only.
    #[serde(default)]
    #[schema(value_type = Option<i64>, minimum = 1, maximum = 720, example = 24)]
    says_paid_grace_hours: Change<Option<i64>>,
    /// Whether receipts ask each buyer for a few cents more, so that payments can be distinguished.
    distinct_amounts: Option<bool>,
}

impl From<TermsFields> for TermsDraft {
    fn from(fields: TermsFields) -> Self {
        Self {
            opens_at: fields.opens_at,
            claims_paused: fields.claims_paused,
            unlisted: fields.unlisted,
            pay_within_minutes: fields.pay_within_minutes,
            max_spots_per_handle: fields.max_spots_per_handle,
            says_paid_grace_hours: fields.says_paid_grace_hours,
            distinct_amounts: fields.distinct_amounts,
        }
    }
}
