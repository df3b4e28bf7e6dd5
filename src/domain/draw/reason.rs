//! Why a seller locks or voids a draw: a public text.

use waffle_language::say;

use crate::invalid::Invalid;
use crate::text::one_line;
use crate::text_type;

/// The longest reason, in characters.
pub const MAX_REASON: usize = 500;

/// A trimmed reason of 1 to 500 characters, without control characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason(String);

text_type!(Reason);

impl Reason {
    /// Checks a reason as typed by a seller.
    pub fn parse(input: &str) -> Result<Self, Invalid> {
        let faults = [say!("fault-reason-missing"), say!("fault-reason-long"), say!("fault-reason-controls")];
        one_line("reason", MAX_REASON, faults, input).map(Self)
    }

    /// Does the same where a reason is optional: blank text means none.
    pub fn parse_optional(input: Option<&str>) -> Result<Option<Self>, Invalid> {
        input.filter(|text| !text.trim().is_empty()).map(Self::parse).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_REASON, Reason};

    #[test]
    fn a_reason_has_1_to_500_characters() {
        assert_eq!(Reason::parse(" The camera broke. ").unwrap().as_str(), "The camera broke.");
        assert!(Reason::parse("x").is_ok());
        assert!(Reason::parse(&format!(" {} ", "ß".repeat(MAX_REASON))).is_ok());
        assert!(Reason::parse(&"ß".repeat(MAX_REASON + 1)).is_err());
        for bad in ["", " \n ", "a\nb", "a\u{0}b", "a\u{7f}b", "a\u{85}b"] {
            assert!(Reason::parse(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn where_it_is_optional_blank_means_none() {
        assert_eq!(Reason::parse_optional(None), Ok(None));
        assert_eq!(Reason::parse_optional(Some(" ")), Ok(None));
        assert_eq!(Reason::parse_optional(Some(" x ")), Ok(Some(Reason::parse("x").unwrap())));
        assert!(Reason::parse_optional(Some("a\nb")).is_err());
    }
}
