//! `Idempotency-Key`.

use waffle_domain::idempotency_key::IdempotencyKey;

use super::text;
use crate::engine::{Seen, Target};

pub(crate) const TARGET: Target = Target { words: &["9f1c5e0b7a3d4862b1f04c7e2d9a6835", "~", "!", " ", "é"], check };

fn check(input: &[u8]) -> Seen {
    let sent = text(input);
    let fits = (1..=128).contains(&sent.len()) && sent.chars().all(|c| ('!'..='~').contains(&c));
    match IdempotencyKey::parse(&sent) {
        Ok(key) => {
            assert!(fits && key.as_str() == sent);
            Seen::accepted(sent.len())
        }
        Err(refusal) => {
            assert!(!fits && refusal.to_string().len() < 100);
            Seen::refused(sent.len().min(200))
        }
    }
}
