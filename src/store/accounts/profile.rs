//! Changes the profiles of accounts.

use chrono::{DateTime, Utc};
use sqlx::postgres::PgPool;
use sqlx::types::Json;
use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::profile::ProfileEdit;
use waffle_domain::role::Permission;

use super::{lock, nothing_done};
use crate::audit;
use crate::failure::StoreFailure;
use waffle_domain::author::Author;

/// Changes a profile, with an audit entry if anything is different. `None` if there is no such account. Fails with
/// [`StoreFailure::Constraint`] of [`EMAIL_TAKEN`](super::create::EMAIL_TAKEN), or with [`StoreFailure::NotAllowed`].
pub async fn update(
    pool: &PgPool,
    id: Uuid,
    edit: ProfileEdit,
    author: &Author,
    at: DateTime<Utc>,
) -> Result<Option<Account>, StoreFailure> {
    let mut transaction = pool.begin().await.map_err(|error| nothing_done(&error))?;
    let needed = if id == author.account_id { Permission::ChangeOwnAccount } else { Permission::ManageAdmins };
    let locked = lock(&mut transaction, id, author, needed).await.map_err(StoreFailure::before_commit)?;
    let Some(mut account) = locked else { return Ok(None) };
    let changed = edit.apply(&mut account);
    if changed.is_empty() {
        // Waits for standbys: an earlier request may have made the change, and lost its answer while it waited for
        // them.
        transaction.commit().await?;
        return Ok(Some(account));
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
    .execute(&mut *transaction)
    .await
    .map_err(|error| nothing_done(&error))?;
    let detail = format!("{}: {}", account.username, changed.join(", "));
    let entity = (EntityType::Admin, &*id.to_string());
    let written = audit::of_actor(&mut transaction, author, AuditAction::UpdateAdminProfile, entity, &detail, at).await;
    written.map_err(StoreFailure::before_commit)?;
    transaction.commit().await?;
    Ok(Some(account))
}
