//! One's own password changed, and a forgotten one replaced: a request is opened by anybody, handed over by a super admin as a
//! link, and used once within the hour.

use std::net::IpAddr;
use std::time::Duration;

use chrono::TimeDelta;
use tokio::time::sleep;
use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::email::Email;
use waffle_domain::username::Username;
use waffle_store::accounts;
use waffle_store::password_resets::{self, NONCE_BYTES, NewReset, PasswordReset, Whose};

use crate::actions::Services;
use crate::session::own_password::invalid_password;
use crate::session::reset_token::request_of;
use crate::session::signed_in::SignedIn;
use crate::web::error::{Failure, FieldError};

/// What everybody is told who asks for a new password.
pub const FORGOTTEN: &str =
    "If there is such an account, a super admin can now hand over a link to set a new password. It holds for an hour.";
/// How long a request stays open.
const LIFETIME: TimeDelta = TimeDelta::hours(1);
/// How long asking takes, whether there is such an account or not: longer than the database usually needs to note it.
const PACE: Duration = Duration::from_millis(250);

/// An open request with what it is used with: a secret.
pub struct OpenReset {
    pub reset: PasswordReset,
    pub token: String,
}

/// Changes the admin's own password. 400 `validation_failed` for missing fields and for what the policy refuses, then 403
/// `invalid_password`. All sessions stay.
pub async fn change_own(services: &Services, me: &SignedIn, current: &str, new: &str) -> Result<(), Failure> {
    let mut faults = Vec::new();
    if current.is_empty() {
        faults.push(FieldError::new("current_password", "Enter your current password."));
    }
    let checked = services.sessions.password_policy().await?.check_field("new_password", new);
    let password = match checked {
        Ok(password) if faults.is_empty() => password,
        Ok(_) => return Err(Failure::validation(faults)),
        Err(invalid) => return Err(Failure::validation(faults.into_iter().chain(invalid.0))),
    };
    let mut known = services.sessions.own_hash(me, current).await?;
    let hash = services.sessions.passwords().hash(password).await?;
    // Once more, should a sign-in elsewhere have hashed the same password anew meanwhile.
    for _ in 0..2 {
        let now = services.now();
        if accounts::password::change_own(&services.pool, &known, &hash, &me.author(), now).await? {
            return Ok(());
        }
        known = services.sessions.own_hash(me, current).await?;
    }
    Err(invalid_password())
}

/// Opens a request for the active account with this username or e-mail address, in place of an earlier one. Takes as long, and
/// answers the same, when there is none.
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
    let new = NewReset { id: Uuid::new_v4(), nonce, requested_at: now, expires_at: now + LIFETIME };
    Ok(password_resets::request(&services.pool, whose, &new).await?)
}

/// The open requests with their tokens, the newest first. Each reading leaves an audit record for each.
pub async fn open_resets(services: &Services, author: &Author) -> Result<Vec<OpenReset>, Failure> {
    let open = password_resets::read_open(&services.pool, author, services.now()).await?;
    let with_token = |reset| {
        let token = services.sessions.resets.token(&reset).map_err(Failure::internal)?;
        Ok(OpenReset { reset, token })
    };
    open.into_iter().map(with_token).collect()
}

/// Tells whether a token opens a request now.
pub async fn opens_reset(services: &Services, token: &str) -> Result<bool, Failure> {
    Ok(reset_of(services, token).await?.is_some())
}

/// Sets the password that the owner of the token chose, and uses the token up. 400 `invalid_token` for one that is unknown, used,
/// replaced or expired; 400 `validation_failed` for a password that the policy refuses, which leaves the token as it is.
///
/// Sessions of the account stay, as with every other change of a password, and a lockout runs its course.
pub async fn reset(services: &Services, client: IpAddr, token: &str, new_password: &str) -> Result<(), Failure> {
    let reset = reset_of(services, token).await?.ok_or_else(invalid_token)?;
    let hash = services.sessions.hash_new_password("new_password", new_password).await?;
    let PasswordReset { id, admin_id, username, .. } = reset;
    let owner = Author { account_id: admin_id, username: username.to_string(), ip_address: Some(client) };
    if password_resets::redeem(&services.pool, id, &hash, &owner, services.now()).await? {
        return Ok(());
    }
    Err(invalid_token())
}

async fn reset_of(services: &Services, token: &str) -> Result<Option<PasswordReset>, Failure> {
    let token = token.trim();
    let Some(id) = request_of(token) else { return Ok(None) };
    let reset = password_resets::find(&services.pool, id, services.now()).await?;
    Ok(reset.filter(|reset| services.sessions.resets.holds(reset, token)))
}

/// The one answer to every token that opens nothing.
pub fn invalid_token() -> Failure {
    Failure::bad_request(
        "invalid_token",
        "This reset link is not valid: it was used, was replaced by a newer one, or is older than an hour. Ask for another one.",
    )
}
