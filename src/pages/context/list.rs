//! The home page and the public list of waffles.

use serde::Serialize;

use crate::pages::context::Frame;

/// `GET /`: the active waffles.
#[derive(Debug, Clone, Serialize)]
pub struct HomePage {
    pub frame: Frame,
    /// Active waffles, newest first.
    pub waffles: Vec<WaffleCard>,
}

/// `GET /waffles`: every waffle that is not archived.
#[derive(Debug, Clone, Serialize)]
pub struct WafflesPage {
    pub frame: Frame,
    /// Active waffles, newest first.
    pub active: Vec<WaffleCard>,
    /// Completed waffles, newest first.
    pub completed: Vec<WaffleCard>,
}

/// A waffle in a list, kept current by the page's script.
#[derive(Debug, Clone, Serialize)]
pub struct WaffleCard {
    pub slug: String,
    pub title: String,
    pub image_url: Option<String>,
    /// The price of one spot, formatted.
    pub price: String,
    pub status: WaffleStatus,
    pub total_spots: u32,
    pub available: u32,
    /// Every spot that is not available.
    pub claimed: u32,
    /// Claimed of total in percent, with one decimal: `37.5`.
    pub fill_percent: String,
    /// How many winners are drawn.
    pub item_count: u32,
    /// The event sequence number that these counts include; sockets start after it.
    pub seq: i64,
    /// Empty until the waffle is completed.
    pub winners: Vec<Winner>,
}

/// Whether a waffle still takes claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WaffleStatus {
    Active,
    Completed,
}

/// A winning spot and who holds it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Winner {
    pub number: u32,
    pub handle: String,
}
