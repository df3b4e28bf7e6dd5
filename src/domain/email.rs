//! E-mail addresses of admins: shown and searched, but no mail is sent to them.

use serde::Serialize;
use waffle_language::say;

use crate::invalid::Invalid;
use crate::text_type;

/// An e-mail address. Keeps its case for display; the database ignores case when it compares addresses.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Email(String);

text_type!(Email, FromStr);

impl Email {
    /// The longest address, in bytes (RFC 5321, section 4.5.3.1.3, less the angle brackets).
    pub const MAX_BYTES: usize = 254;
    /// An address in the API's description.
    pub const PATTERN: &str = concat!(
        r#"^[^@\s\x00-\x1f\x7f-\x9f<>,;"]+@[^@\s\x00-\x1f\x7f-\x9f<>,;".]"#,
        r#"([^@\s\x00-\x1f\x7f-\x9f<>,;"]*[^@\s\x00-\x1f\x7f-\x9f<>,;".])?$"#
    );

    /// Parses an address of the form `name@host`. The host needs no dot (`admin@localhost`).
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        if text.is_empty() {
            return Err(Invalid::field("email", say!("fault-email-missing")));
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
            return Err(Invalid::field("email", say!("fault-email")));
        }
        Ok(Self(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::Email;

    #[test]
    fn usual_addresses_are_taken_as_written() {
        for text in ["admin@localhost", "Anna.B+x@mail.example", "ü@example.org"] {
            assert_eq!(Email::parse(&format!(" {text} ")).unwrap().as_str(), text);
        }
    }

    #[test]
    fn anything_else_is_refused() {
        let refused = |text: &str| Email::parse(text).unwrap_err().to_string();
        assert_eq!(refused("  "), "An e-mail address is required.");
        let long = format!("{}@example.org", "a".repeat(250));
        for text in
            ["anna", "@host", "anna@", "a@b@c", "an na@host", "a@.host", "a@host.", "<a@host>", "a\n@host", &long]
        {
            assert_eq!(refused(text), "This is not an e-mail address.", "{text}");
        }
    }
}
