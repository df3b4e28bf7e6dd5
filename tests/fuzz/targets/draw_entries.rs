//! The entries of a draw, as they are published.

use waffle_domain::draw::entries::Entries;

use super::text;
use crate::engine::{Seen, Target};

pub(crate) const TARGET: Target =
    Target { words: &["1 anna\n", "2 ben\n", "10000 x\n", " ", "\n", "0", "+1", "A"], check };

fn check(input: &[u8]) -> Seen {
    let published = text(input);
    match Entries::parse(&published) {
        Ok(entries) => {
            assert_eq!(entries.text(), published, "the exact bytes are what is hashed");
            let numbers: Vec<i32> = entries.as_slice().iter().map(|entry| entry.number).collect();
            assert!(numbers.is_sorted_by(|one, next| one < next));
            assert!(numbers.iter().all(|number| (1..=10_000).contains(number)));
            Seen::accepted(numbers.len())
        }
        Err(refusal) => {
            assert!(refusal.line >= 1 && refusal.line <= published.split_inclusive('\n').count().max(1));
            Seen::refused(refusal.fault.to_string())
        }
    }
}
