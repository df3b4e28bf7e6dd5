//! What a receipt stands for: the events of a claim. What its buyer says of it, and what became of it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::claim::Granted;
use crate::draw::digest::sha256;
use crate::handle::Handle;
use crate::invalid::Invalid;
use crate::spot::SpotStatus;

/// The longest note, in characters.
pub const MAX_NOTE: usize = 200;

/// A claim that was granted, found again by its events in the waffle's log. The handle tells whether they still are its
/// events: a log that was restored from a backup may have others there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Receipt {
    pub waffle_id: Uuid,
    /// The sequence number of the event of the first spot; those of the others follow in order.
    pub first_seq: i64,
    /// How many spots were granted: one at least.
    pub spots: i32,
    /// The first bytes of the SHA-256 of the handle that claimed.
    pub handle_hash: [u8; 8],
}

impl Receipt {
    /// Returns the receipt for what a claim was granted; none if that is nothing.
    pub fn of(waffle_id: Uuid, granted: &Granted) -> Option<Self> {
        let spots = i32::try_from(granted.spots.len()).ok().filter(|spots| *spots > 0)?;
        granted.first_seq.map(|first_seq| Self::of_handle(waffle_id, first_seq, spots, &granted.handle))
    }

    /// Returns the receipt for so many spots that a handle was granted.
    pub fn of_handle(waffle_id: Uuid, first_seq: i64, spots: i32, handle: &Handle) -> Self {
        Self { waffle_id, first_seq, spots, handle_hash: hash(handle) }
    }

    /// Tells whether it is for a claim of this handle.
    pub fn is_of(&self, handle: &Handle) -> bool {
        self.handle_hash == hash(handle)
    }

    /// Returns the sequence number of the event of the last spot.
    pub fn last_seq(&self) -> i64 {
        self.first_seq + i64::from(self.spots) - 1
    }
}

fn hash(handle: &Handle) -> [u8; 8] {
    let digest = sha256(handle.as_str().as_bytes());
    std::array::from_fn(|place| digest.as_bytes()[place])
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

/// That a buyer said that he paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaysPaid {
    pub at: DateTime<Utc>,
    /// What he added; may be empty.
    pub note: String,
    /// Until when the first of his unpaid spots is kept because of that; `None` without end, or where there is no
    /// deadline.
    pub kept_until: Option<DateTime<Utc>>,
}

/// Returns until when a spot with a deadline is kept whose buyer says that he paid, if that keeps it until a moment.
pub fn kept_until(pay_by: Option<DateTime<Utc>>, says_paid: Option<DateTime<Utc>>) -> Option<DateTime<Utc>> {
    pay_by.zip(says_paid).map(|(pay_by, says_paid)| pay_by.max(says_paid))
}

/// What a claim came to, judged by the spots of it that its buyer holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClaimResult {
    /// Nothing was decided for it: the winners are not drawn yet, or none of its spots was in the draw.
    Open,
    /// A spot of the claim won.
    Won,
    /// It was in the draw, and others won.
    Lost,
}

impl ClaimResult {
    /// Judges a claim by the spots that its buyer holds, without those that were left out of the draw.
    pub fn of(entered: impl IntoIterator<Item = SpotStatus>) -> Self {
        entered.into_iter().fold(Self::Open, |result, status| match (result, status) {
            (Self::Won, _) | (_, SpotStatus::Winner) => Self::Won,
            (_, SpotStatus::Loser) => Self::Lost,
            _ => result,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{ClaimResult, MAX_NOTE, PaymentNote};
    use crate::spot::SpotStatus::{Loser, Paid, Pending, Winner};

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
    fn one_winning_spot_is_enough_and_only_what_was_in_the_draw_can_lose() {
        assert_eq!(ClaimResult::of([Loser, Winner, Loser]), ClaimResult::Won);
        assert_eq!(ClaimResult::of([Loser, Pending]), ClaimResult::Lost);
        assert_eq!(ClaimResult::of([Paid, Pending]), ClaimResult::Open);
        assert_eq!(ClaimResult::of([]), ClaimResult::Open);
    }
}
