//! A waffle as lists and messages show it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

use crate::board::Counts;
use crate::waffle::Waffle;

/// The summary object of the public list, the admin list and the `waffle_updated` message.
#[derive(Debug, Serialize)]
pub struct Summary<'a> {
    id: Uuid,
    slug: &'a str,
    title: &'a str,
    description: Option<&'a str>,
    image_url: Option<&'a str>,
    status: &'a str,
    archived: bool,
    total_spots: i32,
    spot_price: i64,
    item_count: i32,
    available_count: i32,
    pending_count: i32,
    claimed_count: i32,
    paid_count: i32,
    fill_percent: f64,
    winning_spot_numbers: &'a [i32],
    winning_social_handles: &'a [String],
    created_at: DateTime<Utc>,
    completed_at: Option<DateTime<Utc>>,
}

impl<'a> Summary<'a> {
    /// Shows a waffle with its counts.
    pub fn new(waffle: &'a Waffle, counts: Counts) -> Self {
        Self {
            id: waffle.id,
            slug: &waffle.slug,
            title: &waffle.title,
            description: waffle.description.as_deref(),
            image_url: waffle.image_url.as_deref(),
            status: waffle.status.as_str(),
            archived: waffle.archived,
            total_spots: waffle.total_spots,
            spot_price: waffle.spot_price,
            item_count: waffle.item_count,
            available_count: counts.available,
            pending_count: counts.pending,
            claimed_count: counts.claimed(),
            paid_count: counts.paid,
            fill_percent: counts.fill_percent(),
            winning_spot_numbers: &waffle.winning_spot_numbers,
            winning_social_handles: &waffle.winning_social_handles,
            created_at: waffle.created_at,
            completed_at: waffle.completed_at,
        }
    }
}
