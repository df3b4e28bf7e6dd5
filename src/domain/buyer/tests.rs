use chrono::DateTime;
use uuid::Uuid;

use super::{Buyer, Due, Entry, EntryResult, Held, HeldSpot, Luck, Stats, Totals};
use crate::handle::Handle;
use crate::spot::SpotStatus;
use crate::waffle::WaffleStatus;

use SpotStatus::{Loser, Paid, Pending, Winner};

fn spot(number: i32, status: SpotStatus) -> HeldSpot {
    let at = DateTime::UNIX_EPOCH;
    HeldSpot { number, status, claimed_at: at, paid_at: (status != Pending).then_some(at) }
}

fn entry(statuses: &[SpotStatus]) -> Entry {
    let spots: Vec<_> = (1..).zip(statuses).map(|(number, status)| spot(number, *status)).collect();
    Entry {
        waffle_id: Uuid::nil(),
        slug: "box".into(),
        title: "Box".into(),
        status: WaffleStatus::Active,
        archived: false,
        spot_price: 2_500,
        total_spots: 100,
        created_at: DateTime::UNIX_EPOCH,
        completed_at: None,
        how_won: None,
        held: Held::count(&spots),
        spots,
    }
}

fn buyer(totals: Totals) -> Buyer {
    let handle = Handle::parse("anna").unwrap();
    Buyer { handle, first_seen: None, totals, trophies: Vec::new(), waffles: Vec::new() }
}

#[test]
fn an_unknown_buyer_has_zeros() {
    let nobody = buyer(Totals::default());
    assert_eq!((nobody.stats(), nobody.luck()), (Stats::default(), Luck::default()));
}

#[test]
fn spots_count_by_their_outcome() {
    let held = Held { pending: 2, paid: 2, won: 1, lost: 1 };
    let stats = buyer(Totals { waffles: 2, held, ..Totals::default() }).stats();
    assert_eq!((stats.total_wins, stats.total_losses), (1, 1));
    assert_eq!((stats.total_spots_claimed, stats.total_paid, stats.waffles_entered), (6, 4, 2));
    assert_eq!(stats.win_rate.value().to_string(), "50");
}

#[test]
fn one_winning_spot_wins_the_waffle() {
    let result = |statuses| entry(statuses).held.result();
    assert_eq!(result(&[Loser, Winner, Paid]), EntryResult::Won);
    assert_eq!(result(&[Loser, Paid]), EntryResult::Lost);
    assert_eq!(result(&[Paid, Pending]), EntryResult::Open, "paid after the draw is in no draw");
}

#[test]
fn pending_spots_are_due_until_the_draw_or_the_archive() {
    let open = entry(&[Pending, Paid, Pending]);
    assert_eq!(open.due(), Due { spots: 2, cents: 5_000 });
    assert_eq!(entry(&[Paid]).due(), Due::default());
    assert_eq!(Entry { archived: true, ..open.clone() }.due(), Due::default());
    assert_eq!(Entry { status: WaffleStatus::Completed, ..open }.due(), Due::default());
}

#[test]
fn luck_is_the_difference_of_the_rounded_rates() {
    // 1 of 3 is 33.3; the mean of the chances 1/2, 1/6 and 1/6 is 27.7….
    let held = Held { won: 1, lost: 2, paid: 1, ..Held::default() };
    let luck = buyer(Totals { waffles: 3, held, expected_wins: 0.5 + 2.0 / 6.0, ..Totals::default() }).luck();
    assert_eq!(luck.win_rate.to_string(), "33.3");
    assert_eq!(luck.expected_win_rate.to_string(), "27.8");
    assert_eq!(luck.luck_rating.luck().to_string(), "+5.5");
}
