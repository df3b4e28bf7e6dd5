//! How much of a ranking to show.

use waffle_language::say;

use crate::invalid::Invalid;

/// How many buyers a ranking shows: 1 to 100, 20 by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit(i64);

impl Limit {
    /// A limit in the API's description.
    pub const PATTERN: &str = "^([1-9][0-9]?|100)?$";

    /// Parses a number; empty text means the default.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(Self::default());
        }
        let number = text.parse().ok().filter(|number| (1..=100).contains(number));
        number.map(Self).ok_or_else(|| Invalid::field("limit", say!("fault-ranking-length")))
    }

    /// Returns the number.
    pub fn get(self) -> i64 {
        self.0
    }
}

impl Default for Limit {
    fn default() -> Self {
        Self(20)
    }
}

#[cfg(test)]
mod tests {
    use super::Limit;

    #[test]
    fn a_limit_is_one_to_a_hundred_and_twenty_by_default() {
        assert_eq!(["", "1", " 100 "].map(|text| Limit::parse(text).unwrap().get()), [20, 1, 100]);
        for bad in ["0", "101", "-1", "ten", "1.5", "99999999999999999999"] {
            assert_eq!(Limit::parse(bad).unwrap_err().0[0].field, "limit", "{bad}");
        }
    }
}
