//! Changes passwords. Sessions stay valid unless their owner ends them; an open request for a new password is
//! withdrawn.

use chrono::{DateTime, Utc};
use sqlx::postgres::{PgConnection, PgPool};
use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::role::Permission;

use super::{lock, nothing_done};
use crate::audit;
use crate::failure::StoreFailure;
use crate::sessions::{self, Alive};
use waffle_domain::author::Author;

/// Changes the author's own password, with an audit entry, and ends all other sessions than the one in `ending`, if
/// any, with another entry. `false` if `known_hash` is no longer current. Fails with
/// [`StoreFailure::NotAllowed`] after a deactivation.
pub async fn change_own(
    pool: &PgPool,
    (known_hash, new_hash): (&str, &str),
    ending: Option<(Uuid, Alive)>,
    author: &Author,
    at: DateTime<Utc>,
) -> Result<bool, StoreFailure> {
    let id = author.account_id;
    let mut transaction = pool.begin().await.map_err(|error| nothing_done(&error))?;
    lock(&mut transaction, id, author, Permission::ChangeOwnAccount).await.map_err(StoreFailure::before_commit)?;
    let still = sqlx::query("SELECT FROM admins WHERE id = $1 AND password_hash = $2")
        .bind(id)
        .bind(known_hash)
        .fetch_optional(&mut *transaction)
        .await
        .map_err(|error| nothing_done(&error))?;
    if still.is_none() {
        return Ok(false);
    }
    set(&mut transaction, id, new_hash).await.map_err(StoreFailure::before_commit)?;
    let entity = (EntityType::Admin, &*id.to_string());
    let detail = &author.username;
    let written = audit::of_actor(&mut transaction, author, AuditAction::ChangePassword, entity, detail, at).await;
    written.map_err(StoreFailure::before_commit)?;
    if let Some((kept, alive)) = ending {
        sessions::delete_others(&mut transaction, kept, author, alive).await.map_err(StoreFailure::before_commit)?;
    }
    transaction.commit().await?;
    Ok(true)
}

/// Sets another account's password, with an audit entry. `None` if there is no such account. Fails with
/// [`StoreFailure::NotAllowed`].
pub async fn reset(
    pool: &PgPool,
    id: Uuid,
    new_hash: &str,
    author: &Author,
    at: DateTime<Utc>,
) -> Result<Option<Account>, StoreFailure> {
    let mut transaction = pool.begin().await.map_err(|error| nothing_done(&error))?;
    let locked =
        lock(&mut transaction, id, author, Permission::ManageAdmins).await.map_err(StoreFailure::before_commit)?;
    let Some(account) = locked else { return Ok(None) };
    set(&mut transaction, id, new_hash).await.map_err(StoreFailure::before_commit)?;
    let entity = (EntityType::Admin, &*id.to_string());
    let detail = account.username.as_str();
    let written = audit::of_actor(&mut transaction, author, AuditAction::ResetAdminPassword, entity, detail, at).await;
    written.map_err(StoreFailure::before_commit)?;
    transaction.commit().await?;
    Ok(Some(account))
}

/// Sets the password of an account that the caller has locked.
pub(crate) async fn set(conn: &mut PgConnection, id: Uuid, new_hash: &str) -> Result<(), StoreFailure> {
    sqlx::query("UPDATE admins SET password_hash = $2 WHERE id = $1")
        .bind(id)
        .bind(new_hash)
        .execute(&mut *conn)
        .await?;
    withdraw_reset(conn, id).await
}

/// Removes the account's open request for a new password. The caller's transaction has locked the account.
pub(crate) async fn withdraw_reset(conn: &mut PgConnection, admin_id: Uuid) -> Result<(), StoreFailure> {
    sqlx::query("DELETE FROM password_resets WHERE admin_id = $1").bind(admin_id).execute(conn).await?;
    Ok(())
}
