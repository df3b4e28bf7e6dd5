//! E-mail addresses of admins: shown and searched, but no mail is sent to them.

use std::fmt;

use serde::Serialize;

/// An e-mail address. Keeps its case for display; the database ignores case when it compares addresses.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Email(String);

/// Why a text is not an e-mail address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmailError {
    /// The text is blank.
    #[error("An e-mail address is required.")]
    Missing,
    /// The text is not of the form `name@host`, or longer than 254 bytes.
    #[error("This is not an e-mail address.")]
    Malformed,
}

impl Email {
    /// The longest address, in bytes (RFC 5321, section 4.5.3.1.3, less the angle brackets).
    pub const MAX_BYTES: usize = 254;
    /// An address in the API's description.
    pub const PATTERN: &str = concat!(
        r#"^[^@\s\x00-\x1f\x7f-\x9f<>,;"]+@[^@\s\x00-\x1f\x7f-\x9f<>,;".]"#,
        r#"([^@\s\x00-\x1f\x7f-\x9f<>,;"]*[^@\s\x00-\x1f\x7f-\x9f<>,;".])?$"#
    );

    /// Parses an address of the form `name@host`. The host needs no dot (`admin@localhost`).
    pub fn parse(text: &str) -> Result<Self, EmailError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(EmailError::Missing);
        }
        let shape_is_right = text.split_once('@').is_some_and(|(name, host)| {
            !name.is_empty()
                && !host.is_empty()
                && !host.contains('@')
                && !host.starts_with('.')
                && !host.ends_with('.')
        });
        let odd = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | ',' | ';' | '"');
        if !shape_is_right || text.len() > Self::MAX_BYTES || text.contains(odd) {
            return Err(EmailError::Malformed);
        }
        Ok(Self(text.to_owned()))
    }

    /// Returns the address as written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{Email, EmailError};

    #[test]
    fn usual_addresses_are_taken_as_written() {
        for text in ["admin@localhost", "Anna.B+x@mail.example", "ü@example.org"] {
            assert_eq!(Email::parse(&format!(" {text} ")).unwrap().as_str(), text);
        }
    }

    #[test]
    fn anything_else_is_refused() {
        assert_eq!(Email::parse("  "), Err(EmailError::Missing));
        let long = format!("{}@example.org", "a".repeat(250));
        for text in
            ["anna", "@host", "anna@", "a@b@c", "an na@host", "a@.host", "a@host.", "<a@host>", "a\n@host", &long]
        {
            assert_eq!(Email::parse(text), Err(EmailError::Malformed), "{text}");
        }
    }
}
