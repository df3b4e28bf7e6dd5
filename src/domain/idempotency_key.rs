//! The key with which a client can repeat a claim safely.

use waffle_language::say;

use crate::invalid::Invalid;
use crate::text_type;

/// From this length on, in characters, a key counts as random: 128 bits are 22 characters of base64 or 32 of
/// hexadecimal.
const UNGUESSABLE: usize = 20;

/// A key chosen by the client: 1 to 128 visible ASCII characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IdempotencyKey(String);

text_type!(IdempotencyKey);

impl IdempotencyKey {
    /// The longest key, in characters.
    pub const MAX: usize = 128;
    /// A key in the API's description.
    pub const PATTERN: &str = "^[!-~]+$";

    /// Checks a key as sent.
    pub fn parse(input: &str) -> Result<Self, Invalid> {
        let visible = input.bytes().all(|b| b.is_ascii_graphic());
        if input.is_empty() || input.len() > Self::MAX || !visible {
            return Err(Invalid::field("Idempotency-Key", say!("fault-idempotency-key")));
        }
        Ok(Self(input.to_owned()))
    }

    /// Returns whether the key is too short to be random: then a repeat proves nothing, since anyone may try such keys.
    pub fn is_guessable(&self) -> bool {
        self.0.len() < UNGUESSABLE
    }
}

#[cfg(test)]
mod tests {
    use super::IdempotencyKey;

    #[test]
    fn takes_1_to_128_visible_characters() {
        assert!(IdempotencyKey::parse("x").is_ok());
        assert!(IdempotencyKey::parse(&"~".repeat(128)).is_ok());
        assert!(IdempotencyKey::parse("").is_err());
        assert!(IdempotencyKey::parse(&"~".repeat(129)).is_err());
        assert!(IdempotencyKey::parse("a b").is_err());
        assert!(IdempotencyKey::parse("é").is_err());
    }

    #[test]
    fn a_key_of_fewer_than_20_characters_can_be_guessed() {
        let guessable = |length: usize| IdempotencyKey::parse(&"k".repeat(length)).unwrap().is_guessable();
        assert_eq!([1, 19, 20, 128].map(guessable), [true, true, false, false]);
    }
}
