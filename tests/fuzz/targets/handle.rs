//! Handles, as buyers type them.

use waffle_domain::handle::{Handle, MAX_HANDLE};

use super::text;
use crate::engine::{Seen, Target};

pub(crate) const TARGET: Target = Target { words: &["@", "Anna", "a.b_c-9", "@@", "ANNA", "x", "аnna"], check };

fn check(input: &[u8]) -> Seen {
    let typed = text(input);
    let wanted = typed.trim().trim_start_matches('@');
    let fits = (1..=MAX_HANDLE).contains(&wanted.len())
        && wanted.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
    let handle = match Handle::parse(&typed) {
        Ok(handle) => handle,
        Err(refusal) => {
            assert!(!fits, "a handle is refused: {refusal}");
            assert!(refusal.to_string().len() < 100);
            return Seen::refused(refusal.to_string());
        }
    };
    assert!(fits, "no handle is taken");
    assert_eq!(handle.as_str(), wanted.to_ascii_lowercase());
    assert_eq!(Handle::parse(handle.as_str()).as_ref(), Ok(&handle));
    assert_eq!(Handle::parse(&format!("  @{}\n", wanted.to_ascii_uppercase())).as_ref(), Ok(&handle));
    let json = serde_json::to_string(&handle).unwrap();
    assert_eq!(serde_json::from_str::<Handle>(&json).unwrap(), handle);
    Seen::accepted((handle.as_str().len(), handle.as_str().bytes().any(|byte| byte.is_ascii_punctuation())))
}
