//! Replacing one winner of a draw by the next alternate, while all others stay.

use waffle_language::say;

use crate::draw::reason::Reason;
use crate::refusal::Refusal;

/// The current winners of a draw, and its alternates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing<'a> {
    /// The spots that win now, in the order of the draw.
    pub winners: &'a [i32],
    /// Their current holders, parallel to them.
    pub handles: &'a [String],
    /// The draw's alternates, in order.
    pub alternates: &'a [Alternate],
    /// How many of the alternates are used up: those who replaced a winner, and those passed over before one.
    pub used: usize,
    /// Whether each handle may win once only.
    pub one_win_per_handle: bool,
}

/// A spot that was drawn after the winners.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternate {
    pub number: i32,
    /// Who held it when it was drawn.
    pub drawn_as: String,
    /// Who holds it now: a handle may have been merged into another since.
    pub handle: String,
}

impl Alternate {
    /// Describes how the handle changed since the draw, as the ledger does for winners; `None` if it is the same.
    pub fn renamed(&self) -> Option<String> {
        (self.drawn_as != self.handle).then(|| format!("@{} became @{}.", self.drawn_as, self.handle))
    }

    /// Explains why a spot whose holder already wins is passed over.
    fn passed_over(&self) -> String {
        let Self { number, drawn_as, handle } = self;
        let same = drawn_as == handle;
        let who = if same { format!("@{handle}") } else { format!("@{drawn_as} became @{handle}, who") };
        format!("(Alternate #{number} was passed over: {who} wins already.)")
    }
}

/// A winner who withdraws, and the spot that wins instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Replacement {
    /// Which winner it is, from 0.
    pub place: usize,
    /// The spot that no longer wins.
    pub out: i32,
    /// The spot of the next alternate.
    pub next: i32,
}

impl Standing<'_> {
    /// Returns the alternates that are left, in order. Where each handle wins only once, an alternate that was merged
    /// into a winner's handle after the draw is passed over.
    pub fn left(&self) -> impl Iterator<Item = &Alternate> {
        self.alternates.iter().skip(self.used).filter(|alternate| !self.is_passed_over(alternate))
    }

    fn is_passed_over(&self, alternate: &Alternate) -> bool {
        self.one_win_per_handle && self.handles.contains(&alternate.handle)
    }

    /// Adds to the reason which alternates are passed over, and why: no one is passed over unseen.
    pub fn public_reason(&self, reason: &Reason) -> String {
        let passed_over = self.alternates.iter().skip(self.used).take_while(|alternate| self.is_passed_over(alternate));
        passed_over.fold(reason.as_str().to_owned(), |said, alternate| format!("{said} {}", alternate.passed_over()))
    }

    /// Finds the spot that replaces a winner.
    pub fn replace(&self, spot: i64) -> Result<Replacement, Refusal> {
        let found = self.winners.iter().enumerate().find(|(_, number)| i64::from(**number) == spot);
        let (place, out) = found.ok_or_else(|| not_a_winner(spot))?;
        let next = self.left().next().ok_or(Refusal::NoAlternate)?;
        Ok(Replacement { place, out: *out, next: next.number })
    }
}

fn not_a_winner(spot: i64) -> Refusal {
    Refusal::invalid("spot_number", say!("fault-not-a-winner", spot = spot.to_string()))
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
    use proptest::sample::Index;

    use super::{Alternate, Refusal, Replacement, Standing, not_a_winner};
    use crate::draw::reason::Reason;

    /// Alternates with distinct holders.
    fn strangers(numbers: &[i32]) -> Vec<Alternate> {
        numbers.iter().map(|number| alternate(*number, &format!("of{number}"), &format!("of{number}"))).collect()
    }

    fn alternate(number: i32, drawn_as: &str, handle: &str) -> Alternate {
        Alternate { number, drawn_as: drawn_as.to_owned(), handle: handle.to_owned() }
    }

    #[test]
    fn the_next_alternate_wins_in_the_same_place() {
        let alternates = strangers(&[1, 21]);
        let (winners, alternates) = (&[13, 8, 3], &alternates);
        let standing = |used| Standing { winners, handles: &[], alternates, used, one_win_per_handle: true };
        assert_eq!(standing(0).replace(8), Ok(Replacement { place: 1, out: 8, next: 1 }));
        assert_eq!(standing(1).replace(8), Ok(Replacement { place: 1, out: 8, next: 21 }));
        assert_eq!(standing(2).replace(8), Err(Refusal::NoAlternate));
        assert_eq!(standing(3).replace(8), Err(Refusal::NoAlternate));
        for spot in [1, 21, 0, i64::MAX] {
            assert_eq!(standing(0).replace(spot), Err(not_a_winner(spot)));
        }
    }

    #[test]
    fn where_each_handle_wins_once_an_alternate_who_became_a_winner_is_passed_over() {
        let alternates = [alternate(1, "ben", "anna"), alternate(21, "cleo", "cleo")];
        let handles = ["anna".to_owned(), "dario".to_owned()];
        let standing = |one_win_per_handle, used| Standing {
            winners: &[13, 8],
            handles: &handles,
            alternates: &alternates,
            used,
            one_win_per_handle,
        };
        let next = |once, used| standing(once, used).replace(8).map(|replacement| replacement.next);
        assert_eq!([next(false, 0), next(true, 0), next(true, 1)], [Ok(1), Ok(21), Ok(21)]);
        assert_eq!(next(true, 2), Err(Refusal::NoAlternate));
        let left = |once| standing(once, 0).left().map(|alternate| alternate.number).collect::<Vec<_>>();
        assert_eq!((left(false), left(true)), (vec![1, 21], vec![21]));
        assert_eq!(alternates.each_ref().map(Alternate::renamed), [Some("@ben became @anna.".to_owned()), None]);
    }

    #[test]
    fn the_public_reason_names_who_is_passed_over_and_why() {
        let alternates = [alternate(1, "ben", "anna"), alternate(21, "dario", "dario"), alternate(5, "cleo", "cleo")];
        let handles = ["anna".to_owned(), "dario".to_owned()];
        let said = |alternates: &[Alternate], one_win_per_handle, used| {
            let standing = Standing { winners: &[13, 8], handles: &handles, alternates, used, one_win_per_handle };
            standing.public_reason(&Reason::parse("No answer.").unwrap())
        };
        let second = "(Alternate #21 was passed over: @dario wins already.)";
        let both = format!("No answer. (Alternate #1 was passed over: @ben became @anna, who wins already.) {second}");
        assert_eq!(said(&alternates, true, 0), both);
        assert_eq!(said(&alternates, true, 1), format!("No answer. {second}"));
        // An alternate after the one that wins is not passed over.
        let [first, passed, next] = alternates;
        assert_eq!(said(&[next, first, passed], true, 0), "No answer.");
        let alternates = [alternate(1, "ben", "anna")];
        assert_eq!([said(&alternates, false, 0), said(&alternates, true, 1)], ["No answer.", "No answer."]);
    }

    proptest! {
        #[test]
        fn each_alternate_wins_once_in_order_and_the_others_stay(
            winners in 1..=10_usize, alternates in 0..=10_usize, places in vec(any::<Index>(), 0..15),
        ) {
            let mut spots = 1..;
            let mut winners: Vec<i32> = spots.by_ref().take(winners).collect();
            let alternates = strangers(&spots.take(alternates).collect::<Vec<i32>>());
            for (used, place) in places.into_iter().enumerate() {
                let place = place.index(winners.len());
                let (handles, one_win_per_handle) = (&[][..], true);
                let standing =
                    Standing { winners: &winners, handles, alternates: &alternates, used, one_win_per_handle };
                let Ok(replacement) = standing.replace(winners[place].into()) else {
                    prop_assert_eq!(used, alternates.len());
                    break;
                };
                prop_assert_eq!(replacement, Replacement { place, out: winners[place], next: alternates[used].number });
                prop_assert!(!winners.contains(&replacement.next));
                winners[place] = replacement.next;
            }
        }
    }
}
