//! The name with which an admin signs in.

use std::fmt;

use serde::Serialize;

/// A username: 3 to 64 of `a-z 0-9 . _ -`. Always lowercase, so that names differing only in case are the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Username(String);

/// Why a text is not a username.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UsernameError {
    /// The text is blank.
    #[error("A username is required.")]
    Missing,
    /// It is too short or too long.
    #[error("A username has 3 to 64 characters.")]
    Length,
    /// It contains a character that is not allowed.
    #[error("A username may contain letters a-z, digits, dots, underscores and hyphens.")]
    Character,
}

impl Username {
    /// A username as it is typed, in the API's description.
    pub const PATTERN: &str = "^[A-Za-z0-9._-]{3,64}$";

    /// Parses a username: drops surrounding white space, and makes capitals lowercase.
    pub fn parse(text: &str) -> Result<Self, UsernameError> {
        let name = text.trim().to_ascii_lowercase();
        if name.is_empty() {
            return Err(UsernameError::Missing);
        }
        if !name.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'-')) {
            return Err(UsernameError::Character);
        }
        if !(3..=64).contains(&name.len()) {
            return Err(UsernameError::Length);
        }
        Ok(Self(name))
    }

    /// Returns the name, in lowercase.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Username {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Username, UsernameError};

    #[test]
    fn names_differing_in_case_and_surrounding_space_are_the_same() {
        assert_eq!(Username::parse("  Anna.B ").unwrap(), Username::parse("anna.b").unwrap());
        assert_eq!(Username::parse("Anna.B").unwrap().as_str(), "anna.b");
    }

    #[test]
    fn three_to_sixty_four_characters() {
        assert_eq!(Username::parse("ab"), Err(UsernameError::Length));
        assert!(Username::parse("abc").is_ok());
        assert!(Username::parse(&"a".repeat(64)).is_ok());
        assert_eq!(Username::parse(&"a".repeat(65)), Err(UsernameError::Length));
        assert_eq!(Username::parse("   "), Err(UsernameError::Missing));
    }

    #[test]
    fn other_characters_are_refused() {
        for text in ["an na", "änna", "anna@home", "anna\0", "<anna>", "K\u{212a}k"] {
            assert_eq!(Username::parse(text), Err(UsernameError::Character), "{text}");
        }
    }
}
