//! A waffle's title and description.

use crate::invalid::Invalid;

/// The longest title, in characters.
pub const MAX_TITLE: usize = 200;
/// The longest description, in characters.
pub const MAX_DESCRIPTION: usize = 5_000;

/// A trimmed title of 1 to 200 characters, without control characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Title(String);

impl Title {
    /// Checks a title as typed by a seller.
    pub fn parse(input: &str) -> Result<Self, Invalid> {
        let title = input.trim();
        if title.is_empty() {
            return Err(Invalid::field("title", "Give the waffle a title."));
        }
        if title.chars().count() > MAX_TITLE {
            return Err(Invalid::field("title", "A title has at most 200 characters."));
        }
        if title.chars().any(char::is_control) {
            return Err(Invalid::field("title", "A title is one line of text without control characters."));
        }
        Ok(Self(title.to_owned()))
    }

    /// Returns the title's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Checks a description: trimmed, at most 5,000 characters. Blank text means none.
pub fn parse_description(input: &str) -> Result<Option<String>, Invalid> {
    let description = input.trim();
    if description.chars().count() > MAX_DESCRIPTION {
        return Err(Invalid::field("description", "A description has at most 5,000 characters."));
    }
    if description.contains('\0') {
        return Err(Invalid::field("description", "A description can't hold the character NUL."));
    }
    Ok((!description.is_empty()).then(|| description.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::{MAX_DESCRIPTION, MAX_TITLE, Title, parse_description};

    #[test]
    fn a_title_has_1_to_200_characters() {
        assert_eq!(Title::parse(" x ").unwrap().as_str(), "x");
        assert!(Title::parse(&"ß".repeat(MAX_TITLE)).is_ok());
        assert!(Title::parse(&"ß".repeat(MAX_TITLE + 1)).is_err());
        assert_eq!(Title::parse(&format!(" {} ", "x".repeat(MAX_TITLE))).unwrap().as_str().len(), MAX_TITLE);
        for wrong in ["", " \t ", "a\nb", "nul\0"] {
            assert!(Title::parse(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_description_has_up_to_5000_characters() {
        assert_eq!(parse_description(" ").unwrap(), None);
        assert!(parse_description(&"é".repeat(MAX_DESCRIPTION)).is_ok());
        assert!(parse_description(&"é".repeat(MAX_DESCRIPTION + 1)).is_err());
        assert!(parse_description("nul\0").is_err());
    }
}
