//! A waffle's title and description.

use waffle_language::say;

use crate::invalid::Invalid;
use crate::text::one_line;

/// The longest title, in characters.
pub const MAX_TITLE: usize = 200;
/// The longest description, in characters.
pub const MAX_DESCRIPTION: usize = 5_000;

/// Checks a title as typed by a seller: trimmed, 1 to 200 characters, no control character.
pub fn parse_title(input: &str) -> Result<String, Invalid> {
    let faults = [say!("fault-title-missing"), say!("fault-title-long"), say!("fault-title-controls")];
    one_line("title", MAX_TITLE, faults, input)
}

/// Checks a description: trimmed, at most 5,000 characters. Blank text means none.
pub fn parse_description(input: &str) -> Result<Option<String>, Invalid> {
    let description = input.trim();
    if description.chars().count() > MAX_DESCRIPTION {
        return Err(Invalid::field("description", say!("fault-description-long")));
    }
    if description.contains('\0') {
        return Err(Invalid::field("description", say!("fault-description-nul")));
    }
    Ok((!description.is_empty()).then(|| description.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::{MAX_DESCRIPTION, MAX_TITLE, parse_description, parse_title};

    #[test]
    fn a_title_has_1_to_200_characters() {
        assert_eq!(parse_title(" x ").unwrap(), "x");
        assert!(parse_title(&"ß".repeat(MAX_TITLE)).is_ok());
        assert!(parse_title(&"ß".repeat(MAX_TITLE + 1)).is_err());
        assert_eq!(parse_title(&format!(" {} ", "x".repeat(MAX_TITLE))).unwrap().len(), MAX_TITLE);
        for wrong in ["", " \t ", "a\nb", "nul\0"] {
            assert!(parse_title(wrong).is_err(), "{wrong:?}");
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
