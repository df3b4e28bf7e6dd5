//! A buyer's report of a payment, before the seller has checked it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use waffle_language::say;

use crate::invalid::Invalid;
use crate::text_type;

/// The longest note, in characters.
pub const MAX_NOTE: usize = 200;

/// The note that a buyer adds to the report; may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentNote(String);

text_type!(PaymentNote);

impl PaymentNote {
    /// Checks a note: trimmed, at most 200 characters, line breaks and tabs among them but no other controls.
    pub fn parse(input: &str) -> Result<Self, Invalid> {
        let note = input.trim();
        if note.chars().count() > MAX_NOTE {
            return Err(Invalid::field("note", say!("fault-note-long")));
        }
        if note.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')) {
            return Err(Invalid::field("note", say!("fault-note-controls")));
        }
        Ok(Self(note.to_owned()))
    }
}

/// The report of a payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SaysPaid {
    pub at: DateTime<Utc>,
    /// The buyer's note; may be empty.
    pub note: String,
    /// Until when the report keeps the first of the buyer's unpaid spots; `None` if there is no end, or no deadline.
    pub kept_until: Option<DateTime<Utc>>,
}

/// Returns until when a spot with a deadline is kept, if the buyer's report counts until a moment.
pub fn kept_until(pay_by: Option<DateTime<Utc>>, counts_until: Option<DateTime<Utc>>) -> Option<DateTime<Utc>> {
    pay_by.zip(counts_until).map(|(pay_by, counts_until)| pay_by.max(counts_until))
}

#[cfg(test)]
mod tests {
    use super::{MAX_NOTE, PaymentNote};

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
}
