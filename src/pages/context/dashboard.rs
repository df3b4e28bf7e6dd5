//! The seller's list of waffles.

use serde::Serialize;
use waffle_domain::money::Currency;
use waffle_store::waffles::ListedWaffle;

use crate::pages::context::flash::Flash;
use crate::pages::context::list::{Neighbours, WaffleStatus};
use crate::pages::context::{Frame, Moment};

/// `GET /admin`, and with `?archived=true` the archived ones.
#[derive(Debug, Clone, Serialize)]
pub struct DashboardPage {
    pub frame: Frame,
    /// Whether the archived waffles are shown.
    pub archived: bool,
    pub waffles: Vec<AdminCard>,
    pub neighbours: Neighbours,
    pub csrf_token: String,
    /// Whether this admin may unarchive.
    pub may_archive: bool,
    /// What the last action did.
    pub flash: Option<Flash>,
}

/// A waffle as its seller sees it in the list.
#[derive(Debug, Clone, Serialize)]
pub struct AdminCard {
    pub id: String,
    pub slug: String,
    pub title: String,
    /// The price of one spot, formatted.
    pub price: String,
    pub status: WaffleStatus,
    pub total_spots: u32,
    pub available: u32,
    pub pending: u32,
    /// Paid, winners and losers.
    pub paid: u32,
    /// Every spot that is not available.
    pub claimed: u32,
    /// Claimed of total in percent, with one decimal.
    pub fill_percent: String,
    /// The event sequence number that these counts include; sockets start after it.
    pub seq: i64,
    pub created: Moment,
}

impl AdminCard {
    /// Makes the card of a waffle.
    pub fn new(listed: &ListedWaffle, currency: &Currency) -> Self {
        let (waffle, counts) = (&listed.waffle, listed.counts);
        Self {
            id: waffle.id.to_string(),
            slug: waffle.slug.clone(),
            title: waffle.title.clone(),
            price: currency.format(waffle.spot_price),
            status: waffle.status.into(),
            total_spots: waffle.total_spots.unsigned_abs(),
            available: counts.available.unsigned_abs(),
            pending: counts.pending.unsigned_abs(),
            paid: counts.paid.unsigned_abs(),
            claimed: counts.claimed().unsigned_abs(),
            fill_percent: format!("{:.1}", counts.fill_percent()),
            seq: listed.last_seq,
            created: waffle.created_at.into(),
        }
    }
}
