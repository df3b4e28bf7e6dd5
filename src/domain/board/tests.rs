use std::collections::HashSet;

use chrono::{DateTime, Utc};
use proptest::collection::vec;
use proptest::prelude::{Strategy, prop_assert, prop_assert_eq, prop_oneof, proptest};
use rand::SeedableRng;
use rand::rngs::StdRng;

use super::{Board, Counts, Taken};
use crate::free_spots::FreeSpots;
use crate::handle::Handle;
use crate::spot::{Spot, SpotState, SpotStatus};

const AT: DateTime<Utc> = DateTime::UNIX_EPOCH;

fn board(total: i32) -> Board {
    Board::new((1..=total).map(|n| Spot { id: i64::from(n) + 100, number: n, state: SpotState::Available }).collect())
        .unwrap()
}

fn handle(n: u8) -> Handle {
    Handle::parse(&format!("buyer{n}")).unwrap()
}

#[test]
fn claims_all_or_nothing() {
    let mut board = board(300);
    board.claim(&[3, 129, 300], &handle(1), AT).unwrap();
    let before = board.clone();
    assert_eq!(board.claim(&[2, 3, 300, 4], &handle(2), AT), Err(Taken(vec![3, 300])));
    assert_eq!(board, before);
    assert_eq!(board.taken_among(&[301, 0, 5]), [301, 0]);
}

#[test]
fn a_clone_does_not_see_later_changes() {
    let mut board = board(300);
    let snapshot = board.clone();
    board.claim(&[1], &handle(1), AT).unwrap();
    assert_eq!(snapshot.spot(1).unwrap().status(), SpotStatus::Available);
    assert_eq!(board.spot(1).unwrap().status(), SpotStatus::Pending);
    assert!(std::sync::Arc::ptr_eq(&snapshot.chunks[1], &board.chunks[1]));
}

#[test]
fn a_change_that_does_not_fit_is_refused_and_changes_nothing() {
    let mut one = board(2);
    let mut other = board(2);
    let change = one.claim(&[1], &handle(1), AT).unwrap().remove(0);
    other.claim(&[1], &handle(2), AT).unwrap();
    let before = other.clone();
    assert!(other.apply(&change, AT).is_err());
    let mut elsewhere = change.clone();
    elsewhere.spot_id += 1;
    elsewhere.number = 2;
    elsewhere.handle = handle(3);
    elsewhere.spot_id += 7;
    assert!(other.apply(&elsewhere, AT).is_err());
    assert_eq!(other, before);
}

#[test]
fn fill_is_a_percentage_with_one_decimal() {
    let counts = Counts { available: 2, pending: 1, paid: 0 };
    assert!((counts.fill_percent() - 33.3).abs() < f64::EPSILON);
    assert!(Counts::default().fill_percent().abs() < f64::EPSILON);
}

#[derive(Debug, Clone)]
enum Operation {
    Claim(Vec<i32>, u8),
    Pick(u64, u8),
    Pay(i32),
    Release(i32),
}

fn operation() -> impl Strategy<Value = Operation> {
    prop_oneof![
        (vec(1..=30, 1..4), 0..5_u8).prop_map(|(mut numbers, who)| {
            numbers.sort_unstable();
            numbers.dedup();
            Operation::Claim(numbers, who)
        }),
        (0..6_u64, 0..5_u8).prop_map(|(count, who)| Operation::Pick(count, who)),
        (0..=31).prop_map(Operation::Pay),
        (0..=31).prop_map(Operation::Release),
    ]
}

proptest! {
    #[test]
    fn a_board_that_applies_the_log_is_the_board_that_wrote_it(operations in vec(operation(), 0..120), seed: u64) {
        let mut rng = StdRng::seed_from_u64(seed);
        let (mut writer, mut reader) = (board(30), board(30));
        for operation in operations {
            let before = writer.counts();
            let changes = match operation {
                Operation::Claim(numbers, who) => match writer.claim(&numbers, &handle(who), AT) {
                    Ok(changes) => {
                        prop_assert_eq!(changes.len(), numbers.len());
                        changes
                    }
                    Err(Taken(taken)) => {
                        prop_assert!(taken.iter().all(|n| writer.spot(*n).unwrap().handle().is_some()));
                        Vec::new()
                    }
                },
                Operation::Pick(count, who) => {
                    let picked = FreeSpots::of(&writer).pick(count, &mut rng);
                    let fewer = count.min(u64::try_from(before.available).unwrap());
                    prop_assert_eq!(picked.len() as u64, fewer);
                    prop_assert_eq!(picked.iter().collect::<HashSet<_>>().len(), picked.len());
                    writer.claim(&picked, &handle(who), AT).unwrap()
                }
                Operation::Pay(number) => writer.pay(number, AT).into_iter().collect(),
                Operation::Release(number) => writer.release(number).into_iter().collect(),
            };
            for change in &changes {
                reader.apply(change, AT).unwrap();
            }
            prop_assert_eq!(&reader, &writer);
            prop_assert_eq!(&writer, &Board::new(writer.spots().cloned().collect()).unwrap());
            prop_assert_eq!(writer.total(), 30);
        }
    }
}
