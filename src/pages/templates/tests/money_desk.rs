//! What the money desk passes on.

use chrono::{DateTime, Utc};
use waffle_domain::handle::Handle;
use waffle_domain::money_desk::{DeskFilter, MoneyTotals};
use waffle_domain::spot::{self, Outcome, Spot};
use waffle_domain::wire::money_desk::{BuyerAccount, MoneyDesk};
use waffle_domain::wire::spot::ListedSpot;

use crate::context::desk::Desk;

fn at() -> DateTime<Utc> {
    "2026-11-20T20:01:00Z".parse().unwrap()
}

/// A buyer who has paid for 1, and owes for 3 and 7.
fn buyer() -> BuyerAccount {
    let listed = |number: i32| {
        let handle = Handle::parse("anna").unwrap();
        let state = match number {
            1 => spot::SpotState::Paid { handle, claimed_at: at(), paid_at: at(), outcome: Outcome::Open },
            _ => spot::SpotState::Pending { handle, claimed_at: at(), pay_by: None },
        };
        ListedSpot::from(&Spot { id: 1_000 + i64::from(number), number, state })
    };
    BuyerAccount {
        social_handle: Handle::parse("anna").unwrap(),
        spots: [1, 3, 7].map(listed).into(),
        pending_count: 2,
        paid_count: 1,
        owed: 5_000,
        amount_to_send: 5_000,
        paid_amount: 2_500,
        not_in_draw: Vec::new(),
        oldest_pending_at: Some(at()),
        pay_by: None,
        overdue: false,
        says_paid_at: None,
        note: None,
        says_paid_until: None,
    }
}

#[test]
fn the_desk_passes_no_spots_on() {
    let totals = MoneyTotals { buyers: 1, buyers_owing: 1, owed: 5_000, paid_amount: 2_500 };
    let desk = MoneyDesk { entries: vec![buyer()], totals };
    let desk = Desk::new(desk, ("", DeskFilter::SharedSource), (true, at()));
    assert_eq!((desk.entries[0].numbers.as_str(), desk.entries.len()), ("3, 7", 1), "what is unpaid");
    assert!(desk.entries[0].buyer.spots.is_empty(), "thousands of spots would be slow to pass on");
}
