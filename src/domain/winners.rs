//! The draw: which spots win and which lose.

use waffle_language::{Text, say};

use crate::board::Board;
use crate::event::SpotChanged;
use crate::invalid::Invalid;
use crate::spot::{Spot, SpotStatus};

/// The winning numbers, as entered by an admin: distinct, in the admin's order, one for each item of the waffle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draw {
    numbers: Vec<i32>,
}

impl Draw {
    /// Checks that the numbers are distinct, and as many as the waffle has winners.
    pub fn parse(numbers: &[i64], item_count: i32) -> Result<Self, Invalid> {
        let mut distinct: Vec<i32> = Vec::with_capacity(numbers.len());
        for number in numbers {
            let small =
                i32::try_from(*number).map_err(|_| refuse(say!("fault-no-spot", number = number.to_string())))?;
            if distinct.contains(&small) {
                return Err(refuse(say!("fault-spot-twice", number = number.to_string())));
            }
            distinct.push(small);
        }
        if i32::try_from(distinct.len()) != Ok(item_count) {
            let named = distinct.len().to_string();
            return Err(refuse(say!("fault-winners-count", items = item_count, named)));
        }
        Ok(Self { numbers: distinct })
    }

    /// Returns the numbers, in the admin's order.
    pub fn numbers(&self) -> &[i32] {
        &self.numbers
    }

    /// Returns the handles of the numbers, in the same order.
    pub fn handles(&self, board: &Board) -> Vec<String> {
        let handle = |number: &i32| board.spot(*number).and_then(|spot| spot.handle()).map(ToString::to_string);
        self.numbers.iter().filter_map(handle).collect()
    }

    /// Applies the draw to a board: the numbers win, and all other paid spots lose. An earlier draw is replaced.
    /// Returns the changes, ascending by number. Fails if a number is not paid.
    pub fn on(&self, board: &Board) -> Result<Vec<SpotChanged>, Invalid> {
        let unpaid: Vec<String> = self
            .numbers
            .iter()
            .filter(|number| board.spot(**number).is_none_or(|spot| spot.paid_at().is_none()))
            .map(ToString::to_string)
            .collect();
        if !unpaid.is_empty() {
            return Err(refuse(say!("fault-winners-unpaid", count = unpaid.len(), list = unpaid.join(", "))));
        }
        let wins = |spot: &Spot| self.numbers.contains(&spot.number);
        Ok(redraw(board, |spot| if wins(spot) { SpotStatus::Winner } else { SpotStatus::Loser }))
    }
}

/// Parses the numbers as typed by an admin, such as `3, 7`, and keeps their order. Repeats are kept, for
/// [`Draw::parse`] to refuse.
pub fn read_numbers(text: &str) -> Result<Vec<i64>, Invalid> {
    let parts = text.split(|c: char| c == ',' || c == ';' || c == '#' || c.is_whitespace()).filter(|p| !p.is_empty());
    let number = |part: &str| part.parse().map_err(|_| refuse(say!("fault-no-number", part)));
    parts.map(number).collect()
}

/// Reverts a draw: winners and losers become paid spots again. Returns the changes, ascending by number.
pub fn clear(board: &Board) -> Vec<SpotChanged> {
    redraw(board, |_| SpotStatus::Paid)
}

/// Lets one spot win instead of another; all others stay as they are. Returns the changes, ascending by number.
pub fn replace(board: &Board, out: i32, next: i32) -> Vec<SpotChanged> {
    redraw(board, |spot| match spot.number {
        number if number == out => SpotStatus::Loser,
        number if number == next => SpotStatus::Winner,
        _ => spot.status(),
    })
}

fn redraw(board: &Board, to: impl Fn(&Spot) -> SpotStatus) -> Vec<SpotChanged> {
    let paid = board.spots().filter(|spot| spot.paid_at().is_some());
    let changes = paid.filter_map(|spot| {
        let (from, to) = (spot.status(), to(spot));
        let handle = spot.handle()?.clone();
        (from != to).then_some(SpotChanged { spot_id: spot.id, number: spot.number, from, to, handle, pay_by: None })
    });
    changes.collect()
}

fn refuse(message: Text) -> Invalid {
    Invalid::field("winning_spot_numbers", message)
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use proptest::collection::vec;
    use proptest::prelude::{any, prop_assert_eq, proptest};

    use super::{Draw, clear, read_numbers};
    use crate::board::Board;
    use crate::spot::tests::spot;
    use crate::spot::{Spot, SpotStatus};

    /// Spots 1 to 6: 1 to 4 paid, 5 pending, 6 available.
    fn board() -> Board {
        board_of((1..=6).map(|number| spot(number, (number <= 5).then_some("anna"), number <= 4)))
    }

    fn board_of(spots: impl Iterator<Item = Spot>) -> Board {
        Board::new(spots.collect()).unwrap()
    }

    fn draw(board: &mut Board, numbers: &[i64]) -> Vec<(i32, SpotStatus)> {
        let changes = Draw::parse(numbers, i32::try_from(numbers.len()).unwrap()).unwrap().on(board).unwrap();
        for change in &changes {
            board.apply(change, DateTime::UNIX_EPOCH).unwrap();
        }
        changes.iter().map(|change| (change.number, change.to)).collect()
    }

    #[test]
    fn drawn_spots_win_other_paid_ones_lose_and_the_rest_stay() {
        use SpotStatus::{Loser, Winner};
        assert_eq!(draw(&mut board(), &[3, 1]), [(1, Winner), (2, Loser), (3, Winner), (4, Loser)]);
    }

    #[test]
    fn a_changed_draw_changes_only_spots_that_differ() {
        use SpotStatus::{Loser, Winner};
        let mut board = board();
        draw(&mut board, &[1]);
        assert_eq!(draw(&mut board, &[2]), [(1, Loser), (2, Winner)]);
        assert_eq!(draw(&mut board, &[2]), []);
    }

    #[test]
    fn typed_numbers_keep_their_order_and_their_repeats() {
        assert_eq!(read_numbers(" #7, 3;3\n12 ").unwrap(), [7, 3, 3, 12]);
        assert_eq!(read_numbers("").unwrap(), [0_i64; 0]);
        assert!(read_numbers("3, 5-9").unwrap_err().to_string().contains("“5-9”"));
    }

    #[test]
    fn numbers_are_distinct_paid_and_one_for_each_item() {
        let fault = |numbers: &[i64], items| match Draw::parse(numbers, items) {
            Ok(draw) => draw.on(&board()).map_or_else(|e| e.to_string(), |_| String::new()),
            Err(e) => e.to_string(),
        };
        assert_eq!(fault(&[1, 2], 2), "");
        assert_eq!(fault(&[1, 1], 2), "Spot 1 is listed twice.");
        assert_eq!(fault(&[1], 2), "Pick exactly 2 winners. You picked 1.");
        assert_eq!(fault(&[5], 1), "Spot 5 is not paid: only paid spots can win.");
        assert_eq!(fault(&[6, 7], 2), "Spots 6, 7 are not paid: only paid spots can win.");
        assert_eq!(fault(&[i64::MAX], 1), format!("There is no spot {}.", i64::MAX));
    }

    proptest! {
        #[test]
        fn clearing_a_draw_gives_the_board_before_it(paid in vec(any::<bool>(), 10), first in 0..10_usize) {
            let mut board = board_of((1..).zip(&paid).map(|(number, paid)| spot(number, Some("anna"), *paid)));
            let before = board.clone();
            if paid[first] {
                draw(&mut board, &[i64::try_from(first).unwrap() + 1]);
                for change in clear(&board) {
                    board.apply(&change, DateTime::UNIX_EPOCH).unwrap();
                }
            }
            prop_assert_eq!(board, before);
        }
    }
}
