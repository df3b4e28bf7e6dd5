//! Signing in and out.

use std::net::IpAddr;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;
use waffle_actors::lockout::LockedOut;
use waffle_domain::account::Account;
use waffle_domain::lockout::{LockoutKey, LockoutRules, TryEnd};
use waffle_domain::turns::{Asker, LATELY};
use waffle_domain::username::Username;
use waffle_store::accounts::Credentials;
use waffle_store::sign_ins::SignInFrom;
use waffle_store::{accounts, ended_tokens};

use crate::actions::Services;
use crate::session::jwt::{IssuedToken, TokenSession, new_jti};
use crate::web::client::Client;
use crate::web::error::Failure;

/// The longest life of a token, whatever the setting says: browsers keep no cookie for more than 400 days.
const MAX_LIFETIME: TimeDelta = TimeDelta::days(400);

/// A session that has just begun.
pub struct NewSession {
    pub account: Account,
    pub token: IssuedToken,
    /// How long the token is valid, in seconds.
    pub max_age: i64,
}

/// Checks username and password, and starts a session. An unknown username and a wrong password get the same 401
/// `invalid_credentials` in the same time. A deactivated account with its right password gets 403
/// `account_deactivated`, and any try after too many failures 429 `locked_out`.
///
/// A success goes into the login history; a WHOIS lookup adds later who holds its address.
pub async fn sign_in(
    services: &Services,
    client: Client,
    username: &str,
    password: &str,
) -> Result<NewSession, Failure> {
    let outcome = try_sign_in(services, client, username, password).await;
    services.sessions.sign_ins().note(outcome.as_ref().err().map(Failure::code));
    outcome
}

async fn try_sign_in(
    services: &Services,
    client: Client,
    username: &str,
    password: &str,
) -> Result<NewSession, Failure> {
    let rules = LockoutRules::from(&*services.sessions.settings().get().await?);
    let key = LockoutKey::new(client.ip_address, username);
    let attempt = services.sessions.admit(key, rules).await?.map_err(locked_out)?;
    let found = find(services, client.ip_address, username, password).await?;
    let end = if found.is_some() { TryEnd::Right } else { TryEnd::Wrong };
    attempt.end(end, services.now());
    let Credentials { account, password_hash } = found.ok_or_else(wrong_credentials)?;
    let now = services.now();
    let from = SignInFrom { id: Uuid::now_v7(), ip_address: client.ip_address, user_agent: client.agent };
    let account =
        if account.active { accounts::note_sign_in(&services.pool, account.id, &from, now).await? } else { None };
    let account = account.ok_or_else(deactivated)?;
    services.sessions.whois.look_up(from.id, from.ip_address);
    let signed_in = start_session(services, account, now).await?;
    services.sessions.renew_hash(signed_in.account.id, password, &password_hash).await;
    Ok(signed_in)
}

/// Finds the account, active or not, if username and password match. Strangers' passwords wait for their turn, one
/// after the other for each address; those of accounts that signed in from there lately have a slot that strangers
/// can't take.
async fn find(
    services: &Services,
    client: IpAddr,
    username: &str,
    password: &str,
) -> Result<Option<Credentials>, Failure> {
    let lately = services.now() - LATELY;
    let candidate = match Username::parse(username) {
        Ok(username) => accounts::sign_in::candidate(&services.pool, &username, client, lately).await?,
        Err(_) => None,
    };
    let asker = match &candidate {
        Some(candidate) if candidate.known_there => Asker::Known(candidate.credentials.account.id),
        _ => Asker::stranger(client),
    };
    let hash = candidate.as_ref().map(|found| found.credentials.password_hash.clone());
    let right = services.sessions.passwords().matches(password, hash, asker).await?;
    Ok(candidate.filter(|_| right).map(|found| found.credentials))
}

async fn start_session(services: &Services, account: Account, now: DateTime<Utc>) -> Result<NewSession, Failure> {
    let hours = services.sessions.settings().get().await?.jwt_expiration_hours;
    let lifetime = TimeDelta::hours(hours.into()).min(MAX_LIFETIME);
    let token = services.sessions.tokens.issue(&account, new_jti(now), now, lifetime).map_err(Failure::internal)?;
    Ok(NewSession { account, token, max_age: lifetime.num_seconds() })
}

/// Ends a session for good, on every server.
pub async fn sign_out(services: &Services, session: &TokenSession) -> Result<(), Failure> {
    Ok(ended_tokens::end(&services.pool, session.jti, session.expires_at).await?)
}

fn wrong_credentials() -> Failure {
    Failure::wrong_credentials("invalid_credentials", "This username and password do not belong together.")
}

fn locked_out(LockedOut(wait): LockedOut) -> Failure {
    let sentence = "Too many failed sign-ins from your address with this username. Wait a while before you try again.";
    Failure::locked_out(wait, sentence)
}

fn deactivated() -> Failure {
    Failure::forbidden("account_deactivated", "This account is deactivated. A super admin can activate it again.")
}
