use chrono::{DateTime, Utc};
use proptest::collection::vec;
use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

use super::{Board, Counts, Mismatch};
use crate::event::SpotChanged;
use crate::handle::Handle;
use crate::spot::SpotStatus::{Available, Loser, Paid, Pending, Winner};
use crate::spot::{Spot, SpotState, SpotStatus};

const AT: DateTime<Utc> = DateTime::UNIX_EPOCH;

fn board(total: i32) -> Board {
    let spot = |number: i32| Spot { id: i64::from(number) + 100, number, state: SpotState::Available };
    Board::new((1..=total).map(spot).collect()).unwrap()
}

fn handle(n: u8) -> Handle {
    Handle::parse(&format!("buyer{n}")).unwrap()
}

fn change(number: i32, who: u8, from: SpotStatus, to: SpotStatus) -> SpotChanged {
    SpotChanged { spot_id: i64::from(number) + 100, number, from, to, handle: handle(who), pay_by: None }
}

#[test]
fn spots_that_are_taken_or_missing_are_listed() {
    let mut board = board(300);
    for number in [3, 129, 300] {
        board.apply(&change(number, 1, Available, Pending), AT).unwrap();
    }
    assert_eq!(board.taken_among(&[2, 3, 300, 4]), [3, 300]);
    assert_eq!(board.taken_among(&[301, 0, 5]), [301, 0]);
}

#[test]
fn a_clone_does_not_see_later_changes() {
    let mut board = board(300);
    let snapshot = board.clone();
    board.apply(&change(1, 1, Available, Pending), AT).unwrap();
    assert_eq!(snapshot.spot(1).unwrap().status(), Available);
    assert_eq!(board.spot(1).unwrap().status(), Pending);
    assert!(std::sync::Arc::ptr_eq(&snapshot.chunks[1], &board.chunks[1]));
}

#[test]
fn a_change_that_does_not_fit_is_refused_and_changes_nothing() {
    let mut board = board(2);
    board.apply(&change(1, 2, Available, Pending), AT).unwrap();
    let before = board.clone();
    let of_another_spot = SpotChanged { spot_id: 9, ..change(2, 1, Available, Pending) };
    let others = [
        change(1, 1, Available, Pending),
        change(1, 1, Pending, Paid),
        change(1, 2, Pending, Winner),
        change(3, 1, Available, Pending),
        change(0, 1, Available, Pending),
        of_another_spot,
    ];
    for change in others {
        assert_eq!(board.apply(&change, AT), Err(Mismatch(change.number)), "{change:?}");
    }
    assert_eq!(board, before);
}

#[test]
fn fill_is_a_percentage_with_one_decimal() {
    let counts = Counts { available: 2, pending: 1, paid: 0 };
    assert!((counts.fill_percent() - 33.3).abs() < f64::EPSILON);
    assert!(Counts::default().fill_percent().abs() < f64::EPSILON);
}

proptest! {
    #[test]
    fn a_board_follows_each_change_that_fits_and_no_other(
        steps in vec((0..=31, 0..3_u8, 0..5_usize, 0..5_usize), 0..300),
    ) {
        let mut board = board(30);
        for (number, who, from, to) in steps {
            let statuses = [Available, Pending, Paid, Winner, Loser];
            let (before, change) = (board.clone(), change(number, who, statuses[from], statuses[to]));
            let followed = board.apply(&change, AT).is_ok();
            match before.spot(number) {
                Some(spot) if followed => {
                    prop_assert_eq!(spot.status(), change.from);
                    prop_assert_eq!(board.spot(number).unwrap().status(), change.to);
                    prop_assert_eq!(board.spot(number).unwrap().handle(), change.holder());
                    let same = spot.handle().is_none_or(|handle| *handle == change.handle);
                    prop_assert!(same || change.from == change.to);
                }
                _ => prop_assert_eq!(&board, &before),
            }
            prop_assert_eq!(&board, &Board::new(board.spots().cloned().collect()).unwrap());
            prop_assert_eq!(board.total(), 30);
        }
    }
}
