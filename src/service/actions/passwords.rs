//! Changing one's own password, and resetting a forgotten one: anyone may ask for a reset, a super admin hands over the
//! link, and the link works once within the hour.

use std::net::IpAddr;
use std::time::Duration;

use tokio::time::sleep;
use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::email::Email;
use waffle_domain::password_queue::Asker;
use waffle_domain::refusal::Refusal;
use waffle_domain::username::Username;
use waffle_language::say;
use waffle_store::accounts;
use waffle_store::failure::StoreFailure;
use waffle_store::password_resets::{self, NONCE_BYTES, NewReset, PasswordReset, Whose};
use waffle_store::second_factors;

use crate::actions::{Services, second_factor};
use crate::failure::{Failure, FieldError, of_read};
use crate::session::caller::Caller;
use crate::session::check_code::{check_there, no_code};
use crate::session::reset_token::{RESET_LIFETIME, request_of};

/// The answer to every request for a reset, so that it doesn't reveal whether the account exists.
pub const FORGOTTEN: &str =
    "If that account exists, a super admin can now give you a link to set a new password. It’s valid for an hour.";
/// The answer after a new password was set with a link.
pub const RESET: &str = "Your password is changed, and you’re signed out everywhere. Sign in with the new one.";
/// The least time that a request for a reset takes, so that its duration doesn't reveal whether the account exists.
/// Storing a request is usually faster.
const PACE: Duration = Duration::from_millis(250);

/// What happens to the account's other sessions when its password changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherSessions {
    Keep,
    End,
}

/// An open request with its secret token.
pub struct OpenReset {
    pub reset: PasswordReset,
    pub token: String,
}

/// The fields of a change of the own password.
#[derive(Clone, Copy)]
pub struct OwnChange<'a> {
    pub current: &'a str,
    pub new: &'a str,
    /// Of the second factor, where there is one.
    pub code: &'a str,
    pub others: OtherSessions,
}

/// The fields of a reset.
#[derive(Clone, Copy)]
pub struct Redemption<'a> {
    pub token: &'a str,
    pub new: &'a str,
    /// Of the second factor, where there is one.
    pub code: &'a str,
}

/// Changes the seller's own password. 400 `validation_failed` if a field is missing (the code only where there is a
/// second factor) or the policy rejects the new password, then 403 `invalid_password` if the current one is wrong, and
/// 403 `invalid_code` if the code is. All sessions stay valid, or only this one does.
pub async fn change_own(services: &Services, me: &Caller, change: OwnChange<'_>) -> Result<(), Failure> {
    let OwnChange { current, new, code, others } = change;
    let mut faults = Vec::new();
    if current.is_empty() {
        faults.push(FieldError::new("current_password", say!("fault-own-password-missing")));
    }
    let takes_code = second_factor::standing(services, &me.account).await?.on_since.is_some();
    if takes_code && code.trim().is_empty() {
        faults.push(no_code());
    }
    let checked = services.sessions.password_policy().await?.check_field("new_password", new, me.username().as_str());
    let password = match checked {
        Ok(password) if faults.is_empty() => password,
        Ok(_) => return Err(Failure::validation(faults)),
        Err(invalid) => return Err(Failure::validation(faults.into_iter().chain(invalid.0))),
    };
    let kept = me.session.jti;
    let ending = (others == OtherSessions::End).then(|| (kept, services.sessions.alive()));
    let mut known = services.sessions.own_hash(me, current).await?;
    if takes_code {
        services.sessions.check_own_code(&me.author(), code).await?;
    }
    let hash = services.sessions.passwords.hash(password, Asker::Known(me.id())).await?;
    // Try twice: a sign-in elsewhere may have rehashed the same password in the meantime.
    for _ in 0..2 {
        let (pool, now) = (&services.pool, services.now());
        match accounts::password::change_own(pool, (&known, &hash), ending, me.author().at(now)).await {
            Err(StoreFailure::Refused(Refusal::WrongPassword)) => {}
            changed => return Ok(changed?),
        }
        known = services.sessions.own_hash(me, current).await?;
    }
    Err(Refusal::WrongPassword.into())
}

/// Opens a reset request for the active account with this username or e-mail address, and replaces an earlier one.
/// Without such an account it takes as long and gives the same answer.
pub async fn forget(services: &Services, name: &str) -> Result<(), Failure> {
    let (asked, ()) = tokio::join!(open_request(services, name), sleep(PACE));
    asked
}

async fn open_request(services: &Services, name: &str) -> Result<(), Failure> {
    let (username, email) = (Username::parse(name).ok(), Email::parse(name).ok());
    let whose = match (&username, &email) {
        (Some(username), _) => Whose::Username(username),
        (None, Some(email)) => Whose::Email(email),
        (None, None) => return Ok(()),
    };
    let now = services.now();
    let nonce: [u8; NONCE_BYTES] = rand::random();
    let new = NewReset { id: Uuid::new_v4(), nonce, requested_at: now, expires_at: now + RESET_LIFETIME };
    Ok(password_resets::request(&services.pool, whose, &new).await?)
}

/// Reads the open requests with their tokens, newest first, and writes an audit record for each.
pub async fn open_resets(services: &Services, author: &Author) -> Result<Vec<OpenReset>, Failure> {
    let open = password_resets::read_open(&services.pool, author.at(services.now())).await?;
    let with_token = |reset| OpenReset { token: services.sessions.resets.token(&reset), reset };
    Ok(open.into_iter().map(with_token).collect())
}

/// Checks whether a token currently opens a reset request.
pub async fn opens_reset(services: &Services, token: &str) -> Result<bool, Failure> {
    Ok(reset_of(services, token).await?.is_some())
}

/// Returns whether the account that a token opens has a second factor, whose code a reset takes.
pub async fn reset_takes_code(services: &Services, token: &str) -> Result<bool, Failure> {
    let Some(reset) = reset_of(services, token).await? else { return Ok(false) };
    takes_code(services, &reset).await
}

async fn takes_code(services: &Services, reset: &PasswordReset) -> Result<bool, Failure> {
    Ok(second_factors::find(&services.pool, reset.admin_id).await.map_err(of_read)?.is_some())
}

/// Sets the password that the token's owner chose, and uses up the token. 400 `invalid_token` if the token is unknown,
/// used, replaced or expired; 400 `validation_failed` if the policy rejects the password or the code is missing, and
/// 403 `invalid_code` if it is wrong: then the token stays valid.
///
/// Super admins can read the links of requests that they made themselves, so that a lone one can get in again. The code
/// keeps a stolen session from becoming a password that way.
///
/// All sessions of the account end: its owner may have lost more than the password. A lockout runs its course, as after
/// every change of a password, except by an operator at the terminal.
pub async fn reset(services: &Services, client: IpAddr, redemption: Redemption<'_>) -> Result<(), Failure> {
    let Redemption { token, new, code } = redemption;
    let reset = reset_of(services, token).await?.ok_or(Refusal::InvalidToken)?;
    let takes_code = takes_code(services, &reset).await?;
    if takes_code {
        check_there(code)?;
    }
    let asker = Asker::stranger(client);
    let hash = services.sessions.hash_new_password("new_password", new, &reset.username, asker).await?;
    let PasswordReset { id, admin_id, username, .. } = reset;
    let owner = Author { account_id: admin_id, username: username.to_string(), ip_address: Some(client) };
    if takes_code {
        services.sessions.check_own_code(&owner, code).await?;
    }
    Ok(password_resets::redeem(&services.pool, id, &hash, owner.at(services.now())).await?)
}

async fn reset_of(services: &Services, token: &str) -> Result<Option<PasswordReset>, Failure> {
    let token = token.trim();
    let Some(id) = request_of(token) else { return Ok(None) };
    let reset = password_resets::find(&services.pool, id, services.now()).await?;
    Ok(reset.filter(|reset| services.sessions.resets.holds(reset, token)))
}
