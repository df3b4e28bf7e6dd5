//! The money desk on the page on which a seller manages a waffle, and the pages around it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use waffle_domain::money_desk::{DeskFilter, MoneyTotals};
use waffle_domain::spot::SpotStatus;
use waffle_domain::spot_ranges::ranges;
use waffle_domain::wire::money_desk::{BuyerAccount, MoneyDesk};

use crate::context::Frame;

/// How many buyers the desk lists; the others are found by searching.
const MOST_ROWS: usize = 300;

/// What all pages around the money desk share.
#[derive(Debug, Clone, Serialize)]
pub struct DeskFrame {
    pub frame: Frame,
    pub id: String,
    pub title: String,
}

/// The buyers of a waffle.
#[derive(Debug, Clone, Serialize)]
pub struct Desk {
    /// What was searched for: a part of a handle, or spots.
    pub search: String,
    /// The spot that was searched for, if it was a single one.
    pub spot: Option<i32>,
    /// Whether the list has only buyers who say paid and share their source with other handles.
    pub shared_source: bool,
    pub entries: Vec<Debtor>,
    pub totals: MoneyTotals,
    /// How many more there are than are listed.
    pub more: usize,
    /// Whether what is owed can be marked paid: not while a draw is locked.
    pub payable: bool,
    /// The server's time, by which the script counts down.
    pub now: DateTime<Utc>,
}

/// A buyer as the desk lists one: without the spots, which would be most of the page's data on a large board.
#[derive(Debug, Clone, Serialize)]
pub struct Debtor {
    #[serde(flatten)]
    pub buyer: BuyerAccount,
    /// The numbers of the unpaid spots, or of all if nothing is owed.
    pub numbers: String,
    /// Their ids: what the button marks paid is what the row shows.
    pub ids: String,
}

impl Desk {
    /// Describes the buyers as they are now.
    pub fn new(desk: MoneyDesk, (search, filter): (&str, DeskFilter), (payable, now): (bool, DateTime<Utc>)) -> Self {
        Self {
            search: search.to_owned(),
            spot: None,
            shared_source: filter == DeskFilter::SharedSource,
            more: desk.entries.len().saturating_sub(MOST_ROWS),
            entries: desk.entries.into_iter().take(MOST_ROWS).map(Debtor::new).collect(),
            totals: desk.totals,
            payable,
            now,
        }
    }
}

impl Debtor {
    fn new(mut buyer: BuyerAccount) -> Self {
        let mut spots = std::mem::take(&mut buyer.spots);
        if buyer.owed > 0 {
            spots.retain(|spot| spot.spot().status == SpotStatus::Pending);
        }
        let ids: Vec<String> = spots.iter().map(|spot| spot.spot().id.to_string()).collect();
        let numbers = ranges(spots.iter().map(|spot| spot.number().unsigned_abs()));
        Self { buyer, numbers, ids: ids.join(",") }
    }
}
