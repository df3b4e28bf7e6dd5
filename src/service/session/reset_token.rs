//! The tokens that reset a password. They are derived from the request in the database and the server's secret, and
//! never stored.

use std::fmt::Write as _;

use chrono::TimeDelta;
use uuid::Uuid;
use waffle_store::password_resets::PasswordReset;

use crate::config::Secret;
use crate::session::mac::MacKey;

/// How long a link with a token works.
pub const RESET_LIFETIME: TimeDelta = TimeDelta::hours(1);

/// Makes and checks the tokens, with a separate key derived from the server's secret.
pub struct ResetKeys(MacKey);

impl ResetKeys {
    /// Derives the key from the server's secret; changing that makes all earlier tokens invalid.
    pub fn new(secret: &Secret) -> Self {
        Self(MacKey::derived(secret, "waffle password reset key 1"))
    }

    /// Derives a request's token: the id and a MAC, in URL-safe characters.
    pub fn token(&self, reset: &PasswordReset) -> String {
        format!("{}.{}", reset.id.simple(), self.0.sign(&message(reset)))
    }

    /// Returns whether a token belongs to the request, comparing the MAC in constant time.
    pub fn holds(&self, reset: &PasswordReset, token: &str) -> bool {
        let Some((id, mac)) = token.split_once('.') else { return false };
        id == reset.id.simple().to_string() && self.0.holds(&message(reset), mac)
    }
}

/// Reads the id of the request that a token claims to belong to.
pub fn request_of(token: &str) -> Option<Uuid> {
    let (id, _) = token.split_once('.')?;
    Uuid::try_parse(id).ok()
}

fn message(reset: &PasswordReset) -> String {
    let mut message = format!("{}:{}:", reset.id.simple(), reset.admin_id.simple());
    for byte in &reset.nonce {
        let written = write!(message, "{byte:02x}");
        debug_assert!(written.is_ok(), "a String takes any text");
    }
    message
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use uuid::Uuid;
    use waffle_domain::username::Username;
    use waffle_store::password_resets::PasswordReset;

    use super::{ResetKeys, request_of};
    use crate::config::Secret;

    fn keys() -> ResetKeys {
        ResetKeys::new(&Secret::new("a secret of more than thirty-two characters"))
    }

    fn reset() -> PasswordReset {
        PasswordReset {
            id: Uuid::from_u128(1),
            admin_id: Uuid::from_u128(2),
            username: Username::parse("anna").unwrap(),
            nonce: vec![7; 32],
            requested_at: DateTime::UNIX_EPOCH,
            expires_at: DateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn a_token_is_derived_again_and_names_its_request() {
        let token = keys().token(&reset());
        let stays = "00000000000000000000000000000001._rpiDMqTPL0HoeSYF7OjbJrD6t9pk5C4KgcxnX8lDTE";
        assert_eq!(token, stays, "from version to version");
        assert!(keys().holds(&reset(), &token));
        assert_eq!(request_of(&token), Some(reset().id));
        assert!(token.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)), "{token}");
    }

    #[test]
    fn it_holds_for_its_request_alone() {
        let token = keys().token(&reset());
        for other in [
            PasswordReset { id: Uuid::from_u128(3), ..reset() },
            PasswordReset { admin_id: Uuid::from_u128(3), ..reset() },
            PasswordReset { nonce: vec![8; 32], ..reset() },
        ] {
            assert!(!keys().holds(&other, &token));
        }
        let other = ResetKeys::new(&Secret::new("another secret of more than thirty-two characters"));
        assert!(!other.holds(&reset(), &token));
    }

    #[test]
    fn anything_else_is_refused() {
        let token = keys().token(&reset());
        let id = reset().id.simple().to_string();
        for bad in ["", ".", &id, &format!("{id}."), &token[1..], &token[..token.len() - 2], &format!("{token}A")] {
            assert!(!keys().holds(&reset(), bad), "{bad}");
        }
        assert_eq!(request_of("nonsense.abc"), None);
    }
}
