use chrono::{DateTime, TimeDelta};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, proptest};
use uuid::Uuid;

use super::{Buyer, Entry, EntryResult, Held, HeldSpot};
use crate::handle::Handle;
use crate::percent::Percent;
use crate::spot::SpotStatus;
use crate::waffle::WaffleStatus;

use SpotStatus::{Loser, Paid, Pending, Winner};

fn spot(number: i32, status: SpotStatus) -> HeldSpot {
    let at = DateTime::UNIX_EPOCH;
    HeldSpot { number, status, claimed_at: at, paid_at: (status != Pending).then_some(at) }
}

/// A part in a waffle drawn `completed` minutes after the epoch, with `odds` of winners among spots.
fn entry(title: &str, completed: Option<i64>, odds: (u32, u32), statuses: &[SpotStatus]) -> Entry {
    let spots: Vec<_> = (1..).zip(statuses).map(|(number, status)| spot(number, *status)).collect();
    Entry {
        waffle_id: Uuid::nil(),
        slug: "box".into(),
        title: title.into(),
        status: if completed.is_some() { WaffleStatus::Completed } else { WaffleStatus::Active },
        archived: false,
        spot_price: 2_500,
        total_spots: 100,
        winners: odds.0,
        drawn: odds.1,
        created_at: DateTime::UNIX_EPOCH,
        completed_at: completed.map(|minutes| DateTime::UNIX_EPOCH + TimeDelta::minutes(minutes)),
        held: Held::count(&spots),
        spots,
    }
}

fn buyer(waffles: Vec<Entry>) -> Buyer {
    Buyer { handle: Handle::parse("anna").unwrap(), first_seen: None, waffles }
}

#[test]
fn an_unknown_buyer_has_zeros() {
    let nobody = buyer(Vec::new());
    assert_eq!(nobody.stats(), super::Stats::default());
    assert_eq!(nobody.luck(), super::Luck::default());
    assert!(nobody.trophies().is_empty());
}

#[test]
fn spots_count_by_what_became_of_them() {
    let anna = buyer(vec![
        entry("A", Some(1), (1, 10), &[Winner, Loser, Paid, Pending]),
        entry("B", None, (0, 0), &[Paid, Pending]),
    ]);
    let stats = anna.stats();
    assert_eq!((stats.total_wins, stats.total_losses), (1, 1));
    assert_eq!((stats.total_spots_claimed, stats.total_paid, stats.waffles_entered), (6, 4, 2));
    assert_eq!(stats.win_rate.value().to_string(), "50");
}

#[test]
fn one_winning_spot_wins_the_waffle() {
    let result = |statuses| entry("A", Some(1), (1, 10), statuses).result();
    assert_eq!(result(&[Loser, Winner, Paid]), EntryResult::Won);
    assert_eq!(result(&[Loser, Paid]), EntryResult::Lost);
    assert_eq!(result(&[Paid, Pending]), EntryResult::Open, "paid after the draw is in no draw");
}

#[test]
fn luck_is_the_difference_of_the_rounded_rates() {
    // 1 of 3 is 33.3; the mean of the chances 1/2, 1/6 and 1/6 is 27.7….
    let anna = buyer(vec![
        entry("A", Some(1), (3, 6), &[Winner]),
        entry("B", Some(2), (1, 6), &[Loser, Loser]),
        entry("C", None, (0, 0), &[Paid]),
    ]);
    let luck = anna.luck();
    assert_eq!(luck.win_rate.to_string(), "33.3");
    assert_eq!(luck.expected_win_rate.to_string(), "27.8");
    assert_eq!(luck.luck_rating.signed(), "+5.5");
}

#[test]
fn trophies_come_from_won_waffles_the_newest_draw_first() {
    let anna = buyer(vec![
        entry("“Lost”", Some(9), (1, 6), &[Loser]),
        entry("\"Old\" and \"Both\"", Some(1), (1, 6), &[Winner]),
        entry("“New” and “Both”", Some(5), (1, 6), &[Winner, Winner]),
        entry("“Open”", None, (0, 0), &[Paid]),
    ]);
    assert_eq!(anna.trophies(), ["New", "Both", "Old"]);
}

/// Completed waffles: the buyer of each spot in the draw, and how many spots win, from the first one on.
fn draws() -> impl Strategy<Value = Vec<(Vec<u8>, usize)>> {
    vec((vec(0..6_u8, 1..40), 1..11_usize), 0..12)
}

/// All buyers of these waffles.
fn buyers(draws: &[(Vec<u8>, usize)]) -> Vec<Buyer> {
    let part = |(holders, winners): &(Vec<u8>, usize), buyer: u8| {
        let winners = (*winners).min(holders.len());
        let mine = holders.iter().enumerate().filter(|(_, holder)| **holder == buyer);
        let mine: Vec<_> = mine.map(|(place, _)| if place < winners { Winner } else { Loser }).collect();
        let odds = (u32::try_from(winners).unwrap(), u32::try_from(holders.len()).unwrap());
        (!mine.is_empty()).then(|| entry("A", Some(1), odds, &mine))
    };
    (0..6).map(|one| buyer(draws.iter().filter_map(|draw| part(draw, one)).collect())).collect()
}

proptest! {
    #[test]
    fn luck_sums_to_nothing_over_all_buyers(draws in draws()) {
        let buyers = buyers(&draws);
        let surplus: f64 = buyers.iter().map(|b| f64::from(b.stats().total_wins) - b.expected_wins()).sum();
        prop_assert!(surplus.abs() < 1e-9, "{surplus}");
        let drawn: usize = draws.iter().map(|(holders, _)| holders.len()).sum();
        let counted: u32 = buyers.iter().map(|b| b.stats().total_wins + b.stats().total_losses).sum();
        prop_assert_eq!(usize::try_from(counted).unwrap(), drawn);
    }

    #[test]
    fn rates_stay_between_0_and_100(draws in draws()) {
        for buyer in buyers(&draws) {
            let luck = buyer.luck();
            for rate in [luck.win_rate, luck.expected_win_rate] {
                prop_assert!((Percent::of(0, 1)..=Percent::of(1, 1)).contains(&rate));
            }
            prop_assert_eq!(luck.luck_rating, luck.win_rate - luck.expected_win_rate);
        }
    }

    #[test]
    fn the_expected_rate_is_exact(odds in vec((1..11_u32, 0..13_u32, 1..5_usize), 1..5)) {
        // Computed in whole numbers, with a common denominator.
        let anna = buyer(odds.iter().map(|(winners, more, held)| {
            entry("A", Some(1), (*winners, winners + more), &vec![Loser; *held])
        }).collect());
        let denominator: u128 = odds.iter().map(|(winners, more, _)| u128::from(winners + more)).product();
        let chances: u128 = odds.iter().map(|(winners, more, held)| {
            *held as u128 * u128::from(*winners) * denominator / u128::from(winners + more)
        }).sum();
        let spots: u128 = odds.iter().map(|(_, _, held)| *held as u128).sum();
        let tenths = (2_000 * chances + denominator * spots) / (2 * denominator * spots);
        let expected = format!("{}.{}", tenths / 10, tenths % 10);
        prop_assert_eq!(anna.luck().expected_win_rate.to_string(), expected);
    }

    #[test]
    fn the_order_of_waffles_changes_no_number(draws in draws(), turned in any::<bool>()) {
        for buyer in buyers(&draws) {
            let mut other = buyer.clone();
            if turned { other.waffles.reverse(); }
            prop_assert_eq!(other.stats(), buyer.stats());
            prop_assert_eq!(other.luck(), buyer.luck());
        }
    }
}
