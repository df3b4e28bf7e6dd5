//! `/api/buyers`: what a handle holds and how lucky it is.

pub mod card;
pub mod history;
pub mod stats;

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::buyer::{Entry, EntryResult, HeldSpot};
use waffle_domain::waffle::WaffleStatus;

/// A buyer's part in a waffle.
#[derive(Serialize, ToSchema)]
#[schema(as = BuyerWaffle)]
struct HistoryRow<'a> {
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
    /// The buyer's spots, ascending by number.
    spots: &'a [HeldSpot],
    result: EntryResult,
    created_at: DateTime<Utc>,
    /// When the winners were drawn.
    #[schema(required)]
    completed_at: Option<DateTime<Utc>>,
}

impl<'a> From<&'a Entry> for HistoryRow<'a> {
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
