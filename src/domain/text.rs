//! Texts that people type: types that hold one, and the check that most of them share.

use waffle_language::Text;

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
/// The texts refuse one that is missing, that is too long, with the value `$most`, and that has control characters.
pub(crate) fn one_line(
    field: &str,
    most: usize,
    [missing, long, controls]: [Text; 3],
    input: &str,
) -> Result<String, Invalid> {
    if input.trim().is_empty() {
        return Err(Invalid::field(field, missing));
    }
    short_line(field, most, [long, controls], input)
}

/// Does the same for a text that may be empty.
pub(crate) fn short_line(
    field: &str,
    most: usize,
    [long, controls]: [Text; 2],
    input: &str,
) -> Result<String, Invalid> {
    let text = input.trim();
    if text.chars().count() > most {
        return Err(Invalid::field(field, long.with("most", most)));
    }
    if text.chars().any(char::is_control) {
        return Err(Invalid::field(field, controls));
    }
    Ok(text.to_owned())
}
