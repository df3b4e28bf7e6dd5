use chrono::{DateTime, TimeDelta};
use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
use rand::SeedableRng;
use rand::rngs::StdRng;
use uuid::Uuid;
use waffle_domain::board::Board;
use waffle_domain::claim::{Claim, Selection};
use waffle_domain::event::SpotChanged;
use waffle_domain::handle::Handle;
use waffle_domain::idempotency_key::IdempotencyKey;
use waffle_domain::refusal::Refusal;
use waffle_domain::spot::{Spot, SpotState, SpotStatus};
use waffle_domain::spot_numbers::SpotNumbers;
use waffle_domain::terms::Terms;
use waffle_domain::waffle::{DrawNow, Waffle, WaffleStatus};
use waffle_domain::wire::event::{Event, EventBody, Mark};

use super::{Applied, Decision, LiveBoard};

fn board(total: i32) -> LiveBoard {
    let spots = (1..=total).map(|n| Spot { id: i64::from(n), number: n, state: SpotState::Available }).collect();
    let waffle = Waffle {
        id: Uuid::nil(),
        slug: "box".into(),
        title: "Box".into(),
        description: None,
        image_url: None,
        photo: None,
        social_media_links: Vec::new(),
        status: WaffleStatus::Active,
        archived: false,
        total_spots: total,
        spot_price: 100,
        item_count: 1,
        terms: Terms::default(),
        payment_methods: Vec::new(),
        payment_options: Vec::new(),
        winning_spot_numbers: Vec::new(),
        winning_social_handles: Vec::new(),
        winning_prizes: None,
        draw: DrawNow::default(),
        share_message: None,
        share_template_id: None,
        created_at: DateTime::UNIX_EPOCH,
        completed_at: None,
    };
    LiveBoard::new(waffle, Board::new(spots).unwrap(), Mark::default(), true)
}

fn rng() -> StdRng {
    StdRng::seed_from_u64(1)
}

fn claim(selection: Selection) -> Claim {
    Claim {
        id: Uuid::new_v4(),
        waffle_id: Uuid::nil(),
        selection,
        handle: Handle::parse("anna").unwrap(),
        key: None,
        assigned_by: None,
        source: None,
    }
}

fn numbers(numbers: &[i64]) -> Claim {
    claim(Selection::Numbers(SpotNumbers::parse("spots", numbers).unwrap()))
}

fn decide(board: &mut LiveBoard, claim: &Claim) -> Decision {
    board.decide(claim, || DateTime::UNIX_EPOCH, &mut rng())
}

fn event(seq: i64, number: i32, from: SpotStatus, to: SpotStatus) -> Event {
    let handle = Handle::parse("anna").unwrap();
    let change = SpotChanged { spot_id: i64::from(number), number, from, to, handle, pay_by: None };
    Event { seq, at: DateTime::UNIX_EPOCH, change_id: None, body: EventBody::Spot(change) }
}

fn commit(board: &mut LiveBoard, claim: &Claim, numbers: &[i32]) -> Vec<Event> {
    board.release(claim.id, numbers);
    let claimed = |(seq, number): (i64, &i32)| event(seq, *number, SpotStatus::Available, SpotStatus::Pending);
    (board.seq() + 1..).zip(numbers).map(claimed).collect()
}

#[test]
fn a_spot_in_flight_makes_others_wait_and_a_committed_one_refuses_them() {
    let mut board = board(5);
    let (first, second) = (numbers(&[1, 2]), numbers(&[2, 3]));
    assert_eq!(decide(&mut board, &first), Decision::Submit(vec![1, 2]));
    assert_eq!(decide(&mut board, &second), Decision::Wait);
    for event in commit(&mut board, &first, &[1, 2]) {
        assert_eq!(board.apply(&event).unwrap(), Applied::Next);
    }
    assert_eq!(decide(&mut board, &second), Decision::Refuse(Refusal::SpotsTaken { taken: vec![2] }));
}

#[test]
fn spots_of_a_claim_that_failed_are_free_again() {
    let mut board = board(5);
    let (first, second) = (numbers(&[1, 2]), numbers(&[2]));
    decide(&mut board, &first);
    board.release(first.id, &[1, 2]);
    assert_eq!(decide(&mut board, &second), Decision::Submit(vec![2]));
    board.release(first.id, &[2]);
    assert_eq!(decide(&mut board, &first), Decision::Wait, "the hold of another claim stays");
}

#[test]
fn a_key_does_not_keep_a_claim_from_being_refused_and_one_that_was_used_is_recalled() {
    let mut board = board(2);
    let first = numbers(&[1]);
    decide(&mut board, &first);
    for event in commit(&mut board, &first, &[1]) {
        board.apply(&event).unwrap();
    }
    let keyed = |claim: Claim| Claim { key: Some(IdempotencyKey::parse("k").unwrap()), ..claim };
    let (both, any) = (keyed(numbers(&[1, 2])), keyed(claim(Selection::any(9).unwrap())));
    assert_eq!(decide(&mut board, &both), Decision::Refuse(Refusal::SpotsTaken { taken: vec![1] }));
    assert_eq!((board.recall(&both, &mut rng()), board.recall(&any, &mut rng())), (vec![1, 2], vec![2]));
    assert!(!board.has_held(), "what is recalled holds nothing");
}

#[test]
fn that_nothing_is_free_is_an_answer_to_keep_under_a_key() {
    let mut board = board(1);
    board.apply(&event(1, 1, SpotStatus::Available, SpotStatus::Pending)).unwrap();
    let any = claim(Selection::any(1).unwrap());
    let keyed = Claim { key: Some(IdempotencyKey::parse("k").unwrap()), ..any.clone() };
    assert_eq!(decide(&mut board, &any), Decision::NoneFree);
    assert_eq!(decide(&mut board, &keyed), Decision::Submit(vec![]));
}

proptest! {
    #[test]
    fn a_random_claim_gets_all_that_is_free_up_to_its_count(
        total in 1..40_i32,
        steps in proptest::collection::vec((1..20_u64, any::<bool>(), any::<bool>()), 1..30),
    ) {
        let mut board = board(total);
        let (mut taken, mut in_flight) = (0, Vec::<(Claim, Vec<i32>)>::new());
        for (count, settles, succeeds) in steps {
            let held: i32 = in_flight.iter().map(|(_, numbers)| i32::try_from(numbers.len()).unwrap()).sum();
            let free = u64::try_from(total - taken - held).unwrap();
            let asks = claim(Selection::any(count).unwrap());
            match decide(&mut board, &asks) {
                Decision::Submit(picked) => {
                    prop_assert_eq!(picked.len() as u64, count.min(free));
                    prop_assert!(!picked.is_empty());
                    in_flight.push((asks, picked));
                }
                Decision::Wait => prop_assert!(free == 0 && held > 0),
                Decision::NoneFree => prop_assert!(free == 0 && held == 0),
                refused @ Decision::Refuse(_) => prop_assert!(false, "{:?}", refused),
            }
            if settles && !in_flight.is_empty() {
                let (settled, numbers) = in_flight.remove(0);
                if succeeds {
                    for event in commit(&mut board, &settled, &numbers) {
                        prop_assert_eq!(board.apply(&event).unwrap(), Applied::Next);
                    }
                    taken += i32::try_from(numbers.len()).unwrap();
                } else {
                    board.release(settled.id, &numbers);
                }
            }
        }
    }
}

#[test]
fn a_number_past_the_board_is_refused() {
    let mut board = board(5);
    assert_eq!(decide(&mut board, &numbers(&[5, 6])), Decision::Refuse(Refusal::out_of_range(6, 5)));
    assert_eq!(decide(&mut board, &numbers(&[5])), Decision::Submit(vec![5]));
}

#[test]
fn only_the_next_event_is_applied() {
    let mut board = board(5);
    let claim = numbers(&[1, 2]);
    let events = commit(&mut board, &claim, &[1, 2]);
    assert_eq!(board.apply(&events[1]).unwrap(), Applied::Gap);
    assert_eq!(board.apply(&events[0]).unwrap(), Applied::Next);
    assert_eq!(board.apply(&events[1]).unwrap(), Applied::Next);
    assert_eq!(board.apply(&events[0]).unwrap(), Applied::Known);
    assert_eq!((board.seq(), board.snapshot().board.counts().pending), (2, 2));
}

#[test]
fn without_the_memory_guard_the_database_judges_everything() {
    let mut board = board(5);
    board.memory_guard = false;
    for claims_paused in [false, true] {
        let terms = Terms { claims_paused, ..Terms::default() };
        board.describe(Waffle { terms, ..board.waffle().clone() });
        assert_eq!(decide(&mut board, &numbers(&[1])), Decision::Submit(vec![1]));
    }
}

#[test]
fn the_free_spots_are_those_that_are_available_and_not_in_flight() {
    let mut board = board(6);
    let free = |board: &mut LiveBoard| board.free.pick(9, &mut rng());
    let (first, second) = (numbers(&[1, 2]), numbers(&[3]));
    decide(&mut board, &first);
    decide(&mut board, &second);
    assert_eq!(free(&mut board), [4, 5, 6]);
    // Another server's claim of a spot that is in flight here comes first.
    let (available, pending) = (SpotStatus::Available, SpotStatus::Pending);
    for event in [event(1, 3, available, pending), event(2, 4, available, pending), event(3, 4, pending, available)] {
        board.apply(&event).unwrap();
    }
    assert_eq!(free(&mut board), [4, 5, 6]);
    board.release(second.id, &[3]);
    assert_eq!(free(&mut board), [4, 5, 6]);
    board.release_all();
    assert_eq!(free(&mut board), [1, 2, 4, 5, 6]);
}

#[test]
fn a_claim_beyond_the_cap_holds_nothing_and_a_random_one_gets_the_rest() {
    let mut board = board(9);
    let terms = Terms { max_spots_per_handle: Some(3), ..Terms::default() };
    board.describe(Waffle { terms, ..board.waffle().clone() });
    board.apply(&event(1, 9, SpotStatus::Available, SpotStatus::Pending)).unwrap();
    let too_many = Decision::Refuse(Refusal::TooManySpots { held: 1, allowed: 3 });
    assert_eq!(decide(&mut board, &numbers(&[1, 2, 3, 4])), too_many);
    assert!(!board.has_held());
    // The database knows whether two more are too many.
    assert_eq!(decide(&mut board, &numbers(&[1, 2, 3])), Decision::Submit(vec![1, 2, 3]));
    let any = claim(Selection::any(5).unwrap());
    assert!(matches!(decide(&mut board, &any), Decision::Submit(picked) if picked.len() == 2));
}

proptest! {
    #[test]
    fn what_a_handle_holds_is_known_after_any_changes(
        steps in proptest::collection::vec((1..=12, 0..3_usize, 0..3_usize, 0..3_usize), 0..80),
        first in 0..80_usize,
    ) {
        let handles = ["anna", "ben", "cleo"].map(|name| Handle::parse(name).unwrap());
        let mut board = board(12);
        board.describe(Waffle {
            terms: Terms { max_spots_per_handle: Some(1), ..Terms::default() },
            ..board.waffle().clone()
        });
        for (step, (number, who, from, to)) in steps.into_iter().enumerate() {
            let statuses = [SpotStatus::Available, SpotStatus::Pending, SpotStatus::Paid];
            let mut event = event(board.seq() + 1, number, statuses[from], statuses[to]);
            let EventBody::Spot(change) = &mut event.body else { unreachable!() };
            change.handle = handles[who].clone();
            // What does not fit changes nothing.
            let _ = board.apply(&event);
            // Counted for the first time at any step, or never.
            for handle in handles.iter().filter(|_| step >= first) {
                let two = Claim { handle: handle.clone(), ..numbers(&[1, 2]) };
                let held = board.board.spots().filter(|spot| spot.handle() == Some(handle)).count();
                let held = i32::try_from(held).unwrap();
                if board.board.taken_among(&[1, 2]).is_empty() {
                    let refusal = Refusal::TooManySpots { held, allowed: 1 };
                    prop_assert_eq!(decide(&mut board, &two), Decision::Refuse(refusal));
                }
                prop_assert_eq!(board.holdings.of(handle, &board.board), held);
            }
        }
    }
}

#[test]
fn around_the_opening_the_database_alone_judges() {
    let mut board = board(2);
    let opens_at = DateTime::UNIX_EPOCH + TimeDelta::minutes(1);
    board.describe(Waffle { terms: Terms { opens_at: Some(opens_at), ..Terms::default() }, ..board.waffle().clone() });
    board.apply(&event(1, 1, SpotStatus::Available, SpotStatus::Pending)).unwrap();
    let mut at = |seconds| board.decide(&numbers(&[1]), || opens_at + TimeDelta::seconds(seconds), &mut rng());
    assert_eq!(at(-60), Decision::Submit(vec![1]));
    board.release_all();
    let mut at = |seconds| board.decide(&numbers(&[1]), || opens_at + TimeDelta::seconds(seconds), &mut rng());
    assert_eq!(at(5), Decision::Refuse(Refusal::SpotsTaken { taken: vec![1] }));
}

#[test]
fn before_the_opening_no_claim_is_refused_for_its_cap() {
    let mut board = board(4);
    let opens_at = DateTime::UNIX_EPOCH + TimeDelta::minutes(1);
    let terms = Terms { opens_at: Some(opens_at), max_spots_per_handle: Some(1), ..Terms::default() };
    board.describe(Waffle { terms, ..board.waffle().clone() });
    let (two, any) = (numbers(&[1, 2]), claim(Selection::any(1).unwrap()));
    board.apply(&event(1, 4, SpotStatus::Available, SpotStatus::Pending)).unwrap();
    let mut decide =
        |claim: &Claim, seconds| board.decide(claim, || opens_at + TimeDelta::seconds(seconds), &mut rng());
    assert_eq!(decide(&two, -60), Decision::Submit(vec![1, 2]));
    assert!(matches!(decide(&any, -60), Decision::Submit(picked) if picked.len() == 1));
    assert_eq!(decide(&two, 60), Decision::Refuse(Refusal::TooManySpots { held: 1, allowed: 1 }));
    assert_eq!(decide(&any, 60), Decision::Refuse(Refusal::TooManySpots { held: 1, allowed: 1 }));
}
