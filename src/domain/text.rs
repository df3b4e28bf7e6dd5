//! Texts that people type: types that hold one, and the check that most of them share.

use crate::invalid::Invalid;

/// Gives a type around a text its readers. With `FromStr`, its `parse` also reads it from a database or a setting.
///
/// ```ignore
/// pub struct Username(String);
/// text_type!(Username, FromStr);
/// // makes
/// impl Username {
///     pub fn as_str(&self) -> &str { &self.0 }
/// }
/// impl std::fmt::Display for Username { … }  // the text
/// impl std::str::FromStr for Username { … }  // Username::parse
/// ```
#[macro_export]
macro_rules! text_type {
    ($name:ident) => {
        impl $name {
            /// Returns the text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
    ($name:ident, FromStr) => {
        $crate::text_type!($name);

        impl std::str::FromStr for $name {
            type Err = $crate::invalid::Invalid;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::parse(text)
            }
        }
    };
}

/// Checks one line of text, and trims it: not empty, within a number of characters, none of them a control character.
/// `what` begins the sentences that refuse it, as in `A title`; `missing` is the one for an empty text.
pub(crate) fn one_line(field: &str, what: &str, most: usize, missing: &str, input: &str) -> Result<String, Invalid> {
    let text = input.trim();
    if text.is_empty() {
        return Err(Invalid::field(field, missing));
    }
    if text.chars().count() > most {
        return Err(Invalid::field(field, format!("{what} has at most {most} characters.")));
    }
    if text.chars().any(char::is_control) {
        return Err(Invalid::field(field, format!("{what} is one line of text without control characters.")));
    }
    Ok(text.to_owned())
}
