//! Proof that a form was rendered by this service for this browser.

use std::fmt::Write as _;

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, crypto};
use uuid::Uuid;

use crate::config::Secret;

/// Field of a form that carries the proof.
pub const CSRF_FIELD: &str = "csrf_token";

/// Makes the proofs, and checks them, with a key of its own derived from the server's secret.
pub struct CsrfKeys {
    signing: EncodingKey,
    checking: DecodingKey,
}

/// Whom a form is rendered for.
#[derive(Clone, Copy, Debug)]
pub enum Holder<'a> {
    /// Somebody signed in, by the token's id.
    Session(Uuid),
    /// Somebody not signed in, by the value of a cookie made for this.
    Visitor(&'a str),
}

impl CsrfKeys {
    /// Derives the key from the server's secret.
    pub fn new(secret: &Secret) -> Result<Self, jsonwebtoken::errors::Error> {
        let secret = EncodingKey::from_secret(secret.expose().as_bytes());
        let key = crypto::sign(b"waffle csrf key 1", &secret, Algorithm::HS256)?;
        Ok(Self {
            signing: EncodingKey::from_secret(key.as_bytes()),
            checking: DecodingKey::from_secret(key.as_bytes()),
        })
    }

    /// Makes a proof. A fresh nonce each time: the page's compressed size then tells nothing about the proof.
    pub fn token(&self, holder: Holder<'_>, nonce: u64) -> Result<String, jsonwebtoken::errors::Error> {
        let mut token = format!("{nonce:016x}.");
        let mac = crypto::sign(message(&token, holder).as_bytes(), &self.signing, Algorithm::HS256)?;
        token.push_str(&mac);
        Ok(token)
    }

    /// Tells whether a proof was made for this holder.
    pub fn holds(&self, holder: Holder<'_>, token: &str) -> bool {
        let Some(dot) = token.find('.') else { return false };
        let (nonce, mac) = token.split_at(dot + 1);
        crypto::verify(mac, message(nonce, holder).as_bytes(), &self.checking, Algorithm::HS256).unwrap_or(false)
    }
}

fn message(nonce: &str, holder: Holder<'_>) -> String {
    let mut message = nonce.to_owned();
    let written = match holder {
        Holder::Session(jti) => write!(message, "session:{jti}"),
        Holder::Visitor(cookie) => write!(message, "visitor:{cookie}"),
    };
    debug_assert!(written.is_ok(), "a String takes any text");
    message
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::{CsrfKeys, Holder};
    use crate::config::Secret;

    fn keys() -> CsrfKeys {
        CsrfKeys::new(&Secret::new("a secret of more than thirty-two characters")).unwrap()
    }

    #[test]
    fn a_proof_holds_for_its_holder_alone() {
        let anna = Holder::Session(Uuid::from_u128(1));
        let token = keys().token(anna, 5).unwrap();
        assert!(keys().holds(anna, &token));
        assert!(!keys().holds(Holder::Session(Uuid::from_u128(2)), &token));
        let as_visitor = Uuid::from_u128(1).to_string();
        assert!(!keys().holds(Holder::Visitor(&as_visitor), &token));
    }

    #[test]
    fn proofs_differ_by_nonce_and_both_hold() {
        let holder = Holder::Visitor("abc");
        let (one, other) = (keys().token(holder, 1).unwrap(), keys().token(holder, 2).unwrap());
        assert_ne!(one.split_once('.').unwrap().1, other.split_once('.').unwrap().1);
        assert!(keys().holds(holder, &one) && keys().holds(holder, &other));
    }

    #[test]
    fn anything_else_is_refused() {
        let holder = Holder::Visitor("abc");
        let token = keys().token(holder, 1).unwrap();
        for bad in ["", ".", "abc", "0.", &token[1..], &token[..token.len() - 2], &format!("{token}A")] {
            assert!(!keys().holds(holder, bad), "{bad}");
        }
        let other = CsrfKeys::new(&Secret::new("another secret of more than thirty-two characters")).unwrap();
        assert!(!other.holds(holder, &token));
    }
}
