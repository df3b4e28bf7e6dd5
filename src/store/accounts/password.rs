//! Changes passwords. Sessions stay valid unless their owner ends them; an open request for a new password is
//! withdrawn.

use chrono::{DateTime, Utc};
use sqlx::postgres::{PgConnection, PgPool};
use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::role::Permission;

use super::lock;
use crate::audit;
use crate::failure::StoreFailure;
use crate::sessions::{self, Alive};
use crate::transaction::committed_if;
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
    committed_if(pool, bool::clone, async |conn| {
        lock(conn, id, author, Permission::ChangeOwnAccount).await?;
        let still = sqlx::query("SELECT FROM admins WHERE id = $1 AND password_hash = $2")
            .bind(id)
            .bind(known_hash)
            .fetch_optional(&mut *conn)
            .await?;
        if still.is_none() {
            return Ok(false);
        }
        set(conn, id, new_hash).await?;
        let detail = &author.username;
        audit::of_actor(conn, author, AuditAction::ChangePassword, (EntityType::Admin, id), detail, at).await?;
        if let Some((kept, alive)) = ending {
            sessions::delete_others(conn, kept, author, alive).await?;
        }
        Ok(true)
    })
    .await
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
    committed_if(pool, Option::is_some, async |conn| {
        let locked = lock(conn, id, author, Permission::ManageAdmins).await?;
        let Some(account) = locked else { return Ok(None) };
        set(conn, id, new_hash).await?;
        let detail = account.username.as_str();
        audit::of_actor(conn, author, AuditAction::ResetAdminPassword, (EntityType::Admin, id), detail, at).await?;
        Ok(Some(account))
    })
    .await
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
