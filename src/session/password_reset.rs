//! Forgotten passwords: asked for by anybody, handed over by a `super_admin`, used once within the hour.

use std::time::Duration;

use chrono::TimeDelta;
use tokio::time::sleep;
use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::email::Email;
use waffle_domain::username::Username;
use waffle_store::password_resets::{self, NONCE_BYTES, NewReset, PasswordReset, Whose};

use crate::session::Sessions;
use crate::session::reset_token::request_of;
use crate::session::signed_in::SignedIn;
use crate::web::client_ip::ClientIp;
use crate::web::error::Failure;

/// How long a request stays open.
const LIFETIME: TimeDelta = TimeDelta::hours(1);
/// How long asking takes, whether there is such an account or not: longer than the database usually needs to note it.
const PACE: Duration = Duration::from_millis(250);

/// An open request with what it is used with: a secret.
pub struct OpenReset {
    pub reset: PasswordReset,
    pub token: String,
}

impl Sessions {
    /// Opens a request for the active account with this username or e-mail address, in place of an earlier one. Takes as long, and
    /// answers the same, when there is none.
    pub async fn forget_password(&self, name: &str) -> Result<(), Failure> {
        let (asked, ()) = tokio::join!(self.open_request(name), sleep(PACE));
        asked
    }

    async fn open_request(&self, name: &str) -> Result<(), Failure> {
        let (username, email) = (Username::parse(name).ok(), Email::parse(name).ok());
        let whose = match (&username, &email) {
            (Some(username), _) => Whose::Username(username),
            (None, Some(email)) => Whose::Email(email),
            (None, None) => return Ok(()),
        };
        let now = self.clock.now();
        let nonce: [u8; NONCE_BYTES] = rand::random();
        let new = NewReset { id: Uuid::new_v4(), nonce, requested_at: now, expires_at: now + LIFETIME };
        Ok(password_resets::request(&self.database, whose, &new).await?)
    }

    /// The open requests with their tokens, the newest first. Each reading leaves an audit record for each.
    pub async fn open_resets(&self, me: &SignedIn) -> Result<Vec<OpenReset>, Failure> {
        let open = password_resets::read_open(&self.database, &me.author(), self.clock.now()).await?;
        let with_token = |reset| {
            let token = self.resets.token(&reset).map_err(Failure::internal)?;
            Ok(OpenReset { reset, token })
        };
        open.into_iter().map(with_token).collect()
    }

    /// Tells whether a token opens a request now.
    pub async fn opens_reset(&self, token: &str) -> Result<bool, Failure> {
        Ok(self.reset_of(token).await?.is_some())
    }

    /// Sets the password that the owner of the token chose, and uses the token up. 400 `invalid_token` for one that is unknown, used,
    /// replaced or expired; 400 `validation_failed` for a password that the policy refuses, which leaves the token as it is.
    ///
    /// Sessions of the account stay, as with every other change of a password, and a lockout runs its course.
    pub async fn reset_password(&self, client: ClientIp, token: &str, new_password: &str) -> Result<(), Failure> {
        let reset = self.reset_of(token).await?.ok_or_else(invalid_token)?;
        let hash = self.hash_new_password("new_password", new_password).await?;
        let PasswordReset { id, admin_id, username, .. } = reset;
        let owner = Author { account_id: admin_id, username: username.to_string(), ip_address: Some(client.0) };
        if password_resets::redeem(&self.database, id, &hash, &owner, self.clock.now()).await? {
            return Ok(());
        }
        Err(invalid_token())
    }

    async fn reset_of(&self, token: &str) -> Result<Option<PasswordReset>, Failure> {
        let token = token.trim();
        let Some(id) = request_of(token) else { return Ok(None) };
        let reset = password_resets::find(&self.database, id, self.clock.now()).await?;
        Ok(reset.filter(|reset| self.resets.holds(reset, token)))
    }
}

/// The one answer to every token that opens nothing.
pub fn invalid_token() -> Failure {
    Failure::bad_request(
        "invalid_token",
        "This reset link is not valid: it was used, was replaced by a newer one, or is older than an hour. Ask for another one.",
    )
}
