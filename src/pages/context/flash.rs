//! The message at the top of a page that says what the last form did.

use serde::{Deserialize, Serialize};
use waffle_domain::spot_ranges::ranges;
use waffle_language::{Moment, Text};

/// One sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flash {
    /// Whether the form was refused.
    pub failed: bool,
    pub text: Text,
    /// Whether the form created a waffle, of which a message is to be posted.
    pub created: bool,
    /// When the waffle opens, if the message says that too.
    pub opens: Option<Moment>,
    /// The spots that the form changed.
    #[serde(with = "bits")]
    pub numbers: Vec<i32>,
    /// Whether the form marked them paid, which can be undone.
    pub undo: bool,
    /// Whose they were, if the form released them, which can be undone too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub released_from: Option<String>,
}

/// Isolates a name within one of our sentences, so that one that runs from right to left doesn't turn the rest around.
pub fn set_apart(name: &str) -> String {
    format!("\u{2068}{name}\u{2069}")
}

impl Flash {
    /// A message that it was done.
    pub fn done(text: impl Into<Text>) -> Self {
        Self {
            failed: false,
            text: text.into(),
            created: false,
            opens: None,
            numbers: Vec::new(),
            undo: false,
            released_from: None,
        }
    }

    /// A message that nothing was done.
    pub fn failed(text: impl Into<Text>) -> Self {
        Self { failed: true, ..Self::done(text) }
    }

    /// Names spots: the text's value `numbers`, which only [`read`](Self::read) adds.
    #[must_use]
    pub fn naming(self, mut numbers: Vec<i32>) -> Self {
        numbers.sort_unstable();
        Self { numbers, ..self }
    }

    /// Reads the message that a form left, and gives its numbers to the text.
    pub fn read(left: &str) -> Option<Self> {
        let flash: Self = serde_json::from_str(left).ok()?;
        let numbers = ranges(flash.numbers.iter().map(|number| number.unsigned_abs()));
        let text = if numbers.is_empty() { flash.text } else { flash.text.with("numbers", numbers) };
        Some(Self { text, ..flash })
    }
}

/// Numbers as one bit each, so that any ten thousand of them fit into a cookie.
mod bits {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD_NO_PAD;
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(numbers: &[i32], serializer: S) -> Result<S::Ok, S::Error> {
        let mut bits = Vec::new();
        for number in numbers.iter().map(|number| number.unsigned_abs() as usize) {
            bits.resize(bits.len().max(number / 8 + 1), 0_u8);
            if let Some(byte) = bits.get_mut(number / 8) {
                *byte |= 1 << (number % 8);
            }
        }
        serializer.serialize_str(&STANDARD_NO_PAD.encode(bits))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<i32>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bits = STANDARD_NO_PAD.decode(text).map_err(D::Error::custom)?;
        let of_byte = |(byte, at): (u8, i32)| (0..8).filter(move |bit| byte >> bit & 1 == 1).map(move |bit| at + bit);
        Ok(bits.into_iter().zip((0..).step_by(8)).flat_map(of_byte).collect())
    }
}

#[cfg(test)]
mod tests {
    use waffle_language::{Text, say};

    use super::Flash;

    fn left(flash: &Flash) -> String {
        serde_json::to_string(flash).unwrap()
    }

    #[test]
    fn a_message_names_its_spots_in_order() {
        let paid = Flash { undo: true, ..Flash::done(say!("said-marked-paid")).naming(vec![9, 3, 7, 8, 10_000]) };
        let read = Flash::read(&left(&paid)).unwrap();
        assert_eq!((read.text.to_string().as_str(), read.undo), ("Marked paid: 3, 7-9, 10000.", true));
        assert_eq!(read.numbers, [3, 7, 8, 9, 10_000]);
        let plain = Flash::failed(Text::verbatim("{} is saved."));
        assert_eq!(Flash::read(&left(&plain)), Some(plain));
        assert_eq!(Flash::read("{}"), None);
    }

    #[test]
    fn the_longest_message_fits_into_a_cookie() {
        let every_second = (1..=10_000).step_by(2).collect();
        let message = left(&Flash { undo: true, ..Flash::done(say!("said-marked-paid")).naming(every_second) });
        // Sealing adds 16 bytes, and base64 a third.
        assert!((message.len() + 16) * 4 / 3 < 3_000, "{}", message.len());
    }
}
