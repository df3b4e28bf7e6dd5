//! What spots a buyer asks for, and which were granted.

use std::fmt;
use std::str::FromStr;

use uuid::Uuid;
use waffle_language::say;

use crate::author::Author;
use crate::handle::Handle;
use crate::idempotency_key::IdempotencyKey;
use crate::invalid::Invalid;
use crate::spot_numbers::SpotNumbers;

/// A well-formed claim. The board and the database decide whether it is granted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// Identifies this request in the event log.
    pub id: Uuid,
    pub waffle_id: Uuid,
    /// The spots wanted.
    pub selection: Selection,
    /// Who claims.
    pub handle: Handle,
    /// The client's key for repeating the request safely.
    pub key: Option<IdempotencyKey>,
    /// The admin who assigns the spots; `None` for buyers. Openings and pauses do not apply to admins.
    pub assigned_by: Option<Author>,
    /// Where it came from.
    pub source: Option<Source>,
}

/// Where claims of a waffle come from: a keyed hash of a client's address, which can't be reversed without the key. The
/// same address gives another source in another waffle, and in another week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Source(pub [u8; 16]);

impl Source {
    /// A source in the API's description.
    pub const PATTERN: &str = "^[0-9a-f]{32}$";
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for Source {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let digits = (text.len() == 32 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))).then_some(text);
        let number = digits.and_then(|digits| u128::from_str_radix(digits, 16).ok());
        let refuse = || Invalid::field("source", say!("fault-source"));
        number.map(|number| Self(number.to_be_bytes())).ok_or_else(refuse)
    }
}

/// Which spots a buyer wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selection {
    /// All of these spots, or none.
    Numbers(SpotNumbers),
    /// Any spots, up to this many: from one to [`Selection::MOST`].
    Any(u64),
}

impl Selection {
    /// The largest count that the database can store. No board has this many spots.
    pub const MOST: u64 = i64::MAX.unsigned_abs();

    /// Checks the count of a random claim. Counts above [`Selection::MOST`] are lowered to it. Fails if the count is 0.
    pub fn any(count: u64) -> Result<Self, Invalid> {
        match count {
            0 => Err(Invalid::field("count", say!("fault-count"))),
            count => Ok(Self::Any(count.min(Self::MOST))),
        }
    }
}

impl Claim {
    /// Returns a text that distinguishes a repeat of this request from another request with the same key.
    pub fn fingerprint(&self) -> String {
        let selection = match &self.selection {
            Selection::Numbers(numbers) => {
                numbers.as_slice().iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
            }
            Selection::Any(count) => format!("any {count}"),
        };
        format!("{} {} {selection}", self.waffle_id, self.handle)
    }
}

/// The spots that a claim was granted: the answer to the buyer, also when the request is repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Granted {
    /// The ids and numbers of the spots, ascending by number.
    pub spots: Vec<(i64, i32)>,
    /// Who got them.
    pub handle: Handle,
    /// How many spots a random claim asked for.
    pub requested: Option<u64>,
    /// The sequence number of the event of the first spot; the others' numbers follow in order. `None` if no spot was
    /// granted.
    pub first_seq: Option<i64>,
    /// Whether this is the answer to a repeat, with the key of the request that was granted it.
    pub replayed: bool,
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::{Claim, Selection, Source};
    use crate::handle::Handle;
    use crate::spot_numbers::SpotNumbers;

    fn claim(selection: Selection, handle: &str) -> String {
        let handle = Handle::parse(handle).unwrap();
        Claim { id: Uuid::nil(), waffle_id: Uuid::nil(), selection, handle, key: None, assigned_by: None, source: None }
            .fingerprint()
    }

    #[test]
    fn a_fingerprint_depends_on_the_request_and_not_on_the_order() {
        let numbers = |numbers: &[i64]| Selection::Numbers(SpotNumbers::parse("spots", numbers).unwrap());
        let base = claim(numbers(&[1, 2]), "anna");
        assert_eq!(base, claim(numbers(&[2, 1]), "@Anna"));
        assert_ne!(base, claim(numbers(&[12]), "anna"));
        assert_ne!(base, claim(numbers(&[1, 2]), "ann"));
        assert_ne!(claim(numbers(&[2]), "anna"), claim(Selection::any(2).unwrap(), "anna"));
    }

    #[test]
    fn a_source_is_written_in_hexadecimal_digits_and_read_back() {
        let source = Source([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255]);
        assert_eq!(source.to_string(), "000102030405060708090a0b0c0d0eff");
        assert_eq!(source.to_string().parse(), Ok(source));
        for text in [
            "",
            "000102030405060708090a0b0c0d0ef",
            "000102030405060708090A0b0c0d0eff",
            "+00102030405060708090a0b0c0d0eff",
        ] {
            assert!(text.parse::<Source>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_random_claim_asks_for_at_least_one() {
        assert!(Selection::any(0).is_err());
        assert!(Selection::any(1).is_ok());
        assert_eq!(Selection::any(Selection::MOST), Ok(Selection::Any(Selection::MOST)));
        assert_eq!(Selection::any(u64::MAX), Ok(Selection::Any(Selection::MOST)));
    }
}
