//! The page of a receipt: a buyer's claim, what there is to pay, and the state of its spots.

use serde::Serialize;
use waffle_domain::receipt::ClaimResult;

use crate::context::form::Field;
use crate::context::how_won::HowWonView;
use crate::context::list::Winner;
use crate::context::waffle::PaymentOption;
use crate::context::{Currency, Frame, Moment};

/// `GET /claim/:token`, and the answers to its forms when they were refused.
#[derive(Debug, Clone, Serialize)]
pub struct ReceiptPage {
    pub frame: Frame,
    pub csrf_token: String,
    /// The page's path.
    pub path: String,
    /// The page's absolute address, for the buyer to keep.
    pub link: String,
    /// For the API.
    pub token: String,
    /// The buyer's handle.
    pub handle: String,
    pub waffle: ReceiptWaffle,
    pub currency: Currency,
    /// The claimed numbers as text: `3, 7, 10-14`.
    pub numbers: String,
    /// The spots by state; empty groups are left out.
    pub groups: Vec<SpotGroup>,
    pub due: Due,
    pub out: Out,
    /// Whether nothing is owed because the seller has marked it paid.
    pub all_paid: bool,
    /// When the buyer said that it was paid, and the note.
    pub said: Option<BuyersNote>,
    /// For how many hours the buyer's note keeps the spots, if that has an end.
    pub grace_hours: Option<i32>,
    /// The note as last typed.
    pub note: Field,
    /// The spots to give back, as last typed.
    pub give_back: Field,
    pub result: ClaimResult,
    /// The prizes of the buyer's winning spots, if the draw names them.
    pub prizes: Vec<WonPrize>,
    /// The buyer's spots that are alternates.
    pub alternates: Vec<Alternate>,
    /// The waffle's newest sequence number that is certainly included; the live updates start after it.
    pub seq: i64,
    /// The server's time, in milliseconds since 1970.
    pub now: i64,
}

template!(ReceiptPage: "receipt");

/// What a receipt shows of its waffle.
#[derive(Debug, Clone, Serialize)]
pub struct ReceiptWaffle {
    /// The waffle's uuid.
    pub id: String,
    pub slug: String,
    pub title: String,
    /// The price of one spot, formatted.
    pub price: String,
    /// Whether the waffle is archived. Then only the receipt still works.
    pub archived: bool,
    /// With the amount due, where the link has a place for it.
    pub payment_options: Vec<PaymentOption>,
    pub winners: Vec<Winner>,
    pub how_won: HowWonView,
}

/// A spot's prize.
#[derive(Debug, Clone, Serialize)]
pub struct WonPrize {
    pub number: i32,
    pub prize: String,
}

/// A spot that may still win.
#[derive(Debug, Clone, Serialize)]
pub struct Alternate {
    pub number: i32,
    /// 1 for the next alternate.
    pub place: i32,
}

/// Claimed spots in the same state.
#[derive(Debug, Clone, Serialize)]
pub struct SpotGroup {
    /// The state's letter, or `x` for spots that are no longer the buyer's.
    pub letter: char,
    pub numbers: String,
    pub words: &'static str,
}

/// What the buyer has to pay.
#[derive(Debug, Clone, Serialize)]
pub struct Due {
    /// The amount to send, formatted.
    pub sum: String,
    /// The exact debt, formatted, if the amount to send is a few cents more.
    pub owed: Option<String>,
    /// The pending numbers as text; empty if there are none.
    pub numbers: String,
    /// The same, if they are few enough to be ticked one by one.
    pub ticks: Vec<i32>,
    /// By when, if there is a deadline.
    pub pay_by: Option<Moment>,
}

/// The buyer's spots that are not in the draw, as text; each empty if there are none.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Out {
    /// Not paid, while a draw is locked that may still be voided.
    pub waiting: String,
    /// Not paid when the winners were set.
    pub unpaid: String,
    /// Paid, but not in the draw.
    pub paid: String,
    /// When the first of those that wait expires.
    pub kept_until: Option<Moment>,
}

/// The buyer's note.
#[derive(Debug, Clone, Serialize)]
pub struct BuyersNote {
    pub at: Moment,
    /// Until when that keeps the spots, if it has an end.
    pub kept_until: Option<Moment>,
    pub note: String,
}

/// The question before spots are given back.
#[derive(Debug, Clone, Serialize)]
pub struct GiveBackPage {
    pub frame: Frame,
    pub csrf_token: String,
    /// The receipt's path.
    pub path: String,
    pub title: String,
    pub numbers: String,
    pub count: u32,
    /// Their price, formatted.
    pub sum: String,
    pub price: String,
}

template!(GiveBackPage: "give_back");
