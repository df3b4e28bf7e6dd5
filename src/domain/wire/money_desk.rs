//! What the buyers of a waffle owe and have paid, and payments found in a text, as sellers see them.

use crate::csv_column::{Column, time};
use crate::handle::Handle;
use crate::money_desk::{DeskBuyer, MoneyTotals};
use crate::payment_note::SaysPaid;
use crate::payments_text::PaymentLine;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::wire::spot::ListedSpot;

/// The buyers of a waffle.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MoneyDesk {
    /// Buyers who owe come first, the oldest claim first; then the others by handle.
    pub entries: Vec<BuyerAccount>,
    pub totals: MoneyTotals,
}

/// What a buyer holds, owes and has paid; money in cents.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BuyerAccount {
    #[schema(value_type = String, example = "anna")]
    pub social_handle: Handle,
    /// Ascending by number.
    pub spots: Vec<ListedSpot>,
    #[schema(example = 1)]
    pub pending_count: usize,
    /// Including winners and losers.
    #[schema(example = 2)]
    pub paid_count: usize,
    /// For the pending spots; 0 once the winners are set.
    #[schema(example = 2500)]
    pub owed: i64,
    /// The amount that the buyer was asked to send: a few cents more if the waffle has `distinct_amounts`.
    #[schema(example = 2503)]
    pub amount_to_send: i64,
    #[schema(example = 5000)]
    pub paid_amount: i64,
    /// The numbers of the spots that are not in the locked draw, or in the choice that the winners are from; empty
    /// while there is neither.
    #[schema(example = json!([]))]
    pub not_in_draw: Vec<i32>,
    /// When the oldest of the spots that are due was claimed.
    #[schema(required)]
    pub oldest_pending_at: Option<DateTime<Utc>>,
    /// The earliest deadline of the spots that are due.
    #[schema(required)]
    pub pay_by: Option<DateTime<Utc>>,
    /// Whether that deadline has passed.
    pub overdue: bool,
    /// When the buyer reported the payment.
    #[schema(required)]
    pub says_paid_at: Option<DateTime<Utc>>,
    /// The buyer's note.
    #[schema(required, example = "from my sister's account")]
    pub note: Option<String>,
    /// Until when the report keeps the first of the spots that are due; `null` if there is no end, or no deadline.
    #[schema(required)]
    pub says_paid_until: Option<DateTime<Utc>>,
}

impl BuyerAccount {
    /// The columns of the file for spreadsheets.
    pub const COLUMNS: [Column<Self>; 13] = [
        ("social_handle", |buyer| buyer.social_handle.to_string()),
        ("spots", |buyer| buyer.spots.iter().map(|spot| spot.number().to_string()).collect::<Vec<_>>().join(" ")),
        ("pending_count", |buyer| buyer.pending_count.to_string()),
        ("paid_count", |buyer| buyer.paid_count.to_string()),
        ("owed", |buyer| buyer.owed.to_string()),
        ("paid_amount", |buyer| buyer.paid_amount.to_string()),
        ("oldest_pending_at", |buyer| time(buyer.oldest_pending_at)),
        ("pay_by", |buyer| time(buyer.pay_by)),
        ("overdue", |buyer| buyer.overdue.to_string()),
        ("says_paid_at", |buyer| time(buyer.says_paid_at)),
        ("note", |buyer| buyer.note.clone().unwrap_or_default()),
        ("says_paid_until", |buyer| time(buyer.says_paid_until)),
        ("amount_to_send", |buyer| buyer.amount_to_send.to_string()),
    ];
}

impl BuyerAccount {
    /// Shows a buyer at a moment, with the buyer's report, if any, and the numbers that are not in the draw.
    pub fn new(buyer: &DeskBuyer<'_>, now: DateTime<Utc>, said: Option<SaysPaid>, not_in_draw: Vec<i32>) -> Self {
        let (says_paid_at, says_paid_until) =
            (said.as_ref().map(|said| said.at), said.as_ref().and_then(|it| it.kept_until));
        Self {
            social_handle: buyer.handle.clone(),
            spots: buyer.spots.iter().copied().map(ListedSpot::from).collect(),
            pending_count: buyer.pending_count(),
            paid_count: buyer.paid_count(),
            owed: buyer.owed(),
            amount_to_send: buyer.amount_to_send(),
            paid_amount: buyer.paid_amount(),
            not_in_draw,
            oldest_pending_at: buyer.oldest_pending_at,
            pay_by: buyer.pay_by,
            overdue: buyer.overdue(now),
            says_paid_at,
            note: said.map(|said| said.note),
            says_paid_until,
        }
    }
}

/// The lines of a pasted text of payments.
#[derive(Debug, Serialize, ToSchema)]
pub struct MatchedPayments {
    /// In the order of the text, without blank ones.
    pub lines: Vec<PaymentLine>,
}
