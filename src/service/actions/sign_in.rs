//! Signing in and out. Signing in takes a username and a password, and then, where the account has a second factor, a
//! code.

use std::net::IpAddr;

use chrono::TimeDelta;
use uuid::Uuid;
use waffle_actors::lockout::PasswordTry;
use waffle_domain::account::Account;
use waffle_domain::author::Author;
use waffle_domain::lockout::{LockoutKey, LockoutRules, TryEnd};
use waffle_domain::password_queue::{Asker, LATELY};
use waffle_domain::refusal::Refusal;
use waffle_domain::username::Username;
use waffle_store::accounts::sign_in::{Candidate, candidate, candidate_again};
use waffle_store::accounts::{self, Credentials};
use waffle_store::second_factors::Taken;
use waffle_store::sessions;
use waffle_store::sign_ins::SignInFrom;

use crate::actions::Services;
use crate::failure::Failure;
use crate::session::check_code::try_end;
use crate::session::client::Client;
use crate::session::jwt::{IssuedToken, TokenSession, new_jti};
use crate::session::sign_in_step::StepClaim;

/// The longest life of a token, whatever the setting says: browsers keep no cookie for more than 400 days.
const MAX_LIFETIME: TimeDelta = TimeDelta::days(400);

/// The credentials of an attempt to sign in.
#[derive(Clone, Copy)]
pub struct Tried<'a> {
    pub username: &'a str,
    pub password: &'a str,
    /// Empty for none.
    pub code: &'a str,
}

/// The outcome of signing in.
pub enum Outcome {
    Begun(NewSession),
    /// Username and password are right, and a code is needed as well.
    NeedsCode(Credentials),
}

/// A new session.
pub struct NewSession {
    pub account: Account,
    pub token: IssuedToken,
    /// How long the token is valid, in seconds.
    pub max_age: i64,
}

/// Checks username, password and, where the account has a second factor, the code, and starts a session. An unknown
/// username and a wrong password get the same 401 `invalid_credentials` in the same time. A deactivated account with
/// its right password gets 403 `account_deactivated`, a wrong code 401 `invalid_code`, and any attempt after too many
/// failures 429 `locked_out`.
///
/// A success goes into the login history; a WHOIS lookup adds later who holds its address.
pub async fn sign_in(services: &Services, client: Client, tried: Tried<'_>) -> Result<Outcome, Failure> {
    let outcome = try_sign_in(services, client, tried).await;
    let refused = match &outcome {
        Ok(Outcome::Begun(_)) => None,
        Ok(Outcome::NeedsCode(_)) => Some("second_factor_required"),
        Err(failure) => Some(failure.code()),
    };
    services.sessions.sign_ins.note(refused);
    outcome
}

async fn try_sign_in(services: &Services, client: Client, tried: Tried<'_>) -> Result<Outcome, Failure> {
    let attempt = admit(services, &client, tried.username).await?;
    let Some(found) = find(services, client.ip_address, tried.username, tried.password).await? else {
        attempt.end(TryEnd::Wrong, services.now());
        return Err(Refusal::WrongCredentials.into());
    };
    let Candidate { credentials, has_second_factor, .. } = found;
    let Credentials { account, password_hash } = &credentials;
    let renew = services.sessions.renew_hash(account.id, tried.password, password_hash);
    if !account.active {
        attempt.end(TryEnd::Right, services.now());
        return Err(Refusal::Deactivated.into());
    }
    if has_second_factor && tried.code.trim().is_empty() {
        // Neither right nor wrong: a client that knows only the password must not reset the count of wrong codes.
        attempt.end(TryEnd::Unknown, services.now());
        let renewed = renew.await;
        let password_hash = renewed.unwrap_or_else(|| credentials.password_hash.clone());
        return Ok(Outcome::NeedsCode(Credentials { password_hash, ..credentials }));
    }
    if has_second_factor {
        check_code(services, account, &client, tried.code, attempt).await?;
    } else {
        attempt.end(TryEnd::Right, services.now());
    }
    let session = match begin(services, client.clone(), &credentials).await? {
        Some(session) => session,
        None => begin_again(services, client, tried).await?,
    };
    renew.await;
    Ok(Outcome::Begun(session))
}

/// Retries for an account that was deactivated, or whose password was changed or rehashed, during the check.
async fn begin_again(services: &Services, client: Client, tried: Tried<'_>) -> Result<NewSession, Failure> {
    let found = find(services, client.ip_address, tried.username, tried.password).await?;
    let credentials = found.ok_or(Refusal::WrongCredentials)?.credentials;
    if !credentials.account.active {
        return Err(Refusal::Deactivated.into());
    }
    begin(services, client, &credentials).await?.ok_or(Refusal::WrongCredentials.into())
}

/// Starts a session for a client that proves, with a code, that the password was right a few minutes ago. 401
/// `sign_in_expired` if the proof is no longer valid, else as [`sign_in`].
pub async fn second_step(
    services: &Services,
    client: Client,
    visitor: &str,
    proof: &str,
    code: &str,
) -> Result<NewSession, Failure> {
    let outcome = try_second_step(services, client, visitor, proof, code).await;
    services.sessions.sign_ins.note(outcome.as_ref().err().map(Failure::code));
    outcome
}

async fn try_second_step(
    services: &Services,
    client: Client,
    visitor: &str,
    proof: &str,
    code: &str,
) -> Result<NewSession, Failure> {
    let claim = StepClaim::parse(proof).ok_or(Refusal::SignInExpired)?;
    let found = candidate_again(&services.pool, claim.admin_id).await?.ok_or(Refusal::SignInExpired)?;
    if !services.sessions.steps.holds(&claim, &found.credentials, visitor, services.now()) {
        return Err(Refusal::SignInExpired.into());
    }
    let account = &found.credentials.account;
    let attempt = admit(services, &client, account.username.as_str()).await?;
    if !account.active {
        return Err(Refusal::Deactivated.into());
    }
    if found.has_second_factor {
        check_code(services, account, &client, code, attempt).await?;
    } else {
        attempt.end(TryEnd::Right, services.now());
    }
    begin(services, client, &found.credentials).await?.ok_or(Refusal::SignInExpired.into())
}

async fn admit(services: &Services, client: &Client, username: &str) -> Result<PasswordTry, Failure> {
    let rules = LockoutRules::from(&*services.sessions.settings.get().await?);
    let key = LockoutKey::new(client.ip_address, username);
    services.sessions.admit(key, rules).await?.map_err(|wait| Refusal::LockedOut { wait }.into())
}

/// Finds the account, active or not, if username and password match. Passwords from unknown clients queue, one after
/// the other for each address; accounts that signed in from there recently have a slot that unknown clients can't take.
async fn find(
    services: &Services,
    client: IpAddr,
    username: &str,
    password: &str,
) -> Result<Option<Candidate>, Failure> {
    let lately = services.now() - LATELY;
    let candidate = match Username::parse(username) {
        Ok(username) => candidate(&services.pool, &username, client, lately).await?,
        Err(_) => None,
    };
    let asker = match &candidate {
        Some(candidate) if candidate.known_there => Asker::Known(candidate.credentials.account.id),
        _ => Asker::stranger(client),
    };
    let hash = candidate.as_ref().map(|found| found.credentials.password_hash.clone());
    let right = services.sessions.passwords.matches(password, hash, asker).await?;
    Ok(candidate.filter(|_| right))
}

/// Refuses a wrong code, or one that was used before, with 401 `invalid_code`, and ends the attempt.
async fn check_code(
    services: &Services,
    account: &Account,
    client: &Client,
    code: &str,
    attempt: PasswordTry,
) -> Result<(), Failure> {
    let username = account.username.to_string();
    let author = Author { account_id: account.id, username, ip_address: Some(client.ip_address) };
    let taken = services.sessions.takes_code(&author, code).await?;
    attempt.end(try_end(taken), services.now());
    if taken == Taken::Now { Ok(()) } else { Err(Refusal::WrongCode.into()) }
}

/// Begins a session. `None` if the account is no longer active, or has another password.
async fn begin(
    services: &Services,
    client: Client,
    Credentials { account, password_hash }: &Credentials,
) -> Result<Option<NewSession>, Failure> {
    let hours = services.sessions.settings.get().await?.jwt_expiration_hours;
    let lifetime = TimeDelta::hours(hours.into()).min(MAX_LIFETIME);
    let now = services.now();
    let jti = new_jti(now);
    let token = services.sessions.tokens.issue(account, jti, now, lifetime).map_err(Failure::internal)?;
    let from = SignInFrom {
        id: Uuid::now_v7(),
        session_id: jti,
        expires_at: token.expires_at,
        ip_address: client.ip_address,
        user_agent: client.agent,
    };
    let noted = accounts::note_sign_in(&services.pool, (account.id, password_hash), &from, now).await?;
    let Some(account) = noted else { return Ok(None) };
    services.sessions.whois.look_up(from.id, from.ip_address);
    Ok(Some(NewSession { account, token, max_age: lifetime.num_seconds() }))
}

/// Ends a session for good, on every server.
pub async fn sign_out(services: &Services, session: &TokenSession) -> Result<(), Failure> {
    Ok(sessions::end(&services.pool, session.jti).await?)
}
