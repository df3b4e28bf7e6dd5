//! A claim as its buyer sees it.

use crate::receipt::ClaimResult;
use crate::spot::SpotStatus;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::wire::payment::PaymentOption;
use crate::wire::waffle::WaffleSummary;

/// What became of a claim.
#[derive(Debug, Serialize, ToSchema)]
pub struct Receipt<'a> {
    pub waffle: WaffleSummary,
    /// Who claimed, or what the handle was merged into since.
    #[schema(example = "anna")]
    pub social_handle: &'a str,
    /// The spots that were claimed, ascending by number.
    pub spots: Vec<ReceiptSpot>,
    /// What is still to be paid for them, in cents: pending spots owe until the winners are set.
    #[schema(minimum = 0, example = 5000)]
    pub owed: i64,
    /// What to send for that: a few cents more where the waffle has `distinct_amounts`, by which the seller knows from
    /// whom it is.
    #[schema(minimum = 0, example = 5003)]
    pub amount_to_send: i64,
    /// The ways to pay that. A link carries the amount where its type has a place for it.
    pub payment_options: Vec<PaymentOption<'a>>,
    /// When the buyer said that it was paid; `null` if not, or taken back.
    #[schema(required)]
    pub says_paid_at: Option<DateTime<Utc>>,
    /// Until when the first of the spots is kept because of that; `null` for as long as the seller likes, or where
    /// there is no deadline.
    #[schema(required)]
    pub says_paid_until: Option<DateTime<Utc>>,
    pub result: ClaimResult,
}

/// A spot that was claimed, as it is now.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReceiptSpot {
    /// 1 to the waffle's `total_spots`.
    #[schema(minimum = 1, maximum = 10000, example = 3)]
    pub number: i32,
    /// Its status now, whoever holds it.
    pub status: SpotStatus,
    pub claimed_at: DateTime<Utc>,
    /// By when it is to be paid, if it is and there is a deadline.
    #[schema(required)]
    pub pay_by: Option<DateTime<Utc>>,
    /// Whether it is in the draw that is locked, or in the choice that the winners are from, by lot or by hand; `null`
    /// while there is neither. What was not paid before is not, and owes nothing once the winners are set.
    #[schema(required)]
    pub in_draw: Option<bool>,
    /// What it won, if it did and the draw says it.
    #[schema(required, example = "Golden Hour, signed")]
    pub prize: Option<String>,
    /// Its place among the draw's alternates that are left: 1 wins if a winner steps back, then 2, and so on. `null`
    /// for other spots.
    #[schema(required, minimum = 1, maximum = 10)]
    pub alternate: Option<i32>,
    /// Whether the buyer still holds it: not if it was released, claimed anew or given another handle since.
    pub yours: bool,
}
