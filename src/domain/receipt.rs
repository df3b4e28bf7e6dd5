//! What a receipt stands for: the events of a claim. What its buyer says of it, and what became of it.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::claim::Granted;
use crate::invalid::Invalid;
use crate::spot::SpotStatus;
use crate::waffle::WaffleStatus;

/// The longest note, in characters.
pub const MAX_NOTE: usize = 200;

/// A claim that was granted, found again by its events in the waffle's log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Receipt {
    pub waffle_id: Uuid,
    /// The sequence number of the event of the first spot; those of the others follow in order.
    pub first_seq: i64,
    /// How many spots were granted: one at least.
    pub spots: i32,
}

impl Receipt {
    /// Returns the receipt for what a claim was granted; none if that is nothing.
    pub fn of(waffle_id: Uuid, granted: &Granted) -> Option<Self> {
        let spots = i32::try_from(granted.spots.len()).ok().filter(|spots| *spots > 0)?;
        granted.first_seq.map(|first_seq| Self { waffle_id, first_seq, spots })
    }

    /// Returns the sequence number of the event of the last spot.
    pub fn last_seq(&self) -> i64 {
        self.first_seq + i64::from(self.spots) - 1
    }
}

/// What a buyer who says that he paid adds to that; may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentNote(String);

impl PaymentNote {
    /// Checks a note: trimmed, at most 200 characters, line breaks and tabs among them but no other controls.
    pub fn parse(input: &str) -> Result<Self, Invalid> {
        let note = input.trim();
        if note.chars().count() > MAX_NOTE {
            return Err(Invalid::field("note", "A note has at most 200 characters."));
        }
        if note.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')) {
            return Err(Invalid::field("note", "A note is plain text without control characters."));
        }
        Ok(Self(note.to_owned()))
    }

    /// Returns the note's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What a claim came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClaimResult {
    /// The winners are not drawn yet.
    Open,
    /// A spot of the claim won.
    Won,
    /// Others won.
    Lost,
}

impl ClaimResult {
    /// Judges a claim by the spots of it that its buyer holds.
    pub fn of(waffle: WaffleStatus, held: impl IntoIterator<Item = SpotStatus>) -> Self {
        if held.into_iter().any(|status| status == SpotStatus::Winner) {
            return Self::Won;
        }
        if waffle == WaffleStatus::Completed { Self::Lost } else { Self::Open }
    }
}

#[cfg(test)]
mod tests {
    use super::{ClaimResult, MAX_NOTE, PaymentNote};
    use crate::spot::SpotStatus::{Loser, Paid, Pending, Winner};
    use crate::waffle::WaffleStatus::{Active, Completed};

    #[test]
    fn a_note_has_up_to_200_characters_and_may_be_empty() {
        assert_eq!(PaymentNote::parse("  ").unwrap().as_str(), "");
        assert_eq!(PaymentNote::parse(" by wallet,\n 7 pm ").unwrap().as_str(), "by wallet,\n 7 pm");
        assert!(PaymentNote::parse(&"ß".repeat(MAX_NOTE)).is_ok());
        assert!(PaymentNote::parse(&"ß".repeat(MAX_NOTE + 1)).is_err());
        for wrong in ["a\0", "a\u{1b}[2J"] {
            assert!(PaymentNote::parse(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn one_winning_spot_is_enough_and_without_one_the_draw_is_lost() {
        assert_eq!(ClaimResult::of(Completed, [Loser, Winner]), ClaimResult::Won);
        assert_eq!(ClaimResult::of(Completed, [Loser, Pending]), ClaimResult::Lost);
        assert_eq!(ClaimResult::of(Completed, []), ClaimResult::Lost);
        assert_eq!(ClaimResult::of(Active, [Paid, Pending]), ClaimResult::Open);
    }
}
