//! The page of one waffle: the board, the claim form and what became of the last claim.

use serde::Serialize;

use crate::pages::context::board::Board;
use crate::pages::context::claim::{ClaimForm, ClaimNotice};
use crate::pages::context::list::{WaffleStatus, Winner};
use crate::pages::context::{Currency, Frame, Link};

/// `GET /waffle/:slug`, and the answer to a claim that was not granted.
#[derive(Debug, Clone, Serialize)]
pub struct WafflePage {
    pub frame: Frame,
    pub waffle: WaffleView,
    pub board: Board,
    pub currency: Currency,
    pub claim: ClaimForm,
    /// What became of a claim by form post.
    pub notice: Option<ClaimNotice>,
}

/// A waffle as buyers see it.
#[derive(Debug, Clone, Serialize)]
pub struct WaffleView {
    /// The waffle's uuid, for the API.
    pub id: String,
    pub slug: String,
    pub title: String,
    /// Free text; line breaks are kept.
    pub description: Option<String>,
    pub image_url: Option<String>,
    /// The price of one spot, formatted.
    pub price: String,
    pub price_cents: i64,
    pub status: WaffleStatus,
    pub total_spots: u32,
    pub available: u32,
    /// Every spot that is not available.
    pub claimed: u32,
    /// Claimed of total in percent, with one decimal.
    pub fill_percent: String,
    pub item_count: u32,
    pub winners: Vec<Winner>,
    pub payment_options: Vec<PaymentOption>,
    /// The seller's links, each with a short text such as its host name.
    pub social_links: Vec<Link>,
    /// The absolute address of this page.
    pub share_url: String,
}

/// A way to pay that the seller takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PaymentOption {
    /// The type: `wallet_a`, `wallet_b`, …
    pub kind: String,
    /// The label that buyers know.
    pub display_name: String,
    /// The seller's handle or address there, as text.
    pub handle_or_url: String,
    /// Where to pay, if the type has a link.
    pub link: Option<String>,
}
