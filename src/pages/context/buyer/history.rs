//! A buyer's waffles, one row each, and the amounts due for them.

use serde::Serialize;
use waffle_domain::buyer::{self as domain, Entry, EntryResult, Held};
use waffle_domain::money::Currency;
use waffle_domain::spot::SpotStatus;
use waffle_domain::spot_ranges::ranges;
use waffle_domain::waffle::WaffleStatus;
use waffle_language::{Amount, say};

use crate::context::board::{letter, name};
use crate::context::how_won::HowWonView;
use crate::templates::Values;

/// What a buyer still has to pay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Due {
    pub spots: u32,
    pub sum: Amount,
}

/// A waffle in a buyer's history.
pub fn history_row(entry: &Entry, currency: &Currency) -> Values {
    let result = entry.held.result();
    values! {
        title: entry.title,
        // Archived waffles have no page.
        href: (!entry.archived).then(|| format!("/waffle/{}", entry.slug)),
        result,
        words: match result {
            EntryResult::Won => say!("buyer-result-won"),
            EntryResult::Lost => say!("buyer-result-lost"),
            EntryResult::Open if entry.status == WaffleStatus::Completed => say!("buyer-result-out"),
            EntryResult::Open => say!("buyer-result-open"),
        },
        price: currency.amount(entry.spot_price),
        created_at: entry.created_at,
        completed_at: entry.completed_at,
        how_won: HowWonView::new(entry.how_won, (&entry.slug, entry.archived)),
        spots: groups(entry),
        due: Due::new(entry.due(), currency),
    }
}

impl Due {
    pub(super) fn new(due: domain::Due, currency: &Currency) -> Option<Self> {
        (due.spots > 0).then(|| Self { spots: due.spots, sum: currency.amount(due.cents) })
    }
}

fn groups(entry: &Entry) -> Vec<Values> {
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
        values! { letter: letter(status), words: name(status), count, numbers }
    };
    states.into_iter().filter(|(_, count)| *count > 0).map(group).collect()
}
