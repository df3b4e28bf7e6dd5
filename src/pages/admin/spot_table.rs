//! The table of spots on the manage page, filtered and paged.

use serde::Serialize;
use waffle_domain::board::Board;
use waffle_domain::handle::Handle;
use waffle_domain::spot::{Spot, SpotStatus};
use waffle_domain::waffle::{Waffle, WaffleStatus};

use crate::context::Moment;
use crate::context::board::{letter, name};
use crate::query::Query;

/// A filter of the spot table.
#[derive(Debug, Clone, Serialize)]
pub struct FilterTab {
    /// A spot status as in the API, or `all`.
    pub key: String,
    pub label: String,
    pub count: u32,
    pub current: bool,
}

/// A spot in the table.
#[derive(Debug, Clone, Serialize)]
pub struct SpotRow {
    pub id: i64,
    pub number: u32,
    pub state: SpotStatus,
    pub letter: char,
    /// The short name of the state.
    pub words: &'static str,
    pub handle: Option<String>,
    pub claimed: Option<Moment>,
    pub paid: Option<Moment>,
    pub can_pay: bool,
    pub can_release: bool,
}

impl SpotRow {
    /// Makes a row; the state decides which actions it offers.
    pub fn new(id: i64, number: u32, state: SpotStatus, handle: Option<String>) -> Self {
        Self {
            id,
            number,
            state,
            letter: letter(state),
            words: name(state),
            handle,
            claimed: None,
            paid: None,
            can_pay: state == SpotStatus::Pending,
            can_release: matches!(state, SpotStatus::Pending | SpotStatus::Paid),
        }
    }

    /// A row without a spot, for the script to copy.
    pub fn blank() -> Self {
        Self::new(0, 0, SpotStatus::Available, None)
    }
}

impl From<&Spot> for SpotRow {
    fn from(spot: &Spot) -> Self {
        let handle = spot.handle().map(Handle::to_string);
        let row = Self::new(spot.id, spot.number.unsigned_abs(), spot.status(), handle);
        Self { claimed: spot.claimed_at().map(Moment::from), paid: spot.paid_at().map(Moment::from), ..row }
    }
}

/// Links to the neighbouring pages of the table.
#[derive(Debug, Clone, Serialize)]
pub struct Pager {
    pub page: u32,
    pub pages: u32,
    pub previous: Option<u32>,
    pub next: Option<u32>,
}

/// How many rows a page holds; the page's script uses the same number.
const ROWS: usize = 200;
const ALL: &str = "all";

/// The contents of the table.
#[derive(Debug, Clone, Serialize)]
pub struct SpotTable {
    /// The current filter: a spot status as in the API, or `all`.
    pub filter: &'static str,
    pub tabs: Vec<FilterTab>,
    pub rows: Vec<SpotRow>,
    /// The page number, from 1.
    pub page: u32,
    pub pager: Option<Pager>,
}

impl SpotTable {
    /// Reads filter and page from the query. A page beyond the end becomes the last one. Without a filter, an active
    /// waffle shows its pending spots, since they need attention.
    pub fn new(query: &Query, waffle: &Waffle, board: &Board) -> Self {
        let drawn = waffle.status == WaffleStatus::Completed;
        let filter = query.parsed::<SpotStatus>("status").or_else(|| {
            let said = query.text("status") == ALL;
            (!said && !drawn).then_some(SpotStatus::Pending)
        });
        let matching = |spot: &&Spot| filter.is_none_or(|status| spot.status() == status);
        let found = board.spots().filter(matching).count();
        let last = u32::try_from(found.div_ceil(ROWS)).unwrap_or(u32::MAX).max(1);
        let page = query.page().min(last);
        let skipped = usize::try_from(page - 1).unwrap_or_default() * ROWS;
        let pager = (last > 1).then(|| Pager {
            page,
            pages: last,
            previous: (page > 1).then(|| page - 1),
            next: (page < last).then_some(page + 1),
        });
        Self {
            filter: filter.map_or(ALL, SpotStatus::as_str),
            tabs: tabs(filter, drawn, board),
            rows: board.spots().filter(matching).skip(skipped).take(ROWS).map(SpotRow::from).collect(),
            page,
            pager,
        }
    }
}

fn tabs(filter: Option<SpotStatus>, drawn: bool, board: &Board) -> Vec<FilterTab> {
    let tab = |status: Option<SpotStatus>, label: &str| {
        let count = board.spots().filter(|spot| status.is_none_or(|status| spot.status() == status)).count();
        FilterTab {
            key: status.map_or(ALL, SpotStatus::as_str).to_owned(),
            label: label.to_owned(),
            count: u32::try_from(count).unwrap_or(u32::MAX),
            current: status == filter,
        }
    };
    let mut tabs = vec![
        tab(None, "All"),
        tab(Some(SpotStatus::Pending), "Pending"),
        tab(Some(SpotStatus::Paid), "Paid"),
        tab(Some(SpotStatus::Available), "Available"),
    ];
    if drawn {
        tabs.insert(1, tab(Some(SpotStatus::Winner), "Winners"));
        tabs.insert(2, tab(Some(SpotStatus::Loser), "Not drawn"));
    }
    tabs
}
