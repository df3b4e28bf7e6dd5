//! Hashes, keys and signatures: bytes shown in hexadecimal.

use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::Sha256;

/// A fixed number of bytes, written in lowercase hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hex<const N: usize>([u8; N]);

/// A SHA-256.
pub type Digest = Hex<32>;

impl<const N: usize> Hex<N> {
    /// Wraps bytes.
    pub const fn of(bytes: [u8; N]) -> Self {
        Self(bytes)
    }

    /// Reads exactly N bytes in hexadecimal, of either case.
    pub fn parse(text: &str) -> Option<Self> {
        let mut bytes = [0; N];
        if text.len() != 2 * N {
            return None;
        }
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            let [high, low] = pair else { return None };
            *byte = 16 * nibble(*high)? + nibble(*low)?;
        }
        Some(Self(bytes))
    }

    /// Returns the bytes.
    pub const fn as_bytes(&self) -> &[u8; N] {
        &self.0
    }
}

/// Hashes bytes.
pub fn sha256(bytes: &[u8]) -> Digest {
    Hex(<Sha256 as sha2::Digest>::digest(bytes).into())
}

fn nibble(letter: u8) -> Option<u8> {
    match letter {
        b'0'..=b'9' => Some(letter - b'0'),
        b'a'..=b'f' => Some(letter - b'a' + 10),
        b'A'..=b'F' => Some(letter - b'A' + 10),
        _ => None,
    }
}

impl<const N: usize> fmt::Display for Hex<N> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(formatter, "{byte:02x}"))
    }
}

impl<const N: usize> fmt::Debug for Hex<N> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl<const N: usize> Serialize for Hex<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Hex<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom(format_args!("{N} bytes in hexadecimal are needed")))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert_eq, proptest};

    use super::{Hex, sha256};

    #[test]
    fn only_as_many_digits_as_are_needed_are_read() {
        assert_eq!(Hex::parse("00fFa9"), Some(Hex([0, 255, 169])));
        for bad in ["", "00ffa", "00ffa90", "00ffa900", "00ffg0", "0x00ff", " 0ffa9", "00ffé", "+0ffa9"] {
            assert_eq!(Hex::<3>::parse(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn the_hash_is_sha_256() {
        // NIST, FIPS 180-2, appendix B.1.
        let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc").to_string(), digest);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(bytes in any::<[u8; 48]>()) {
            prop_assert_eq!(Hex::parse(&Hex(bytes).to_string()), Some(Hex(bytes)));
            prop_assert_eq!(Hex::parse(&Hex(bytes).to_string().to_uppercase()), Some(Hex(bytes)));
        }

        #[test]
        fn no_text_makes_it_panic(text in any::<String>()) {
            let _ = Hex::<3>::parse(&text);
        }
    }
}
