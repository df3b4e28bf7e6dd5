//! The seller's list of waffles.

use chrono::{DateTime, Utc};
use serde::Serialize;
use waffle_domain::money::Currency;
use waffle_store::waffles::ListedWaffle;

use crate::context::list::{Neighbours, WaffleStatus};
use crate::context::terms::TermsView;
use crate::context::{Frame, Moment};

/// `GET /admin`; with `?archived=true`, the archived waffles.
#[derive(Debug, Clone, Serialize)]
pub struct DashboardPage {
    pub frame: Frame,
    /// Whether the list shows archived waffles.
    pub archived: bool,
    pub waffles: Vec<AdminCard>,
    /// Which part of the API's list the page shows; it adds unlisted waffles.
    pub list: String,
    pub neighbours: Neighbours,
    /// Whether this seller may unarchive.
    pub may_archive: bool,
}

template!(DashboardPage: "admin/dashboard");

/// A waffle in its seller's list.
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
    /// Paid spots, winners and losers included.
    pub paid: u32,
    /// Every spot that is not available.
    pub claimed: u32,
    /// Claimed spots in percent, with one decimal.
    pub fill_percent: String,
    /// The newest sequence number included in these counts; the live updates start after it.
    pub seq: i64,
    pub created: Moment,
    pub terms: TermsView,
}

impl AdminCard {
    /// Makes a waffle's card, as it is now.
    pub fn new(listed: &ListedWaffle, currency: &Currency, now: DateTime<Utc>) -> Self {
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
            terms: TermsView::new(&waffle.terms, now),
        }
    }
}
