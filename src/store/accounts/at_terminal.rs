//! What operators do to accounts at the terminal, when no one can sign in. No account is the author of it; the audit
//! entry says where it was done.

use crate::pools::PgPool;
use chrono::{DateTime, Utc};
use sqlx::Row;
use sqlx::postgres::PgConnection;
use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::new_account::NewAccount;
use waffle_domain::refusal::Refusal;
use waffle_domain::username::Username;

use super::{account, create, password};
use crate::failure::StoreFailure;
use crate::transaction::committed;
use crate::{audit, second_factors, sessions};

/// Lists all accounts, active ones first, each with whether its sign-ins take a code.
pub async fn list(pool: &PgPool) -> Result<Vec<(Account, bool)>, StoreFailure> {
    let all = sqlx::query(
        "SELECT a.*, EXISTS (SELECT FROM second_factors f WHERE f.admin_id = a.id) AS has_second_factor
         FROM admins a ORDER BY active DESC, username",
    );
    let all = all.try_map(|row| Ok((account(&row)?, row.try_get("has_second_factor")?)));
    all.fetch_all(pool).await.map_err(StoreFailure::nothing_done)
}

/// Finds an account, active or not.
pub async fn find(pool: &PgPool, username: &Username) -> Result<Option<Account>, StoreFailure> {
    let found = sqlx::query("SELECT * FROM admins WHERE username = $1").bind(username.as_str());
    let found = found.try_map(|row| account(&row)).fetch_optional(pool).await;
    found.map_err(StoreFailure::nothing_done)
}

/// Creates an account, as [`create::create`] does.
pub async fn create(
    pool: &PgPool,
    id: Uuid,
    new: &NewAccount,
    password_hash: &str,
    at: DateTime<Utc>,
) -> Result<Account, StoreFailure> {
    committed(pool, async |conn| {
        let account = create::insert(conn, id, new, password_hash, at).await?;
        note(conn, AuditAction::CreateAdmin, &account, &format!(" ({})", account.role.as_str()), at).await?;
        Ok(account)
    })
    .await
}

/// Sets a password, and ends the sessions and the lockouts of the account.
pub async fn reset_password(pool: &PgPool, id: Uuid, new_hash: &str, at: DateTime<Utc>) -> Result<(), StoreFailure> {
    committed(pool, async |conn| {
        let account = unlock_row(conn, id, at).await?;
        password::set(conn, id, new_hash).await?;
        sessions::delete_all(conn, id).await?;
        note(conn, AuditAction::ResetAdminPassword, &account, "", at).await
    })
    .await
}

/// Removes the second factor, and ends the lockouts of the account.
pub async fn remove_second_factor(pool: &PgPool, id: Uuid, at: DateTime<Utc>) -> Result<(), StoreFailure> {
    committed(pool, async |conn| {
        let account = unlock_row(conn, id, at).await?;
        second_factors::delete(conn, id).await?;
        note(conn, AuditAction::RemoveSecondFactor, &account, "", at).await
    })
    .await
}

/// Ends the lockouts of the account on all servers.
pub async fn unlock(pool: &PgPool, id: Uuid, at: DateTime<Utc>) -> Result<(), StoreFailure> {
    committed(pool, async |conn| {
        let account = unlock_row(conn, id, at).await?;
        note(conn, AuditAction::UnlockAdmin, &account, "", at).await
    })
    .await
}

/// Locks the row of an account until the end of the transaction, and ends its lockouts.
async fn unlock_row(conn: &mut PgConnection, id: Uuid, at: DateTime<Utc>) -> Result<Account, StoreFailure> {
    let found = sqlx::query("UPDATE admins SET unlocked_at = $2 WHERE id = $1 RETURNING *").bind(id).bind(at);
    let found = found.try_map(|row| account(&row)).fetch_optional(conn).await?;
    found.ok_or(Refusal::NoAccount.into())
}

async fn note(
    conn: &mut PgConnection,
    action: AuditAction,
    account: &Account,
    more: &str,
    at: DateTime<Utc>,
) -> Result<(), StoreFailure> {
    let detail = format!("{}{more}, at the terminal", account.username);
    audit::of_actor(conn, (None, at), action, (EntityType::Admin, account.id), &detail).await
}
