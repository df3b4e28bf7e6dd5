//! The money desk on the page on which a seller manages a waffle, and the pages around it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use waffle_domain::money::Currency;
use waffle_domain::money_desk::{DeskFilter, MoneyTotals};
use waffle_domain::spot::SpotStatus;
use waffle_domain::wire::activity::ActivityEntry;
use waffle_domain::wire::money_desk::{BuyerAccount, MoneyDesk};
use waffle_domain::wire::spot::ListedSpot;

use crate::context::activity::ActivityGroup;
use crate::context::board::ranges;
use crate::context::{Frame, Moment};

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
    /// The part of the handle that was searched for.
    pub search: String,
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

/// `GET /admin/waffles/:id/buyer?handle=…`.
#[derive(Debug, Clone, Serialize)]
pub struct DeskBuyerPage {
    #[serde(flatten)]
    pub desk: DeskFrame,
    pub currency: Currency,
    pub handle: String,
    /// `None` if the handle no longer holds anything.
    pub buyer: Option<BuyerAccount>,
    /// The paid spots, of which payments can be taken back.
    pub paid_spots: Vec<PaidSpot>,
    /// Whether payments can be marked and taken back: only while the waffle is active and no draw is locked.
    pub payable: bool,
    pub activity: Vec<ActivityGroup>,
    /// The values of the forms' fields.
    pub typed_handle: String,
    pub typed_minutes: String,
    /// The form that was refused, if one was.
    pub refused: Option<Refused>,
}

template!(DeskBuyerPage: "admin/desk_buyer");

/// A form that was refused.
#[derive(Debug, Clone, Serialize)]
pub struct Refused {
    /// Which of the page's forms: `pay`, `release`, `rename` or `extend`.
    pub of: &'static str,
    /// Its error.
    pub error: String,
    /// The numbers that were typed.
    pub numbers: String,
}

/// A paid spot of a buyer.
#[derive(Debug, Clone, Serialize)]
pub struct PaidSpot {
    pub id: i64,
    pub number: u32,
    pub paid: Option<Moment>,
    /// Whether it was paid last.
    pub newest: bool,
}

impl DeskBuyerPage {
    /// Describes a buyer.
    pub fn new(
        desk: DeskFrame,
        handle: String,
        buyer: Option<BuyerAccount>,
        (payable, currency): (bool, &Currency),
        activity: Vec<ActivityGroup>,
    ) -> Self {
        let spots = buyer.as_ref().map(|buyer| buyer.spots.as_slice()).unwrap_or_default();
        let paid = || spots.iter().filter(|spot| spot.spot().status == SpotStatus::Paid);
        let last: Option<DateTime<Utc>> = paid().filter_map(ListedSpot::paid_at).max();
        let paid_spots = paid().map(|spot| PaidSpot {
            id: spot.spot().id,
            number: spot.number().unsigned_abs(),
            paid: spot.paid_at().map(Moment::from),
            newest: spot.paid_at() == last,
        });
        let paid_spots = paid_spots.collect();
        let (typed_handle, typed_minutes) = (handle.clone(), "30".to_owned());
        Self {
            desk,
            currency: currency.clone(),
            handle,
            buyer,
            paid_spots,
            payable,
            activity,
            typed_handle,
            typed_minutes,
            refused: None,
        }
    }
}

/// `GET /admin/waffles/:id/history?spot=…` or `?handle=…`.
#[derive(Debug, Clone, Serialize)]
pub struct HistoryPage {
    #[serde(flatten)]
    pub desk: DeskFrame,
    /// The title: a spot or a handle.
    pub of: String,
    /// Newest first.
    pub activity: Vec<ActivityEntry>,
    /// The link to older entries, if there may be any.
    pub older: Option<String>,
}

template!(HistoryPage: "admin/history");
