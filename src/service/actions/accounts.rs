//! Seller accounts: creating them, and changing their role, status, profile and password.

use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::account_standing::{StandingChange, not_confirmed};
use waffle_domain::author::Author;
use waffle_domain::new_account::{AccountDraft, NewAccount};
use waffle_domain::password_queue::Asker;
use waffle_domain::profile::{ProfileDraft, ProfileEdit};
use waffle_domain::refusal::Refusal;
use waffle_domain::role::Role;
use waffle_language::say;
use waffle_store::accounts;

use crate::actions::Services;
use crate::failure::{Failure, of_read};
use crate::session::caller::Caller;

/// Lists all accounts, active ones first.
pub async fn list(services: &Services) -> Result<Vec<Account>, Failure> {
    accounts::list(&services.pool).await.map_err(of_read)
}

/// Finds an account; 404 for an unknown id.
pub async fn find(services: &Services, id: Uuid) -> Result<Account, Failure> {
    accounts::find(&services.pool, id).await.map_err(of_read)?.ok_or(Refusal::NoAccount.into())
}

/// Checks and creates an account.
pub async fn create(services: &Services, author: &Author, draft: &AccountDraft) -> Result<Account, Failure> {
    let sessions = &services.sessions;
    let new = NewAccount::parse(draft, sessions.password_policy().await?)?;
    let asker = Asker::Known(author.account_id);
    let hash = sessions.passwords.hash(new.password.clone(), asker).await.map_err(Failure::from)?;
    Ok(accounts::create::create(&services.pool, Uuid::now_v7(), &new, &hash, author.at(services.now())).await?)
}

/// Changes a profile. The caller has checked that it is the seller's own, or that the seller is a super admin. A new
/// e-mail address for the own account takes the current password, since a forgotten password can be reset with it: 400
/// `validation_failed` if it is empty, 403 `invalid_password` if it is wrong. Pages always ask for it; programs need
/// not send it.
pub async fn change_profile(
    services: &Services,
    me: &Caller,
    id: Uuid,
    draft: &ProfileDraft,
    password: Option<&str>,
) -> Result<Account, Failure> {
    let edit = ProfileEdit::parse(draft)?;
    if let Some(password) = password.filter(|_| id == me.id() && edit.changes_email(&me.account)) {
        if password.is_empty() {
            return Err(Failure::invalid("current_password", say!("fault-email-unconfirmed")));
        }
        services.sessions.check_own_password(me, password).await?;
    }
    Ok(accounts::profile::update(&services.pool, id, edit, me.author().at(services.now())).await?)
}

/// Sets the password of another account. 409 for the own account, whose password change takes the current one.
pub async fn set_password(
    services: &Services,
    author: &Author,
    account: &Account,
    password: &str,
) -> Result<Account, Failure> {
    if account.id == author.account_id {
        return Err(Refusal::OwnPassword.into());
    }
    let asker = Asker::Known(author.account_id);
    let hash = services.sessions.hash_new_password("new_password", password, &account.username, asker).await?;
    Ok(accounts::password::reset(&services.pool, account.id, &hash, author.at(services.now())).await?)
}

/// Parses a role code; 400 if there is no such role.
pub fn parse_role(code: &str) -> Result<Role, Failure> {
    Role::parse(code).ok_or_else(|| Failure::invalid("role", say!("fault-role")))
}

/// Changes a role, or whether an account is active. A lower role or a deactivation takes the super admin's own
/// password.
pub async fn change_standing(
    services: &Services,
    me: &Caller,
    account: &Account,
    change: StandingChange,
    password: &str,
) -> Result<Account, Failure> {
    let confirmed = change.needs_password(account.standing());
    if confirmed {
        if password.is_empty() {
            return Err(not_confirmed().into());
        }
        services.sessions.check_own_password(me, password).await?;
    }
    let (pool, now) = (&services.pool, services.now());
    Ok(accounts::standing::change(pool, account.id, change, confirmed, me.author().at(now)).await?)
}
