//! What spots a buyer asks for, and what was granted.

use uuid::Uuid;

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
    pub wish: Wish,
    /// Who claims.
    pub handle: Handle,
    /// The client's key for repeating the request safely.
    pub key: Option<IdempotencyKey>,
    /// The admin who assigns the spots; buyers claim without. Openings and pauses do not hold for him.
    pub assigned_by: Option<Author>,
}

/// Which spots a buyer wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    /// All of these spots, or none.
    Numbers(SpotNumbers),
    /// Any spots, up to this many: from one to [`Wish::MOST`].
    Any(u64),
}

impl Wish {
    /// The largest count, which is what the database can store. No board has so many spots.
    pub const MOST: u64 = i64::MAX.unsigned_abs();

    /// Checks the count of a random claim. Counts above [`Wish::MOST`] are lowered to it. Fails if the count is 0.
    pub fn any(count: u64) -> Result<Self, Invalid> {
        match count {
            0 => Err(Invalid::field("count", "Ask for at least one spot.")),
            count => Ok(Self::Any(count.min(Self::MOST))),
        }
    }
}

impl Claim {
    /// Returns a text that tells a repeat of this request from another request with the same key.
    pub fn fingerprint(&self) -> String {
        let wish = match &self.wish {
            Wish::Numbers(numbers) => numbers.as_slice().iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
            Wish::Any(count) => format!("any {count}"),
        };
        format!("{} {} {wish}", self.waffle_id, self.handle)
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
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::{Claim, Wish};
    use crate::handle::Handle;
    use crate::spot_numbers::SpotNumbers;

    fn claim(wish: Wish, handle: &str) -> String {
        let handle = Handle::parse(handle).unwrap();
        Claim { id: Uuid::nil(), waffle_id: Uuid::nil(), wish, handle, key: None, assigned_by: None }.fingerprint()
    }

    #[test]
    fn a_fingerprint_tells_other_requests_apart_and_not_the_order() {
        let numbers = |numbers: &[i64]| Wish::Numbers(SpotNumbers::parse("spots", numbers).unwrap());
        let base = claim(numbers(&[1, 2]), "anna");
        assert_eq!(base, claim(numbers(&[2, 1]), "@Anna"));
        assert_ne!(base, claim(numbers(&[12]), "anna"));
        assert_ne!(base, claim(numbers(&[1, 2]), "ann"));
        assert_ne!(claim(numbers(&[2]), "anna"), claim(Wish::any(2).unwrap(), "anna"));
    }

    #[test]
    fn a_random_claim_asks_for_one_at_least() {
        assert!(Wish::any(0).is_err());
        assert!(Wish::any(1).is_ok());
        assert_eq!(Wish::any(Wish::MOST), Ok(Wish::Any(Wish::MOST)));
        assert_eq!(Wish::any(u64::MAX), Ok(Wish::Any(Wish::MOST)));
    }
}
