//! A buyer's social handle.

use std::fmt;
use std::sync::Arc;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use waffle_language::{Text, say};

use crate::invalid::Invalid;
use crate::link::host_and_path;
use crate::text_type;

/// The longest handle, in characters.
pub const MAX_HANDLE: usize = 64;

/// A normalized social handle: trimmed, without leading `@`, lowercase, 1 to 64 of `a-z 0-9 . _ -`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle(Arc<str>);

text_type!(Handle, FromStr);

impl Handle {
    /// A handle as buyers type it, in the API's description.
    pub const PATTERN: &str = "^ *@*[A-Za-z0-9._-]{1,64} *$";

    /// Normalizes and checks a handle as typed by a buyer.
    pub fn parse(input: &str) -> Result<Self, Invalid> {
        let handle = input.trim().trim_start_matches('@').to_ascii_lowercase();
        if handle.is_empty() {
            return Err(refuse(say!("fault-handle-missing")));
        }
        if !handle.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-')) {
            return Err(refuse(say!("fault-handle-letters")));
        }
        if handle.len() > MAX_HANDLE {
            return Err(refuse(say!("fault-handle-long")));
        }
        Ok(Self(handle.into()))
    }

    /// Does the same for a form, where the address of a profile may have been pasted, such as
    /// `https://www.example.com/@anna/`: its handle is what is wanted.
    pub fn typed(input: &str) -> Result<Self, Invalid> {
        Self::parse(of_profile(input).unwrap_or(input))
    }

    /// Does the same as [`parse`](Self::parse) for a field of another name.
    pub fn parse_field(field: &str, input: &str) -> Result<Self, Invalid> {
        Self::parse(input).map_err(|invalid| invalid.at_field(field))
    }

    /// Does the same as [`typed`](Self::typed) for a field of another name.
    pub fn typed_field(field: &str, input: &str) -> Result<Self, Invalid> {
        Self::typed(input).map_err(|invalid| invalid.at_field(field))
    }
}

/// The only segment of the path of an address. `static/handle.js` reads it the same way.
fn of_profile(address: &str) -> Option<&str> {
    let (_, path) = host_and_path(address.trim())?;
    let segment = path.split(['?', '#']).next()?.trim_end_matches('/');
    // Such a page shows the profile that its query names.
    let is_program = segment.rsplit_once('.').is_some_and(|(_, ending)| ending == "php");
    (!segment.is_empty() && !segment.contains('/') && !is_program).then_some(segment)
}

fn refuse(message: Text) -> Invalid {
    Invalid::field("social_handle", message)
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", self.0)
    }
}

impl Serialize for Handle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Handle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

    use waffle_language::say;

    use super::Handle;

    #[test]
    fn normalizes_what_buyers_type() {
        for (typed, handle) in [("Anna", "anna"), (" @Anna\t", "anna"), ("@@@A.b_C-9", "a.b_c-9"), ("-", "-")] {
            assert_eq!(Handle::parse(typed).unwrap().as_str(), handle);
        }
    }

    #[test]
    fn refuses_texts_that_are_not_handles() {
        for typed in ["", "  ", "@", "an na", "änna", "a/b", "a@b", "@ anna", "\u{0}", "\u{212a}ate", "<b>", "🧇"] {
            assert!(Handle::parse(typed).is_err(), "{typed:?}");
        }
    }

    #[test]
    fn the_address_of_a_profile_is_its_handle_in_forms() {
        for address in [
            "https://www.example.com/Anna/",
            "http://example.com/@anna?hl=de#top",
            " example.com/anna",
            "EXAMPLE.co.uk/anna//",
            "@anna",
        ] {
            assert_eq!(Handle::typed(address).unwrap().as_str(), "anna", "{address}");
        }
        for other in [
            "https://example.com/",
            "example.com/p/anna",
            "a/anna",
            "ex ample.com/anna",
            "https://a.b/anna",
            "a.com/x.php?id=1",
        ] {
            assert!(Handle::typed(other).is_err(), "{other}");
        }
        assert!(Handle::parse("example.com/anna").is_err());
        assert_eq!(Handle::typed_field("into", "example.com/anna").unwrap().as_str(), "anna");
        assert_eq!(Handle::typed_field("into", "example.com/").unwrap_err().0[0].field, "into");
    }

    #[test]
    fn holds_64_characters_and_no_more() {
        assert!(Handle::parse(&"a".repeat(64)).is_ok());
        assert!(Handle::parse(&format!("@{}", "a".repeat(64))).is_ok());
        let (longest, too_long) = ("a".repeat(64), "a".repeat(65));
        for typed in [too_long.clone(), format!("https://www.example.com/@{too_long}/?x=1")] {
            assert_eq!(Handle::typed(&typed).unwrap_err().0[0].message, say!("fault-handle-long"), "{typed}");
        }
        assert_eq!(Handle::typed(&format!("https://www.example.com/@{longest}/?x=1")).unwrap().as_str(), longest);
    }

    proptest! {
        #[test]
        fn parsing_twice_changes_nothing(input in any::<String>()) {
            if let Ok(handle) = Handle::parse(&input) {
                prop_assert_eq!(&Handle::parse(handle.as_str()).unwrap(), &handle);
                prop_assert!(!handle.as_str().starts_with('@'));
            }
        }

        #[test]
        fn every_well_formed_handle_is_taken(input in "@{0,3}[A-Za-z0-9._-]{1,64}") {
            prop_assert!(Handle::parse(&input).is_ok());
        }
    }
}
