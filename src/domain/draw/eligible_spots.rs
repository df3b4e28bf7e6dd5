//! Which spots take part in a waffle's draw.

use crate::spot::SpotStatus;
use crate::waffle::{Waffle, WaffleStatus};

/// Returns whether a spot is in the locked draw, or else in the choice that the winners are from, by lot or by hand;
/// `None` while there is neither. `excluded` are the numbers that the draw leaves out, ascending.
pub fn in_draw(waffle: &Waffle, excluded: &[i32], number: i32, status: SpotStatus) -> Option<bool> {
    let locked = waffle.draw.locked.is_some();
    let entered = match status {
        SpotStatus::Available | SpotStatus::Pending => false,
        // Paid too late for the current winners, but in time for a draw that was locked since.
        SpotStatus::Paid => locked,
        SpotStatus::Winner | SpotStatus::Loser => true,
    };
    let begun = locked || waffle.status == WaffleStatus::Completed;
    begun.then(|| entered && excluded.binary_search(&number).is_err())
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::in_draw;
    use crate::draw::digest::Digest;
    use crate::spot::SpotStatus::{self, Available, Loser, Paid, Pending, Winner};
    use crate::waffle::WaffleStatus::{self, Active, Completed};
    use crate::waffle::tests::waffle;
    use crate::waffle::{DrawNow, LockedNow, Waffle};

    const STATES: [SpotStatus; 5] = [Available, Pending, Paid, Loser, Winner];

    fn of(status: WaffleStatus, locked: bool) -> Waffle {
        let (round_at, chain) = (DateTime::UNIX_EPOCH, Digest::of([0; 32]));
        let now = LockedNow { number: 2, entries: 9, round: 5, round_at, chain };
        Waffle { status, draw: DrawNow { locked: locked.then_some(now), ..DrawNow::default() }, ..waffle(9) }
    }

    #[test]
    fn paid_spots_are_in_a_locked_draw_and_drawn_ones_in_the_last_but_none_before() {
        for (waffle, expected) in [
            (of(Active, false), [None; 5]),
            (of(Active, true), [false, false, true, true, true].map(Some)),
            (of(Completed, false), [false, false, false, true, true].map(Some)),
            (of(Completed, true), [false, false, true, true, true].map(Some)),
        ] {
            assert_eq!(STATES.map(|status| in_draw(&waffle, &[2, 4], 3, status)), expected, "{waffle:?}");
        }
    }

    #[test]
    fn excluded_spots_are_not_in_the_draw_however_they_were_paid() {
        for status in STATES {
            assert_eq!(in_draw(&of(Active, true), &[2, 4], 4, status), Some(false));
            assert_eq!(in_draw(&of(Completed, false), &[2, 4], 2, status), Some(false));
            assert_eq!(in_draw(&of(Active, false), &[2, 4], 4, status), None);
        }
    }
}
