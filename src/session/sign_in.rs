//! Signing in and out: the same for the API and the page.

use actix_web::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;
use waffle_actors::lockout::LockedOut;
use waffle_domain::account::Account;
use waffle_domain::lockout::{LockoutKey, LockoutRules, TryEnd};
use waffle_domain::username::Username;
use waffle_store::admins::Credentials;
use waffle_store::login_history::SignInFrom;
use waffle_store::{admins, ended_tokens};

use crate::session::Sessions;
use crate::session::jwt::{IssuedToken, Session, new_jti};
use crate::session::password_hash::HashingError;
use crate::web::client_agent::ClientAgent;
use crate::web::client_ip::ClientIp;
use crate::web::error::Failure;

/// Longest life of a token, whatever the setting says: browsers keep no cookie for longer than 400 days.
const MAX_LIFETIME: TimeDelta = TimeDelta::days(400);

/// Somebody who just signed in.
pub struct SignedIn {
    pub account: Account,
    pub token: IssuedToken,
    /// Life of the token, in seconds.
    pub max_age: i64,
}

impl Sessions {
    /// Checks name and password and starts a session. An unknown name and a wrong password are refused alike (401
    /// `invalid_credentials`), in the same time; a deactivated account with its right password with 403 `account_deactivated`; and any
    /// try after too many failures with 429 `locked_out`.
    ///
    /// A success is noted in the login history, and whom its address belongs to is found out later.
    pub async fn sign_in(
        &self,
        client: ClientIp,
        agent: &ClientAgent,
        username: &str,
        password: &str,
    ) -> Result<SignedIn, Failure> {
        let outcome = self.try_sign_in(client, agent, username, password).await;
        self.sign_ins.note(&outcome);
        outcome
    }

    async fn try_sign_in(
        &self,
        client: ClientIp,
        agent: &ClientAgent,
        username: &str,
        password: &str,
    ) -> Result<SignedIn, Failure> {
        let rules = LockoutRules::from(&*self.settings.get().await?);
        let key = LockoutKey::new(client.0, username);
        let attempt = self.lockout.admit(key, rules, self.clock.now()).await?;
        let found = self.find(username, password).await?;
        let end = if found.is_some() { TryEnd::Right } else { TryEnd::Wrong };
        attempt.end(end, self.clock.now());
        let Credentials { account, password_hash } = found.ok_or_else(wrong_credentials)?;
        let now = self.clock.now();
        let from = SignInFrom { id: Uuid::now_v7(), ip_address: client.0, user_agent: agent.0.clone() };
        let account =
            if account.active { admins::note_sign_in(&self.database, account.id, &from, now).await? } else { None };
        let account = account.ok_or_else(deactivated)?;
        self.whois.look_up(from.id, from.ip_address);
        let signed_in = self.start_session(account, now).await?;
        self.renew_hash(signed_in.account.id, password, &password_hash).await;
        Ok(signed_in)
    }

    /// The account, active or not, that name and password belong to.
    async fn find(&self, username: &str, password: &str) -> Result<Option<Credentials>, Failure> {
        let credentials = match Username::parse(username) {
            Ok(username) => admins::credentials(&self.database, &username).await?,
            Err(_) => None,
        };
        let hash = credentials.as_ref().map(|found| found.password_hash.clone());
        let right = self.passwords.matches(password, hash).await?;
        Ok(credentials.filter(|_| right))
    }

    async fn start_session(&self, account: Account, now: DateTime<Utc>) -> Result<SignedIn, Failure> {
        let hours = self.settings.get().await?.jwt_expiration_hours;
        let lifetime = TimeDelta::hours(hours.into()).min(MAX_LIFETIME);
        let token = self.tokens.issue(&account, new_jti(now), now, lifetime).map_err(Failure::internal)?;
        Ok(SignedIn { account, token, max_age: lifetime.num_seconds() })
    }

    /// Ends a session for good, on every server.
    pub async fn sign_out(&self, session: &Session) -> Result<(), Failure> {
        Ok(ended_tokens::end(&self.database, session.jti, session.expires_at).await?)
    }
}

fn wrong_credentials() -> Failure {
    Failure::new(StatusCode::UNAUTHORIZED, "invalid_credentials", "This username and password do not belong together.")
}

fn deactivated() -> Failure {
    Failure::forbidden("account_deactivated", "This account is deactivated. A super admin can activate it again.")
}

impl From<LockedOut> for Failure {
    fn from(LockedOut(wait): LockedOut) -> Self {
        Self::new(
            StatusCode::TOO_MANY_REQUESTS,
            "locked_out",
            "Too many failed sign-ins from your address with this username. Wait a while before you try again.",
        )
        .retry_after(wait.to_std().unwrap_or_default())
    }
}

impl From<HashingError> for Failure {
    fn from(error: HashingError) -> Self {
        match error {
            HashingError::Busy(_) => {
                Self::unavailable("busy", "Too many people are signing in. Try again in a moment.").cause(error)
            }
            HashingError::Bcrypt(_) | HashingError::Thread(_) => Self::internal(error),
        }
    }
}
