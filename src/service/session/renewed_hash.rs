//! Renewing password hashes after the operator has changed the bcrypt cost.

use uuid::Uuid;
use waffle_domain::password_queue::Asker;
use waffle_store::accounts;

use crate::session::Sessions;

impl Sessions {
    /// Replaces the hash of an account that just signed in if it was made at another cost, and returns the new one:
    /// only now is the password known. The sign-in waits for it, since it takes no longer than checking the password
    /// and happens once per account. If it fails, the next sign-in tries again.
    pub(crate) async fn renew_hash(&self, id: Uuid, password: &str, hash: &str) -> Option<String> {
        let renewed = match self.passwords.renewed(password, hash, Asker::Known(id)).await {
            Ok(Some(renewed)) => renewed,
            Ok(None) => return None,
            Err(error) => {
                log::warn!(error:%; "a password was not hashed again");
                return None;
            }
        };
        match accounts::rehash::replace(&self.database, id, hash, &renewed).await {
            Ok(stored) => stored.then_some(renewed),
            Err(error) => {
                log::warn!(error:%; "the new hash of a password was not stored");
                None
            }
        }
    }
}
