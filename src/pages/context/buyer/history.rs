//! A buyer's waffles, one row each, and the amounts due for them.

use serde::Serialize;
use waffle_domain::buyer::{self as domain, Entry, EntryResult, Held};
use waffle_domain::money::Currency;
use waffle_domain::spot::SpotStatus;
use waffle_domain::waffle::WaffleStatus;

use crate::context::Moment;
use crate::context::board::{letter, name, ranges};
use crate::context::how_won::HowWonView;

/// A buyer's spots in one waffle.
#[derive(Debug, Clone, Serialize)]
pub struct HistoryRow {
    pub title: String,
    /// The waffle's page; `None` when it is archived.
    pub href: Option<String>,
    pub result: EntryResult,
    /// The result in words.
    pub words: &'static str,
    /// The price of one spot, formatted.
    pub price: String,
    pub created: Moment,
    pub drawn: Option<Moment>,
    pub how_won: HowWonView,
    /// The spots by state, winners first.
    pub spots: Vec<SpotGroup>,
    pub due: Option<Due>,
}

/// Spots of one waffle in the same state.
#[derive(Debug, Clone, Serialize)]
pub struct SpotGroup {
    pub letter: char,
    /// The name of the state.
    pub words: &'static str,
    /// The numbers as text: `1-6, 8`. `None` when there are too many to be listed.
    pub numbers: Option<String>,
    pub count: u32,
}

/// What a buyer still has to pay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Due {
    pub spots: u32,
    /// The sum, formatted.
    pub sum: String,
}

impl HistoryRow {
    /// Shows a part in a waffle.
    pub fn new(entry: &Entry, currency: &Currency) -> Self {
        let result = entry.result();
        Self {
            title: entry.title.clone(),
            href: (!entry.archived).then(|| format!("/waffle/{}", entry.slug)),
            result,
            words: match result {
                EntryResult::Won => "Won",
                EntryResult::Lost => "Not drawn",
                EntryResult::Open if entry.status == WaffleStatus::Completed => "Not in the draw",
                EntryResult::Open => "Open",
            },
            price: currency.format(entry.spot_price),
            created: entry.created_at.into(),
            drawn: entry.completed_at.map(Moment::from),
            how_won: HowWonView::new(entry.how_won, (&entry.slug, entry.archived)),
            spots: groups(entry),
            due: Due::new(entry.due(), currency),
        }
    }
}

impl Due {
    pub(super) fn new(due: domain::Due, currency: &Currency) -> Option<Self> {
        (due.spots > 0).then(|| Self { spots: due.spots, sum: currency.format(due.cents) })
    }
}

fn groups(entry: &Entry) -> Vec<SpotGroup> {
    let Held { pending, paid, won, lost } = entry.held;
    let states = [
        (SpotStatus::Winner, won),
        (SpotStatus::Loser, lost),
        (SpotStatus::Paid, paid),
        (SpotStatus::Pending, pending),
    ];
    let group = |(status, count)| {
        let numbers =
            entry.spots.iter().filter(move |spot| spot.status == status).map(|spot| spot.number.unsigned_abs());
        let numbers = (!entry.spots.is_empty()).then(|| ranges(numbers));
        SpotGroup { letter: letter(status), words: name(status), count, numbers }
    };
    states.into_iter().map(group).filter(|group| group.count > 0).collect()
}
