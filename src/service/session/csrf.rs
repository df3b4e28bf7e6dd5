//! CSRF proofs: they show that this service rendered a form for this browser.

use std::fmt::Write as _;

use uuid::Uuid;

use crate::config::Secret;
use crate::session::mac::MacKey;

/// The form field that carries the proof.
pub const CSRF_FIELD: &str = "csrf_token";

/// Makes and checks the proofs, with a separate key derived from the server's secret.
pub struct CsrfKeys(MacKey);

/// For whom a form was rendered, and so to whom its proof is bound.
#[derive(Clone, Copy, Debug)]
pub enum FormOwner<'a> {
    /// A signed-in account: the id of the session's token.
    Session(Uuid),
    /// A signed-out visitor: the value of their cookie.
    Visitor(&'a str),
    /// The holder of a receipt: its token. It needs no cookie, which browsers inside other apps may not keep: to forge
    /// the form, an attacker would have to know the token.
    Receipt(&'a str),
}

impl CsrfKeys {
    /// Derives the key from the server's secret.
    pub fn new(secret: &Secret) -> Self {
        Self(MacKey::derived(secret, "waffle csrf key 1"))
    }

    /// Makes a proof. The nonce must be fresh each time, so that the page's compressed size reveals nothing about it.
    pub fn token(&self, owner: FormOwner<'_>, nonce: u64) -> String {
        let nonce = format!("{nonce:016x}.");
        let mac = self.0.sign(&message(&nonce, owner));
        nonce + &mac
    }

    /// Returns whether a proof was made for this owner.
    pub fn holds(&self, owner: FormOwner<'_>, token: &str) -> bool {
        let Some(dot) = token.find('.') else { return false };
        let (nonce, mac) = token.split_at(dot + 1);
        self.0.holds(&message(nonce, owner), mac)
    }
}

fn message(nonce: &str, owner: FormOwner<'_>) -> String {
    let mut message = nonce.to_owned();
    let written = match owner {
        FormOwner::Session(jti) => write!(message, "session:{jti}"),
        FormOwner::Visitor(cookie) => write!(message, "visitor:{cookie}"),
        FormOwner::Receipt(token) => write!(message, "receipt:{token}"),
    };
    debug_assert!(written.is_ok(), "a String takes any text");
    message
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::{CsrfKeys, FormOwner};
    use crate::config::Secret;

    fn keys() -> CsrfKeys {
        CsrfKeys::new(&Secret::new("a secret of more than thirty-two characters"))
    }

    #[test]
    fn a_proof_holds_for_its_owner_alone() {
        let anna = FormOwner::Session(Uuid::from_u128(1));
        let token = keys().token(anna, 5);
        assert!(keys().holds(anna, &token));
        assert!(!keys().holds(FormOwner::Session(Uuid::from_u128(2)), &token));
        let as_visitor = Uuid::from_u128(1).to_string();
        assert!(!keys().holds(FormOwner::Visitor(&as_visitor), &token));
        assert!(!keys().holds(FormOwner::Receipt(&as_visitor), &token));
    }

    #[test]
    fn proofs_differ_by_nonce_and_both_hold() {
        let owner = FormOwner::Visitor("abc");
        let (one, other) = (keys().token(owner, 1), keys().token(owner, 2));
        assert_ne!(one.split_once('.').unwrap().1, other.split_once('.').unwrap().1);
        assert!(keys().holds(owner, &one) && keys().holds(owner, &other));
    }

    #[test]
    fn anything_else_is_refused() {
        let owner = FormOwner::Visitor("abc");
        let token = keys().token(owner, 1);
        for bad in ["", ".", "abc", "0.", &token[1..], &token[..token.len() - 2], &format!("{token}A")] {
            assert!(!keys().holds(owner, bad), "{bad}");
        }
        let other = CsrfKeys::new(&Secret::new("another secret of more than thirty-two characters"));
        assert!(!other.holds(owner, &token));
    }
}
