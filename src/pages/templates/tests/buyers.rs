//! What is said of a buyer.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;
use waffle_domain::buyer::{Buyer, Due, Entry, EntryResult, Held, HeldSpot, Totals};
use waffle_domain::draw::how_won::{HowWon, WinnersOrigin};
use waffle_domain::handle::Handle;
use waffle_domain::money::Currency;
use waffle_domain::spot::SpotStatus::{self, Loser, Paid, Pending, Winner};
use waffle_domain::trophies::trophies;
use waffle_domain::waffle::WaffleStatus;

use crate::context::buyer::{BuyerView, Mood};

fn currency() -> Currency {
    Currency { symbol: "$".into(), decimals: 2 }
}

fn day(number: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_196_640, 0).unwrap() + TimeDelta::days(number)
}

fn entry(title: &str, completed: bool, spots: &[(i32, SpotStatus)]) -> Entry {
    let spot = |(number, status): &(i32, SpotStatus)| HeldSpot {
        number: *number,
        status: *status,
        claimed_at: day(1),
        paid_at: (*status != Pending).then(|| day(2)),
    };
    let spots: Vec<_> = spots.iter().map(spot).collect();
    Entry {
        waffle_id: Uuid::nil(),
        slug: "box".into(),
        title: title.into(),
        status: if completed { WaffleStatus::Completed } else { WaffleStatus::Active },
        archived: false,
        spot_price: 2_500,
        total_spots: 100,
        created_at: day(0),
        completed_at: completed.then(|| day(3)),
        how_won: completed.then_some(HowWon { origin: WinnersOrigin::Hand, draws_before: 1 }),
        held: Held::count(&spots),
        spots,
    }
}

/// A buyer who holds spots of these waffles only; of each that was drawn, one spot of 20 won.
fn holding(handle: &str, waffles: Vec<Entry>) -> Buyer {
    let mut totals = Totals { waffles: u32::try_from(waffles.len()).unwrap(), ..Totals::default() };
    for entry in &waffles {
        let (held, due) = (entry.held, entry.due());
        totals.held.pending += held.pending;
        totals.held.paid += held.paid;
        totals.held.won += held.won;
        totals.held.lost += held.lost;
        totals.expected_wins += f64::from(held.won + held.lost) / 20.0;
        totals.due = Due { spots: totals.due.spots + due.spots, cents: totals.due.cents + due.cents };
    }
    let won = waffles.iter().filter(|entry| entry.held.result() == EntryResult::Won);
    let trophies = trophies(won.map(|entry| entry.title.as_str()));
    Buyer { handle: Handle::parse(handle).unwrap(), first_seen: Some(day(-1)), totals, trophies, waffles }
}

#[test]
fn a_buyer_is_described_in_a_sentence() {
    let sentence = |waffles| BuyerView::new(&holding("anna", waffles), &currency()).sentence().to_string();
    assert_eq!(sentence(Vec::new()), "@anna hasn’t claimed a spot yet.");
    assert_eq!(sentence(vec![entry("Box", false, &[(1, Pending)])]), "0 wins, 0 losses, 1 spot claimed.");
    let won = entry("“Golden” box", true, &[(1, Winner), (2, Loser)]);
    let expected = "1 win, 1 loss, 2 spots claimed. Win rate 50.0%, luck +45.0. Trophies: “Golden”.";
    assert_eq!(sentence(vec![won]), expected);
}

#[test]
fn what_is_due_are_pending_spots_of_waffles_that_run() {
    let open = entry("Camera", false, &[(3, Pending), (4, Pending), (5, Pending), (17, Paid)]);
    let drawn = entry("Sneakers", true, &[(1, Pending)]);
    let view = BuyerView::new(&holding("anna", vec![open, drawn]), &currency());
    assert_eq!(view.due.map(|due| (due.spots, due.sum)), Some((3, currency().amount(7_500))));
    let mut archived = entry("Box", false, &[(1, Pending)]);
    archived.archived = true;
    assert!(BuyerView::new(&holding("anna", vec![archived]), &currency()).due.is_none());
}

#[test]
fn luck_has_its_words() {
    let mood = |spots: &[_]| BuyerView::new(&holding("anna", vec![entry("Box", true, spots)]), &currency()).mood;
    assert_eq!(mood(&[(1, Pending)]), Mood::Waiting);
    assert_eq!(mood(&[(1, Winner)]), Mood::Lucky);
    assert_eq!(mood(&[(1, Loser)]), Mood::Unlucky);
    let all: Vec<_> = (1..=20).map(|number| (number, if number == 1 { Winner } else { Loser })).collect();
    assert_eq!(mood(&all), Mood::Even, "who holds every spot has the odds");
}
