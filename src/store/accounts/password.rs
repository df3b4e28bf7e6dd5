//! Changes passwords. Sessions stay valid unless their owner ends them; an open request for a new password is
//! withdrawn.

use crate::pools::PgPool;
use sqlx::postgres::PgConnection;
use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::author::By;
use waffle_domain::refusal::Refusal;
use waffle_domain::role::Permission;

use super::lock;
use crate::audit;
use crate::failure::StoreFailure;
use crate::sessions::{self, Alive};
use crate::transaction::committed;

/// Changes the author's own password, with an audit entry, and ends all other sessions than the one in `ending`, if
/// any, with another entry. Refused if `known_hash` is no longer current, and after a deactivation.
pub async fn change_own(
    pool: &PgPool,
    (known_hash, new_hash): (&str, &str),
    ending: Option<(Uuid, Alive)>,
    by: By<'_>,
) -> Result<(), StoreFailure> {
    let id = by.author.account_id;
    committed(pool, async |conn| {
        lock(conn, id, by, Permission::ChangeOwnAccount).await?;
        let still = sqlx::query("SELECT FROM admins WHERE id = $1 AND password_hash = $2")
            .bind(id)
            .bind(known_hash)
            .fetch_optional(&mut *conn)
            .await?;
        if still.is_none() {
            return Err(Refusal::WrongPassword.into());
        }
        set(conn, id, new_hash).await?;
        let detail = &by.author.username;
        audit::of_actor(conn, by, AuditAction::ChangePassword, (EntityType::Admin, id), detail).await?;
        if let Some((kept, alive)) = ending {
            sessions::delete_others(conn, kept, by.author, alive).await?;
        }
        Ok(())
    })
    .await
}

/// Sets another account's password, with an audit entry. Refuses an author who has lost the permission.
pub async fn reset(pool: &PgPool, id: Uuid, new_hash: &str, by: By<'_>) -> Result<Account, StoreFailure> {
    committed(pool, async |conn| {
        let account = lock(conn, id, by, Permission::ManageAdmins).await?;
        set(conn, id, new_hash).await?;
        let detail = account.username.as_str();
        audit::of_actor(conn, by, AuditAction::ResetAdminPassword, (EntityType::Admin, id), detail).await?;
        Ok(account)
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
