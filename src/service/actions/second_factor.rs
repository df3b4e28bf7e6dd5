//! Second factors: setting one up, renewing its recovery codes, and turning it off, for the own account or another one.

use chrono::{DateTime, Utc};
use waffle_domain::account::Account;
use waffle_domain::lockout::TryEnd;
use waffle_domain::refusal::Refusal;
use waffle_domain::second_factor::{PROPOSAL, TypedCode, in_fours};
use waffle_domain::wire::second_factor::{RecoveryCodes, SecondFactorSecret};
use waffle_language::say;
use waffle_store::second_factors::{self, Proposer};

use crate::actions::Services;
use crate::failure::{Failure, of_read};
use crate::session::caller::Caller;
use crate::session::check_code::check_there;
use crate::session::second_factor::{FactorSecret, new_recovery_codes, recovery_hash};

/// The state of an account's second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Since when it is on; `None` if it is off.
    pub on_since: Option<DateTime<Utc>>,
    /// How many recovery codes are left.
    pub recovery_codes: i64,
}

/// Reads the state of an account's second factor.
pub async fn standing(services: &Services, account: &Account) -> Result<Standing, Failure> {
    let factor = second_factors::find(&services.pool, account.id).await.map_err(of_read)?;
    Ok(Standing {
        on_since: factor.as_ref().map(|factor| factor.confirmed_at),
        recovery_codes: factor.map_or(0, |factor| factor.recovery_codes),
    })
}

/// Makes a new secret for the seller's app, and shows it this once. It takes effect when the first code has
/// [confirmed](confirm) it in this session, within a quarter of an hour. 400 or 403 unless the password is right, 409
/// `second_factor_on` if there is one already.
pub async fn propose(services: &Services, me: &Caller, password: &str) -> Result<SecondFactorSecret, Failure> {
    check_password(services, me, password).await?;
    let secret = FactorSecret::random();
    let sealed = services.sessions.factors.seal(me.id(), &secret).map_err(Failure::internal)?;
    let proposer = Proposer { session_id: me.session.jti, admin_id: me.id() };
    second_factors::propose(&services.pool, proposer, &sealed, services.now() + PROPOSAL).await?;
    Ok(SecondFactorSecret { secret: secret.typed(), otpauth_uri: secret.address(me.username()) })
}

/// Returns whether this session was shown a secret that it may still confirm.
pub async fn is_proposed(services: &Services, me: &Caller) -> Result<bool, Failure> {
    let proposed = second_factors::proposed(&services.pool, me.session.jti, services.now()).await;
    Ok(proposed.map_err(of_read)?.is_some())
}

/// Turns the second factor on with its first code. 400 without a code, 403 `invalid_code`, 409 `second_factor_on`, or
/// `no_second_factor` if this session made no secret before, or too long ago.
pub async fn confirm(services: &Services, me: &Caller, code: &str) -> Result<RecoveryCodes, Failure> {
    check_there(code)?;
    if standing(services, &me.account).await?.on_since.is_some() {
        return Err(Refusal::SecondFactorOn.into());
    }
    let (author, now) = (me.author(), services.now());
    let attempt = services.sessions.admit_code(&author).await?;
    let sealed = second_factors::proposed(&services.pool, me.session.jti, now).await.map_err(of_read)?;
    let sealed = sealed.ok_or(Refusal::NoSecretToConfirm)?;
    // A new secret replaces one that was sealed under another key.
    let secret =
        services.sessions.factors.open(me.id(), &sealed).map_err(|_| Failure::from(Refusal::NoSecretToConfirm))?;
    let step = match TypedCode::parse(code) {
        Some(TypedCode::App(code)) => secret.step_of(&code, now),
        _ => None,
    };
    attempt.end(if step.is_some() { TryEnd::Right } else { TryEnd::Wrong }, now);
    let step = step.ok_or(Refusal::InvalidCode)?;
    let codes = new_recovery_codes();
    let hashes = codes.each_ref().map(|code| recovery_hash(me.id(), code));
    let proposal = (me.session.jti, sealed.as_slice());
    second_factors::confirm(&services.pool, proposal, step, &hashes, author.at(now)).await?;
    Ok(shown(&codes))
}

/// Replaces the seller's recovery codes. 400 or 403 unless password and code are right, 409 `no_second_factor`.
pub async fn renew_recovery_codes(
    services: &Services,
    me: &Caller,
    password: &str,
    code: &str,
) -> Result<RecoveryCodes, Failure> {
    check_both(services, me, password, code).await?;
    let codes = new_recovery_codes();
    let hashes = codes.each_ref().map(|code| recovery_hash(me.id(), code));
    second_factors::renew_recovery_codes(&services.pool, &hashes, me.author().at(services.now())).await?;
    Ok(shown(&codes))
}

/// Turns the seller's own second factor off. 400 or 403 unless password and code are right, 409 `no_second_factor`, or
/// `second_factor_needed` if the role must have one.
pub async fn turn_off(services: &Services, me: &Caller, password: &str, code: &str) -> Result<(), Failure> {
    if services.sessions.needs_second_factor(me.account.role) {
        return Err(Refusal::SecondFactorNeeded.into());
    }
    check_both(services, me, password, code).await?;
    Ok(second_factors::disable(&services.pool, me.author().at(services.now())).await?)
}

/// Removes the second factor of another account. 400 or 403 unless the super admin's own password is right, 409
/// `own_account` for the own one, 409 `no_second_factor` if there is none.
pub async fn remove(services: &Services, me: &Caller, account: &Account, password: &str) -> Result<(), Failure> {
    if account.id == me.id() {
        return Err(Refusal::OwnSecondFactor.into());
    }
    check_password(services, me, password).await?;
    Ok(second_factors::remove(&services.pool, account, me.author().at(services.now())).await?)
}

async fn check_password(services: &Services, me: &Caller, password: &str) -> Result<(), Failure> {
    if password.is_empty() {
        return Err(Failure::invalid("current_password", say!("fault-own-password-missing")));
    }
    services.sessions.check_own_password(me, password).await
}

async fn check_both(services: &Services, me: &Caller, password: &str, code: &str) -> Result<(), Failure> {
    if standing(services, &me.account).await?.on_since.is_none() {
        return Err(Refusal::NoSecondFactor.into());
    }
    check_there(code)?;
    check_password(services, me, password).await?;
    services.sessions.check_own_code(&me.author(), code).await
}

fn shown(codes: &[String]) -> RecoveryCodes {
    RecoveryCodes { recovery_codes: codes.iter().map(|code| in_fours(code)).collect() }
}
