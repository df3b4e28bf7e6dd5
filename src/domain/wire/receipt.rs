//! A claim as its buyer sees it.

use crate::receipt::ClaimResult;
use crate::spot::SpotStatus;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::wire::payment::PaymentOption;
use crate::wire::waffle::WaffleSummary;

/// A claim and its current state.
#[derive(Debug, Serialize, ToSchema)]
pub struct Receipt<'a> {
    pub waffle: WaffleSummary,
    /// The handle that claimed, or that it was merged into since.
    #[schema(example = "anna")]
    pub social_handle: &'a str,
    /// The spots that were claimed, ascending by number.
    pub spots: Vec<ReceiptSpot>,
    /// The amount that is due, in cents: pending spots owe until the winners are set.
    #[schema(minimum = 0, example = 5000)]
    pub owed: i64,
    /// The amount to send: a few cents more if the waffle has `distinct_amounts`, which show the seller whose payment
    /// it is.
    #[schema(minimum = 0, example = 5003)]
    pub amount_to_send: i64,
    /// The ways to pay that amount. A link carries it if its type has a place for it.
    pub payment_options: Vec<PaymentOption<'a>>,
    /// When the buyer reported the payment; `null` if not, or taken back.
    #[schema(required)]
    pub says_paid_at: Option<DateTime<Utc>>,
    /// Until when the report keeps the first of the spots; `null` if there is no end, or no deadline.
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
    /// Its status now, no matter who holds it.
    pub status: SpotStatus,
    pub claimed_at: DateTime<Utc>,
    /// The deadline for payment, if it is due and there is one.
    #[schema(required)]
    pub pay_by: Option<DateTime<Utc>>,
    /// Whether it is in the locked draw, or in the choice that the winners are from, by lot or by hand; `null` while
    /// there is neither. A spot that was not paid before is not, and owes nothing once the winners are set.
    #[schema(required)]
    pub in_draw: Option<bool>,
    /// Its prize, if it won and the draw names one.
    #[schema(required, example = "Golden Hour, signed")]
    pub prize: Option<String>,
    /// Its position among the remaining alternates: 1 wins if a winner withdraws, then 2, and so on. `null` for other
    /// spots.
    #[schema(required, minimum = 1, maximum = 10)]
    pub alternate: Option<i32>,
    /// Whether the buyer still holds it: not if it was released, claimed again or given another handle since.
    pub yours: bool,
}
