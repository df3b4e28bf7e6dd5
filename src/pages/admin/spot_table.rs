//! The table of spots on the manage page, filtered and paged.

use waffle_domain::board::Board;
use waffle_domain::spot::{Spot, SpotStatus};
use waffle_domain::waffle::{Waffle, WaffleStatus};
use waffle_language::{Text, say};

use crate::context::board::{letter, name};
use crate::query::Query;
use crate::templates::Values;

/// How many rows a page holds; the page's script uses the same number.
const ROWS: usize = 200;
const ALL: &str = "all";

/// A spot in the table: its state decides which actions it offers.
pub fn spot_row(spot: &Spot) -> Values {
    let state = spot.status();
    values! {
        id: spot.id,
        number: spot.number,
        letter: letter(state),
        words: name(state),
        handle: spot.handle(),
        claimed_at: spot.claimed_at(),
        paid_at: spot.paid_at(),
        can_pay: state == SpotStatus::Pending,
        can_release: matches!(state, SpotStatus::Pending | SpotStatus::Paid),
    }
}

/// A spot on its own page.
pub fn spot_card(spot: &Spot) -> Values {
    values! {
        ..spot_row(spot),
        // As it stands in a question.
        holder: spot.handle().map(|handle| format!("@{handle}")),
        pay_by: spot.pay_by(),
    }
}

/// The table. Reads filter and page from the query. A page beyond the end becomes the last one. Without a filter, an
/// active waffle shows its pending spots, since they need attention.
pub fn spot_table(query: &Query, waffle: &Waffle, board: &Board) -> Values {
    let drawn = waffle.status == WaffleStatus::Completed;
    let filter = query.parsed::<SpotStatus>("status").or_else(|| {
        let said = query.text("status") == ALL;
        (!said && !drawn).then_some(SpotStatus::Pending)
    });
    let matching = |spot: &&Spot| filter.is_none_or(|status| spot.status() == status);
    let pages = board.spots().filter(matching).count().div_ceil(ROWS).max(1);
    let page = usize::try_from(query.page()).unwrap_or(usize::MAX).min(pages);
    values! {
        // A spot status as in the API, or `all`.
        filter: filter.map_or(ALL, SpotStatus::as_str),
        tabs: tabs(filter, drawn, board),
        rows: board.spots().filter(matching).skip((page - 1) * ROWS).take(ROWS).map(spot_row).collect::<Vec<_>>(),
        page,
        pager: (pages > 1).then(|| {
            let (previous, next) = ((page > 1).then(|| page - 1), (page < pages).then_some(page + 1));
            values! { page, pages, previous, next }
        }),
    }
}

fn tabs(filter: Option<SpotStatus>, drawn: bool, board: &Board) -> Vec<Values> {
    let tab = |status: Option<SpotStatus>, label: Text| {
        let count = board.spots().filter(|spot| status.is_none_or(|status| spot.status() == status)).count();
        values! { key: status.map_or(ALL, SpotStatus::as_str), label, count, current: status == filter }
    };
    let mut tabs = vec![
        tab(None, say!("spots-all")),
        tab(Some(SpotStatus::Pending), say!("spots-pending")),
        tab(Some(SpotStatus::Paid), say!("spots-paid")),
        tab(Some(SpotStatus::Available), say!("spots-available")),
    ];
    if drawn {
        tabs.insert(1, tab(Some(SpotStatus::Winner), say!("spots-winners")));
        tabs.insert(2, tab(Some(SpotStatus::Loser), say!("spots-not-drawn")));
    }
    tabs
}
