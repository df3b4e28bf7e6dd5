//! Hashes made anew, once the operator changed what a hash costs.

use uuid::Uuid;
use waffle_store::accounts;

use crate::session::Sessions;

impl Sessions {
    /// Replaces the hash of an account that just signed in, when it was made at another cost. Only now is the password known. This is
    /// done before the sign-in is answered, as it takes no longer than checking the password did, and that once for each account. What
    /// fails is left to the next sign-in.
    pub(crate) async fn renew_hash(&self, id: Uuid, password: &str, hash: &str) {
        let renewed = match self.passwords.renewed(password, hash).await {
            Ok(Some(renewed)) => renewed,
            Ok(None) => return,
            Err(error) => return log::warn!("a password was not hashed anew: error=\"{error}\""),
        };
        if let Err(error) = accounts::rehash::replace(&self.database, id, hash, &renewed).await {
            log::warn!("the new hash of a password was not stored: error=\"{error}\"");
        }
    }
}
