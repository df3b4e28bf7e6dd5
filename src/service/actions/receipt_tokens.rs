//! What is derived from claims and payments with the server's keys: receipts, sources, and hashes of payment lines.
//! None can be reversed without the server's secret; sources not even with it, once the key of their week is deleted.

use std::net::IpAddr;

use ring::hmac;
use uuid::Uuid;
use waffle_domain::claim::Source;
use waffle_domain::network::network;
use waffle_domain::payments_text::joined;
use waffle_domain::receipt::Receipt;
use waffle_store::payments::LineHash;
use waffle_store::sources::SourceKey;

use crate::config::Secret;
use crate::session::mac::{SealKey, derived, sha256_mac};

/// The waffle's id, the first sequence number, the count of spots and the handle's hash.
const SEALED_BYTES: usize = 16 + 8 + 4 + 8;
/// A token's length: the sealed bytes and a tag of 16 bytes, in base64.
pub const TOKEN_CHARS: usize = (SEALED_BYTES + 16) * 4 / 3 + 1;

/// Seals receipts, and hashes addresses and payment lines, each with a key derived from the server's secret.
pub struct ReceiptTokens {
    receipts: SealKey,
    sources: hmac::Key,
    lines: hmac::Key,
}

impl ReceiptTokens {
    /// Derives the keys. After a change of the secret, no earlier receipt opens, and all lines count as new.
    pub fn new(secret: &Secret) -> Self {
        let hashing = |purpose| hmac::Key::new(hmac::HMAC_SHA256, &derived(secret, purpose));
        Self {
            receipts: SealKey::derived(secret, "waffle receipt key 1"),
            sources: hashing("waffle source key 1"),
            lines: hashing("waffle payment line key 1"),
        }
    }

    /// Makes a receipt's token, the same one each time.
    pub fn token(&self, receipt: &Receipt) -> Option<String> {
        let mut sealed = Vec::with_capacity(SEALED_BYTES + 16);
        sealed.extend_from_slice(receipt.waffle_id.as_bytes());
        sealed.extend_from_slice(&receipt.first_seq.to_be_bytes());
        sealed.extend_from_slice(&receipt.spots.to_be_bytes());
        sealed.extend_from_slice(&receipt.handle_hash);
        self.receipts.seal("", sealed)
    }

    /// Opens a token; `None` if it is not one of ours.
    pub fn receipt(&self, token: &str) -> Option<Receipt> {
        let sealed = (token.len() == TOKEN_CHARS).then(|| self.receipts.open("", token))??;
        let (waffle_id, rest) = sealed.split_first_chunk::<16>()?;
        let (first_seq, rest) = rest.split_first_chunk::<8>()?;
        let (spots, rest) = rest.split_first_chunk::<4>()?;
        Some(Receipt {
            waffle_id: Uuid::from_bytes(*waffle_id),
            first_seq: i64::from_be_bytes(*first_seq),
            spots: i32::from_be_bytes(*spots),
            handle_hash: *rest.first_chunk()?,
        })
    }

    /// Hashes a client's address, an IPv6 one by its /64, for one waffle under the key of a week.
    pub fn source(&self, of_week: &SourceKey, waffle_id: Uuid, address: IpAddr) -> Source {
        let mut hash = hmac::Context::with_key(&self.sources);
        hash.update(&of_week.key);
        hash.update(waffle_id.as_bytes());
        match network(address) {
            IpAddr::V4(address) => hash.update(&address.octets()),
            IpAddr::V6(address) => hash.update(&address.octets()),
        }
        let (mut source, hash) = ([0; 16], hash.sign());
        let bytes = of_week.id.to_be_bytes().into_iter().chain(hash.as_ref().iter().copied());
        source.iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
        Source(source)
    }

    /// Hashes a payment line, whatever whitespace was copied with it. The hash is the same on all waffles.
    pub fn line(&self, text: &str) -> LineHash {
        sha256_mac(&self.lines, joined(text).as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    fn keys(secret: &str) -> ReceiptTokens {
        ReceiptTokens::new(&Secret::new(secret))
    }

    proptest! {
        #[test]
        fn a_token_opens_with_its_key_alone_and_not_if_anything_in_it_was_changed(
            id in any::<u128>(),
            first_seq in 1..i64::MAX,
            spots in 1..=10_000,
            handle_hash: [u8; 8],
            place in 0..TOKEN_CHARS,
            with in "[A-Za-z0-9_-]",
        ) {
            let receipt = Receipt { waffle_id: Uuid::from_u128(id), first_seq, spots, handle_hash };
            let token = keys("one secret").token(&receipt).unwrap();
            prop_assert_eq!(token.len(), TOKEN_CHARS);
            prop_assert!(token.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_'));
            prop_assert_eq!(keys("one secret").token(&receipt), Some(token.clone()));
            prop_assert_eq!(keys("one secret").receipt(&token), Some(receipt));
            prop_assert_eq!(keys("another").receipt(&token), None);
            let mut forged = token.clone();
            forged.replace_range(place..=place, &with);
            prop_assert_eq!(keys("one secret").receipt(&forged).is_some(), forged == token);
        }

        #[test]
        fn nothing_else_opens(text in ".{0,80}") {
            prop_assert_eq!(keys("one secret").receipt(&text), None);
        }
    }

    #[test]
    fn a_token_is_what_it_always_was() {
        let receipt =
            Receipt { waffle_id: Uuid::from_u128(1), first_seq: 7, spots: 3, handle_hash: [0, 1, 2, 3, 4, 5, 6, 7] };
        let known = "9slaL-BwwxmbnqlKvbY-nEreNV4Np2nx6ke89yERPPs681k-tmribLW45o7pzZ653vT0hg";
        assert_eq!(keys("one secret").token(&receipt).as_deref(), Some(known));
    }

    #[test]
    fn a_line_is_the_same_however_its_blanks_were_copied_and_another_under_another_key() {
        let line = |secret, text| keys(secret).line(text);
        assert_eq!(line("one", "22 Nov,  Anna\t$50 \r\n"), line("one", "22 Nov, Anna $50"));
        assert_ne!(line("one", "22 Nov, Anna $50"), line("one", "23 Nov, Anna $50"));
        assert_ne!(line("one", "22 Nov, Anna $50"), line("two", "22 Nov, Anna $50"));
    }

    #[test]
    fn an_address_has_another_source_in_each_waffle_and_under_each_key() {
        let on = |week: u8, secret, waffle, address: &str| {
            let of_week = SourceKey { id: 0x0102_0304, key: vec![week; 32] };
            keys(secret).source(&of_week, Uuid::from_u128(waffle), address.parse().unwrap()).to_string()
        };
        let source = |secret, waffle, address| on(1, secret, waffle, address);
        let all = [
            source("one", 1, "203.0.113.9"),
            source("one", 1, "203.0.113.8"),
            source("one", 2, "203.0.113.9"),
            source("two", 1, "203.0.113.9"),
            source("one", 1, "2001:db8:1:1::1"),
            source("one", 1, "2001:db8:1:2::1"),
            on(2, "one", 1, "203.0.113.9"),
        ];
        assert!(all.iter().all(|source| source.starts_with("01020304")), "so that the week's key is found");
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
        assert_eq!(source("one", 1, "203.0.113.9"), all[0]);
        assert_eq!(source("one", 1, "2001:db8:1:1:ffff::2"), all[4], "of one /64");
    }
}
