//! The page on which a seller manages a waffle.

use serde::Serialize;
use waffle_domain::board::Counts;
use waffle_domain::handle::Handle;
use waffle_domain::money;
use waffle_domain::spot::Spot;
use waffle_domain::waffle::Waffle;
use waffle_http::public_origin::PublicOrigin;

use crate::context::activity::ActivityGroup;
use crate::context::board::{Board, SpotState};
use crate::context::desk::Desk;
use crate::context::draws::LockedView;
use crate::context::how_won::HowWonView;
use crate::context::list::{WaffleStatus, Winner, winners};
use crate::context::pick_winners::Picker;
use crate::context::terms::TermsView;
use crate::context::waffle::share_url;
use crate::context::{Currency, Frame, Moment};

/// `GET /admin/waffles/:id?status=…&page=…`.
#[derive(Debug, Clone, Serialize)]
pub struct ManagePage {
    pub frame: Frame,
    pub currency: Currency,
    pub waffle: ManagedWaffle,
    /// With the opening in the seller's time zone.
    pub terms: TermsView,
    /// The server's time, in milliseconds since 1970.
    pub now: i64,
    /// The money desk; `None` where the single spots are shown instead.
    pub desk: Option<Desk>,
    /// The whole board; the script keeps the counts from it.
    pub board: Board,
    /// The current filter: a spot status as in the API, or `all`.
    pub filter: String,
    pub tabs: Vec<FilterTab>,
    /// The spots on this page of the table, ordered by number.
    pub rows: Vec<SpotRow>,
    /// A template row that the script fills when a spot enters the filter: see [`SpotRow::blank`].
    pub blank_row: SpotRow,
    /// Whether several pending spots can be marked paid together: only while the waffle is active.
    pub bulk: bool,
    /// The number of the table's page, from 1.
    pub page: u32,
    pub pager: Option<Pager>,
    /// Newest first.
    pub activity: Vec<ActivityGroup>,
    /// The ids of the spots that it marked paid: that can be undone.
    pub undo: Vec<i64>,
    /// The form that picks winners; `None` once they are drawn.
    pub picker: Option<Picker>,
    /// Whether this seller may archive and delete.
    pub may_archive: bool,
}

template!(ManagePage: "admin/manage");

/// A waffle as its seller sees it.
#[derive(Debug, Clone, Serialize)]
pub struct ManagedWaffle {
    /// The waffle's uuid.
    pub id: String,
    pub slug: String,
    pub title: String,
    /// The price of one spot, formatted.
    pub price: String,
    pub price_cents: i64,
    pub status: WaffleStatus,
    pub archived: bool,
    /// Whether claims are paused.
    pub paused: bool,
    pub total_spots: u32,
    pub available: u32,
    pub pending: u32,
    /// Paid spots, winners and losers included.
    pub paid: u32,
    /// Every spot that is not available.
    pub claimed: u32,
    /// Claimed spots in percent, with one decimal.
    pub fill_percent: String,
    /// What has been paid so far, formatted.
    pub paid_sum: String,
    /// The price of the pending spots, formatted; it is owed while the waffle is active.
    pub pending_sum: String,
    pub item_count: u32,
    pub winners: Vec<Winner>,
    pub how_won: HowWonView,
    /// The draw that is locked, if one is.
    pub locked: Option<LockedView>,
    /// The absolute address of the public page.
    pub share_url: String,
    pub created: Moment,
}

impl ManagedWaffle {
    /// Describes a waffle to its seller.
    pub fn new(waffle: &Waffle, counts: Counts, currency: &money::Currency, origin: &PublicOrigin) -> Self {
        let worth = |spots: i32| currency.format(waffle.spot_price.saturating_mul(spots.into()));
        Self {
            id: waffle.id.to_string(),
            slug: waffle.slug.clone(),
            title: waffle.title.clone(),
            price: currency.format(waffle.spot_price),
            price_cents: waffle.spot_price,
            status: waffle.status.into(),
            archived: waffle.archived,
            paused: waffle.terms.claims_paused,
            total_spots: waffle.total_spots.unsigned_abs(),
            available: counts.available.unsigned_abs(),
            pending: counts.pending.unsigned_abs(),
            paid: counts.paid.unsigned_abs(),
            claimed: counts.claimed().unsigned_abs(),
            fill_percent: format!("{:.1}", counts.fill_percent()),
            paid_sum: worth(counts.paid),
            pending_sum: worth(counts.pending),
            item_count: waffle.item_count.unsigned_abs(),
            winners: winners(waffle),
            how_won: HowWonView::new(waffle.draw.how_won(), (&waffle.slug, waffle.archived)),
            locked: waffle.draw.locked.as_ref().map(LockedView::from),
            share_url: share_url(waffle, origin),
            created: waffle.created_at.into(),
        }
    }
}

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
    pub state: SpotState,
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
    pub fn new(id: i64, number: u32, state: SpotState, handle: Option<String>) -> Self {
        Self {
            id,
            number,
            state,
            letter: state.letter(),
            words: state.name(),
            handle,
            claimed: None,
            paid: None,
            can_pay: state == SpotState::Pending,
            can_release: matches!(state, SpotState::Pending | SpotState::Paid),
        }
    }

    /// A row without a spot, for the script to copy.
    pub fn blank() -> Self {
        Self::new(0, 0, SpotState::Available, None)
    }
}

impl From<&Spot> for SpotRow {
    fn from(spot: &Spot) -> Self {
        let handle = spot.handle().map(Handle::to_string);
        let row = Self::new(spot.id, spot.number.unsigned_abs(), spot.status().into(), handle);
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
