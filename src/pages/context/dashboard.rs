//! The seller's list of waffles.

use serde::Serialize;

use crate::pages::context::list::WaffleStatus;
use crate::pages::context::{Frame, Moment};

/// `GET /admin`, and with `?archived=true` the archived ones.
#[derive(Debug, Clone, Serialize)]
pub struct DashboardPage {
    pub frame: Frame,
    /// Whether the archived waffles are shown.
    pub archived: bool,
    pub waffles: Vec<AdminCard>,
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
    pub created: Moment,
}
