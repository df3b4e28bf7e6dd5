//! A buyer as clients see it.

use crate::buyer::{Buyer, Entry, EntryResult, HeldSpot, Luck, Stats};
use crate::handle::Handle;
use crate::percent::Percent;
use crate::waffle::WaffleStatus;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A buyer, with statistics.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Buyer)]
pub struct BuyerView<'a> {
    #[schema(value_type = String, example = "anna")]
    social_handle: &'a Handle,
    #[serde(flatten)]
    stats: Stats,
}

impl<'a> From<&'a Buyer> for BuyerView<'a> {
    fn from(buyer: &'a Buyer) -> Self {
        Self { social_handle: &buyer.handle, stats: buyer.stats() }
    }
}

/// A buyer's part in a waffle.
#[derive(Debug, Serialize, ToSchema)]
pub struct BuyerWaffle<'a> {
    waffle_id: Uuid,
    #[schema(example = "golden-hour")]
    slug: &'a str,
    #[schema(example = "Golden Hour")]
    title: &'a str,
    status: WaffleStatus,
    /// Whether its page is gone.
    archived: bool,
    /// In cents.
    #[schema(example = 2500)]
    spot_price: i64,
    #[schema(example = 100)]
    total_spots: i32,
    /// The buyer's spots, ascending by number. A card has none if there are too many.
    spots: &'a [HeldSpot],
    result: EntryResult,
    created_at: DateTime<Utc>,
    /// When the winners were drawn.
    #[schema(required)]
    completed_at: Option<DateTime<Utc>>,
}

impl<'a> From<&'a Entry> for BuyerWaffle<'a> {
    fn from(entry: &'a Entry) -> Self {
        Self {
            waffle_id: entry.waffle_id,
            slug: &entry.slug,
            title: &entry.title,
            status: entry.status,
            archived: entry.archived,
            spot_price: entry.spot_price,
            total_spots: entry.total_spots,
            spots: &entry.spots,
            result: entry.result(),
            created_at: entry.created_at,
            completed_at: entry.completed_at,
        }
    }
}

/// Everything about a buyer.
#[derive(Debug, Serialize, ToSchema)]
pub struct BuyerCard<'a> {
    #[schema(value_type = String, example = "anna")]
    social_handle: &'a Handle,
    stats: Stats,
    /// Wins as a share of wins and losses, in percent, to one decimal.
    #[schema(value_type = f64, example = 33.3)]
    win_rate: Percent,
    /// The share that average luck would have won, in percent, to one decimal.
    #[schema(value_type = f64, example = 20.8)]
    expected_win_rate: Percent,
    /// The win rate less the expected one: positive means luckier than expected.
    #[schema(value_type = f64, example = 12.5)]
    luck_rating: Percent,
    /// The texts in double quotes in the titles of won waffles, the newest first.
    #[schema(example = json!(["Golden Hour"]))]
    trophies: &'a [String],
    /// The newest hundred waffles; `stats` says how many there are.
    waffle_history: Vec<BuyerWaffle<'a>>,
}

impl<'a> From<&'a Buyer> for BuyerCard<'a> {
    fn from(buyer: &'a Buyer) -> Self {
        let Luck { win_rate, expected_win_rate, luck_rating } = buyer.luck();
        Self {
            social_handle: &buyer.handle,
            stats: buyer.stats(),
            win_rate,
            expected_win_rate,
            luck_rating,
            trophies: &buyer.trophies,
            waffle_history: buyer.waffles.iter().map(BuyerWaffle::from).collect(),
        }
    }
}
