//! The name with which an admin signs in.

use serde::Serialize;
use waffle_language::say;

use crate::invalid::Invalid;
use crate::text_type;

/// A username: 3 to 64 of `a-z 0-9 . _ -`. Always lowercase, so that names differing only in case are the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Username(String);

text_type!(Username, FromStr);

impl Username {
    /// A username as it is typed, in the API's description.
    pub const PATTERN: &str = "^[A-Za-z0-9._-]{3,64}$";

    /// Parses a username: drops surrounding white space, and makes capitals lowercase.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let refuse = |message| Invalid::field("username", message);
        let name = text.trim().to_ascii_lowercase();
        if name.is_empty() {
            return Err(refuse(say!("fault-username-missing")));
        }
        if !name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'-')) {
            return Err(refuse(say!("fault-username-letters")));
        }
        if !(3..=64).contains(&name.len()) {
            return Err(refuse(say!("fault-username-length")));
        }
        Ok(Self(name))
    }
}

#[cfg(test)]
mod tests {
    use super::Username;

    fn refused(text: &str) -> String {
        Username::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn names_differing_in_case_and_surrounding_space_are_the_same() {
        assert_eq!(Username::parse("  Anna.B ").unwrap(), Username::parse("anna.b").unwrap());
        assert_eq!(Username::parse("Anna.B").unwrap().as_str(), "anna.b");
    }

    #[test]
    fn three_to_sixty_four_characters() {
        assert_eq!(refused("ab"), "A username has 3 to 64 characters.");
        assert!(Username::parse("abc").is_ok());
        assert!(Username::parse(&"a".repeat(64)).is_ok());
        assert_eq!(refused(&"a".repeat(65)), "A username has 3 to 64 characters.");
        assert_eq!(refused("   "), "A username is required.");
    }

    #[test]
    fn other_characters_are_refused() {
        for text in ["an na", "änna", "anna@home", "anna\0", "<anna>", "K\u{212a}k"] {
            assert!(refused(text).starts_with("A username may contain letters a-z"), "{text}");
        }
    }
}
