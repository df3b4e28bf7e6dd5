//! Spots that buyers asked for and did not get, for sellers who are asked who was first.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use crate::board::Board;
use crate::claim::{Claim, Granted, Selection};
use crate::failure::Failure;
use crate::handle::Handle;
use crate::refusal::Refusal;

/// How many are kept of a waffle: the newest.
pub const MOST_KEPT: i64 = 2_000;
/// How many are noted of one claim: first those that were taken.
const MOST_NOTED: usize = 10;

/// A spot that a buyer asked for and did not get.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedSpot {
    pub waffle_id: Uuid,
    /// When the claim was refused.
    pub at: DateTime<Utc>,
    pub handle: Handle,
    /// `None` if any spot was wanted, and none was left.
    pub number: Option<i32>,
    /// When the buyer who held it then had claimed it; `None` if it was free, but others of the claim were not.
    pub claimed_at: Option<DateTime<Utc>>,
    /// Whether someone held it by the database, but not by the board: another server's claim was not read yet, or the
    /// spot was released since.
    pub unread: bool,
}

impl RefusedSpot {
    /// Lists what a claim asked for, if it was refused at a moment because others had been faster, as the board shows.
    /// Lists nothing for other answers, and for what a seller assigns.
    pub fn of(claim: &Claim, answer: &Result<Granted, Failure>, board: &Board, at: DateTime<Utc>) -> Vec<Self> {
        let taken: &[i32] = match answer {
            _ if claim.assigned_by.is_some() => return Vec::new(),
            Ok(granted) if granted.spots.is_empty() && !granted.replayed => &[],
            Err(Failure { refusal: Refusal::SpotsTaken { taken }, .. }) => taken,
            _ => return Vec::new(),
        };
        let spot = |number: Option<i32>, claimed_at: Option<DateTime<Utc>>| Self {
            waffle_id: claim.waffle_id,
            at,
            handle: claim.handle.clone(),
            number,
            claimed_at,
            unread: false,
        };
        let Selection::Numbers(wanted) = &claim.selection else { return vec![spot(None, None)] };
        let taken = taken.get(..MOST_NOTED).unwrap_or(taken);
        // Who repeats a claim is not late for it.
        let others =
            taken.iter().filter_map(|number| board.spot(*number)).filter(|s| s.handle() != Some(&claim.handle));
        let late = others.map(|held| {
            let claimed_at = held.claimed_at();
            Self { unread: claimed_at.is_none(), ..spot(Some(held.number), claimed_at) }
        });
        let mut spots: Vec<Self> = late.collect();
        // Of those that are not read, it may turn out that no one holds them any more: then nothing was missed.
        if spots.iter().any(|spot| !spot.unread) {
            let free = wanted.as_slice().iter().filter(|number| !taken.contains(number));
            spots.extend(free.take(MOST_NOTED - taken.len()).map(|number| spot(Some(*number), None)));
        }
        spots
    }

    /// How much earlier the spot had been claimed. The clocks of servers differ a little, so it is at least zero.
    pub fn late_by(&self) -> Option<TimeDelta> {
        Some(self.at.signed_duration_since(self.claimed_at?).max(TimeDelta::zero()))
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};
    use uuid::Uuid;

    use super::{MOST_NOTED, RefusedSpot};
    use crate::author::Author;
    use crate::board::Board;
    use crate::claim::{Claim, Granted, Selection};
    use crate::failure::Failure;
    use crate::handle::Handle;
    use crate::refusal::Refusal;
    use crate::spot::{Spot, SpotState};
    use crate::spot_numbers::SpotNumbers;

    fn at(millis: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::milliseconds(millis)
    }

    /// A hundred spots, of which Anna has claimed the first ones, each as many milliseconds after 1970 as its number.
    fn board(claimed: i32) -> Board {
        let state = |number: i32| {
            let (handle, claimed_at) = (Handle::parse("anna").unwrap(), at(number.into()));
            let pending = SpotState::Pending { handle, claimed_at, pay_by: None };
            if number <= claimed { pending } else { SpotState::Available }
        };
        Board::new((1..=100).map(|number| Spot { id: number.into(), number, state: state(number) }).collect()).unwrap()
    }

    fn claim(selection: Selection) -> Claim {
        let handle = Handle::parse("@Ben").unwrap();
        Claim { id: Uuid::nil(), waffle_id: Uuid::nil(), selection, handle, key: None, assigned_by: None, source: None }
    }

    fn of_numbers(numbers: impl IntoIterator<Item = i64>) -> Claim {
        claim(Selection::Numbers(SpotNumbers::parse("spots", &Vec::from_iter(numbers)).unwrap()))
    }

    fn taken(numbers: impl IntoIterator<Item = i32>) -> Result<Granted, Failure> {
        Err(Refusal::SpotsTaken { taken: Vec::from_iter(numbers) }.into())
    }

    /// The numbers, and by how many milliseconds each was late.
    fn noted(claim: &Claim, answer: &Result<Granted, Failure>, board: &Board) -> Vec<(Option<i32>, Option<i64>)> {
        let spots = RefusedSpot::of(claim, answer, board, at(80));
        assert!(spots.iter().all(|spot| (spot.handle.as_str(), spot.at) == ("ben", at(80))));
        spots.iter().map(|spot| (spot.number, spot.late_by().map(|late| late.num_milliseconds()))).collect()
    }

    #[test]
    fn it_is_noted_what_came_too_late_and_by_how_much() {
        assert_eq!(noted(&of_numbers([7]), &taken([7]), &board(9)), [(Some(7), Some(73))]);
        let some = noted(&of_numbers([8, 9, 10, 11]), &taken([8, 9]), &board(9));
        assert_eq!(some, [(Some(8), Some(72)), (Some(9), Some(71)), (Some(10), None), (Some(11), None)]);
        assert_eq!(noted(&of_numbers([90]), &taken([90]), &board(95)), [(Some(90), Some(0))], "another clock");
        let unread = RefusedSpot::of(&of_numbers([7, 8]), &taken([7]), &board(0), at(80));
        let [seven] = &unread[..] else { panic!("{unread:?}") };
        assert_eq!((seven.number, seven.claimed_at, seven.unread), (Some(7), None, true));
        let again = Claim { handle: Handle::parse("anna").unwrap(), ..of_numbers([7]) };
        assert_eq!(RefusedSpot::of(&again, &taken([7]), &board(9), at(80)), [], "it is hers");
    }

    #[test]
    fn a_random_claim_that_finds_nothing_is_noted_once() {
        let any = claim(Selection::any(3).unwrap());
        let none = Granted {
            spots: Vec::new(),
            handle: any.handle.clone(),
            requested: Some(3),
            first_seq: None,
            replayed: false,
        };
        let again = Granted { replayed: true, ..none.clone() };
        assert_eq!(noted(&any, &Ok(none), &board(100)), [(None, None)]);
        assert_eq!(noted(&any, &Ok(again), &board(100)), []);
    }

    #[test]
    fn a_large_claim_is_noted_in_part_with_what_was_taken_first() {
        let few = noted(&of_numbers(1..=100), &taken(1..=2), &board(2));
        assert_eq!((few.len(), few[1], few[2]), (MOST_NOTED, (Some(2), Some(78)), (Some(3), None)));
        let many = noted(&of_numbers(1..=100), &taken(1..=60), &board(60));
        assert_eq!((many.len(), many[9]), (MOST_NOTED, (Some(10), Some(70))));
    }

    #[test]
    fn other_answers_and_what_sellers_assign_are_not_noted() {
        let granted = Granted {
            spots: vec![(7, 7)],
            handle: Handle::parse("ben").unwrap(),
            requested: None,
            first_seq: Some(1),
            replayed: false,
        };
        let paused: Result<Granted, Failure> = Err(Refusal::ClaimsPaused.into());
        for answer in [Ok(granted), paused] {
            assert_eq!(noted(&of_numbers([7]), &answer, &board(9)), []);
        }
        let mia = Author { account_id: Uuid::nil(), username: "mia".into(), ip_address: None };
        let assigned = Claim { assigned_by: Some(mia), ..of_numbers([7]) };
        assert_eq!(noted(&assigned, &taken([7]), &board(9)), []);
    }
}
