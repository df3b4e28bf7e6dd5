//! Changes the profiles of accounts.

use crate::pools::PgPool;
use sqlx::types::Json;
use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::author::By;
use waffle_domain::profile::ProfileEdit;
use waffle_domain::role::Permission;

use super::lock;
use crate::audit;
use crate::failure::StoreFailure;
use crate::transaction::committed;

/// Changes a profile, with an audit entry if anything is different. Fails with [`StoreFailure::Constraint`] of
/// [`EMAIL_TAKEN`](crate::failure::EMAIL_TAKEN), and refuses an author who has lost the permission.
pub async fn update(pool: &PgPool, id: Uuid, edit: ProfileEdit, by: By<'_>) -> Result<Account, StoreFailure> {
    // Also if nothing changes: an earlier request may have made the change, and lost its answer while it waited for
    // standbys.
    committed(pool, async |conn| {
        let needed = if id == by.author.account_id { Permission::ChangeOwnAccount } else { Permission::ManageAdmins };
        let mut account = lock(conn, id, by, needed).await?;
        let changed = edit.apply(&mut account);
        if changed.is_empty() {
            return Ok(account);
        }
        let profile = &account.profile;
        sqlx::query(
            "UPDATE admins SET first_name = $2, last_name = $3, display_name = $4, email = $5, timezone = $6,
             social_links = $7
         WHERE id = $1",
        )
        .bind(id)
        .bind(&profile.first_name)
        .bind(&profile.last_name)
        .bind(&profile.display_name)
        .bind(account.email.as_str())
        .bind(account.timezone.name())
        .bind(Json(&profile.social_links))
        .execute(&mut *conn)
        .await?;
        let detail = format!("{}: {}", account.username, changed.join(", "));
        audit::of_actor(conn, by, AuditAction::UpdateAdminProfile, (EntityType::Admin, id), &detail).await?;
        Ok(account)
    })
    .await
}
