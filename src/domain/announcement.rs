//! What there is to announce of a waffle, and what messages about it list.

use chrono::{DateTime, Utc};
use waffle_language::Text;

use crate::board::{Board, Counts};
use crate::names::names;
use crate::spot::SpotStatus;
use crate::spot_ranges::{in_words, runs};
use crate::waffle::Waffle;

/// How many members a list in a message has; the others are an ellipsis.
pub const MOST_LISTED: usize = 50;
/// How many winners cards and link previews name.
pub const MOST_WINNERS: usize = 10;
/// Few spots are left if there are no more than this, or than a tenth of all.
const FEW: i32 = 3;

/// The free spots, as a message lists them.
pub fn free_spots(board: &Board) -> String {
    numbers(board, SpotStatus::Available)
}

/// The spots that are claimed and not paid, as a message lists them.
pub fn unpaid_spots(board: &Board) -> String {
    numbers(board, SpotStatus::Pending)
}

fn numbers(board: &Board, status: SpotStatus) -> String {
    let spots = board.spots().filter(|spot| spot.status() == status);
    let runs = runs(spots.map(|spot| spot.number.unsigned_abs()));
    let (listed, more) = runs.split_at(runs.len().min(MOST_LISTED));
    in_words(listed) + if more.is_empty() { "" } else { ", …" }
}

/// The first winners of a waffle: `#7 @anna, #12 @ben, …`.
pub fn winners(waffle: &Waffle, most: usize) -> String {
    let winners = waffle.winning_spot_numbers.iter().zip(&waffle.winning_social_handles);
    let more = (winners.len() > most).then(|| "…".to_owned());
    winners.take(most).map(|(number, handle)| format!("#{number} @{handle}")).chain(more).collect::<Vec<_>>().join(", ")
}

names! {
    /// What there is to announce of a waffle.
    pub enum Announcement {
        /// When spots can be claimed.
        Soon = "soon",
        /// They can.
        Open = "open",
        /// Few are left.
        FewLeft = "few_left",
        /// None is left.
        Full = "full",
        /// Who takes part in the draw can't change any more.
        Locked = "locked",
        /// The winners.
        Drawn = "drawn",
    }
}

impl Announcement {
    /// Returns what is to be announced of a waffle now.
    pub fn of(waffle: &Waffle, board: &Board, now: DateTime<Utc>) -> Self {
        let Counts { available: left, .. } = board.counts();
        let few = left <= FEW.max(board.total() / 10) && left < board.total();
        match waffle {
            _ if !waffle.winning_spot_numbers.is_empty() => Self::Drawn,
            _ if waffle.draw.locked.is_some() => Self::Locked,
            _ if left == 0 => Self::Full,
            _ if waffle.terms.opens_at.is_some_and(|opens_at| now < opens_at) => Self::Soon,
            _ if few => Self::FewLeft,
            _ => Self::Open,
        }
    }

    /// Returns whether a message is about this, by its placeholders: one that fits any time is about an open waffle.
    pub fn is_in(self, message: &str) -> bool {
        let names: &[&str] = match self {
            Self::Soon => &["{opens}"],
            Self::Open => &[""],
            Self::FewLeft => &["{left}", "{free}"],
            Self::Full => &["{unpaid}"],
            Self::Locked => &["{draw}"],
            Self::Drawn => &["{winners}"],
        };
        names.iter().any(|name| message.contains(name))
    }

    /// Returns the message to start from.
    pub fn message(self) -> Text {
        Text::of_code("announce", self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta};
    use waffle_language::Language;

    use super::{Announcement, free_spots, unpaid_spots, winners};
    use crate::board::Board;
    use crate::draw::digest::sha256;
    use crate::handle::Handle;
    use crate::spot::{Spot, SpotState};
    use crate::terms::Terms;
    use crate::waffle::tests::waffle;
    use crate::waffle::{DrawNow, LockedNow, Waffle};

    const NOW: DateTime<chrono::Utc> = DateTime::UNIX_EPOCH;

    /// A board whose spots are claimed if `claimed` says so.
    fn board(total: i32, claimed: impl Fn(i32) -> bool) -> Board {
        let handle = Handle::parse("anna").unwrap();
        let pending = || SpotState::Pending { handle: handle.clone(), claimed_at: NOW, pay_by: None };
        let state = |number| if claimed(number) { pending() } else { SpotState::Available };
        let spot = |number| Spot { id: i64::from(number), number, state: state(number) };
        Board::new((1..=total).map(spot).collect()).unwrap()
    }

    fn now_of(waffle: &Waffle, claimed: i32) -> Announcement {
        Announcement::of(waffle, &board(waffle.total_spots, |number| number <= claimed), NOW)
    }

    #[test]
    fn few_are_left_when_a_tenth_is_free_or_three() {
        for (total, claimed, what) in [
            (100, 0, Announcement::Open),
            (100, 89, Announcement::Open),
            (100, 90, Announcement::FewLeft),
            (100, 99, Announcement::FewLeft),
            (100, 100, Announcement::Full),
            (10, 6, Announcement::Open),
            (10, 7, Announcement::FewLeft),
            (2, 0, Announcement::Open),
            (2, 1, Announcement::FewLeft),
        ] {
            assert_eq!(now_of(&waffle(total), claimed), what, "{claimed} of {total}");
        }
    }

    #[test]
    fn the_latest_thing_is_announced() {
        let opens = |seconds| Terms { opens_at: Some(NOW + TimeDelta::seconds(seconds)), ..Terms::default() };
        assert_eq!(now_of(&Waffle { terms: opens(1), ..waffle(10) }, 0), Announcement::Soon);
        assert_eq!(now_of(&Waffle { terms: opens(0), ..waffle(10) }, 0), Announcement::Open);
        assert_eq!(now_of(&Waffle { terms: opens(1), ..waffle(10) }, 10), Announcement::Full);
        let locked = LockedNow { number: 1, entries: 9, round: 5, round_at: NOW, chain: sha256(b"") };
        let locked = Waffle { draw: DrawNow { locked: Some(locked), ..DrawNow::default() }, ..waffle(10) };
        assert_eq!([10, 9].map(|claimed| now_of(&locked, claimed)), [Announcement::Locked; 2]);
        assert_eq!(now_of(&Waffle { winning_spot_numbers: vec![7], ..locked }, 9), Announcement::Drawn);
    }

    #[test]
    fn every_language_has_a_message_that_is_about_its_moment() {
        for language in Language::all() {
            for what in Announcement::ALL {
                let message = what.message().write(language);
                assert!(what.is_in(&message), "{what} in {}: {message}", language.tag());
                assert!(message.contains("{title}"), "{what} in {}: {message}", language.tag());
            }
        }
        assert!(!Announcement::Drawn.is_in("{title}: {spots} spots at {price}. {url}"));
    }

    #[test]
    fn a_list_ends_after_fifty() {
        assert_eq!(free_spots(&board(10, |number| number < 3 || number == 6)), "3-5, 7-10");
        assert_eq!(unpaid_spots(&board(10, |number| number < 3 || number == 6)), "1, 2, 6");
        assert_eq!(unpaid_spots(&board(10, |_| false)), "");
        let odd = |total| unpaid_spots(&board(total, |number| number % 2 == 1));
        assert!(odd(99).ends_with(", 97, 99") && odd(101).ends_with(", 97, 99, …"), "{}", odd(101));
        let handles = ["anna", "ben", "cleo"].map(str::to_owned).into();
        let won = Waffle { winning_spot_numbers: vec![7, 2, 9], winning_social_handles: handles, ..waffle(9) };
        assert_eq!(winners(&won, 3), "#7 @anna, #2 @ben, #9 @cleo");
        assert_eq!(winners(&won, 2), "#7 @anna, #2 @ben, …");
        assert_eq!(winners(&waffle(9), 2), "");
    }
}
