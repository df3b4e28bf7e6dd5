//! Creates accounts.

use crate::pools::PgPool;
use chrono::{DateTime, Utc};
use sqlx::postgres::PgConnection;
use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::new_account::NewAccount;
use waffle_domain::role::Permission;

use super::{account, still_may};
use crate::audit;
use crate::failure::StoreFailure;
use crate::transaction::committed;
use waffle_domain::author::By;

/// Creates an active account in the time zone UTC, with an audit entry. Fails with [`StoreFailure::Constraint`] of
/// [`USERNAME_TAKEN`](crate::failure::USERNAME_TAKEN) or [`EMAIL_TAKEN`](crate::failure::EMAIL_TAKEN), and refuses an
/// author who has lost the permission.
pub async fn create(
    pool: &PgPool,
    id: Uuid,
    new: &NewAccount,
    password_hash: &str,
    by: By<'_>,
) -> Result<Account, StoreFailure> {
    committed(pool, async |conn| {
        still_may(conn, by, Permission::ManageAdmins).await?;
        let account = insert(conn, id, new, password_hash, by.at).await?;
        let detail = format!("{} ({})", account.username, account.role.as_str());
        audit::of_actor(conn, by, AuditAction::CreateAdmin, (EntityType::Admin, id), &detail).await?;
        Ok(account)
    })
    .await
}

/// Does the same in the caller's transaction, without an entry.
pub(super) async fn insert(
    conn: &mut PgConnection,
    id: Uuid,
    new: &NewAccount,
    password_hash: &str,
    at: DateTime<Utc>,
) -> Result<Account, StoreFailure> {
    let account = sqlx::query(
        "INSERT INTO admins (id, username, email, role, password_hash, first_name, last_name, display_name, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING *",
    )
    .bind(id)
    .bind(new.username.as_str())
    .bind(new.email.as_str())
    .bind(new.role.as_str())
    .bind(password_hash)
    .bind(&new.first_name)
    .bind(&new.last_name)
    .bind(&new.display_name)
    .bind(at)
    .try_map(|row| account(&row));
    Ok(account.fetch_one(conn).await?)
}
