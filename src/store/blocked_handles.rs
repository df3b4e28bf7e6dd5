//! Handles that may not claim.

use crate::pools::PgPool;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::author::By;
use waffle_domain::handle::Handle;
use waffle_domain::refusal::Refusal;
use waffle_domain::role::Permission;

use crate::accounts::still_may;
use crate::audit;
use crate::failure::StoreFailure;
use crate::transaction::committed;

row! {
    /// A handle that may not claim.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
    pub struct BlockedHandle {
        #[schema(example = "troll")]
        pub handle: String,
        /// For sellers only.
        #[schema(required, example = "claims and never pays")]
        pub reason: Option<String>,
        pub created_at: DateTime<Utc>,
        /// The username of the admin who blocked it.
        #[schema(example = "admin")]
        pub created_by: String,
    }
}

/// Lists the blocked handles, the newest first.
pub async fn list(pool: &PgPool) -> Result<Vec<BlockedHandle>, StoreFailure> {
    let list = "SELECT handle, reason, created_at, created_by FROM blocked_handles ORDER BY created_at DESC, handle";
    Ok(sqlx::query_as(list).fetch_all(pool).await?)
}

/// Blocks a handle, unless it is blocked already. Refuses an author who has lost the permission.
pub async fn block(
    pool: &PgPool,
    handle: &Handle,
    reason: Option<&str>,
    by: By<'_>,
) -> Result<BlockedHandle, StoreFailure> {
    committed(pool, async |conn| {
        still_may(conn, by, Permission::BlockHandles).await?;
        let blocked = sqlx::query(
            "INSERT INTO blocked_handles (handle, reason, created_at, created_by) VALUES ($1, $2, $3, $4)
             ON CONFLICT (handle) DO NOTHING",
        )
        .bind(handle.as_str())
        .bind(reason)
        .bind(by.at)
        .bind(&by.author.username)
        .execute(&mut *conn)
        .await?;
        if blocked.rows_affected() == 0 {
            return Err(Refusal::AlreadyBlocked { handle: handle.clone() }.into());
        }
        let detail = reason.map_or_else(|| format!("@{handle}"), |reason| format!("@{handle}: {reason}"));
        audit::of_actor(conn, by, AuditAction::BlockHandle, (EntityType::Settings, handle), &detail).await
    })
    .await?;
    let (reason, created_by) = (reason.map(ToOwned::to_owned), by.author.username.clone());
    Ok(BlockedHandle { handle: handle.to_string(), reason, created_at: by.at, created_by })
}

/// Lets a handle claim again. Refuses an author who has lost the permission.
pub async fn unblock(pool: &PgPool, handle: &Handle, by: By<'_>) -> Result<(), StoreFailure> {
    committed(pool, async |conn| {
        still_may(conn, by, Permission::BlockHandles).await?;
        let unblocked = sqlx::query("DELETE FROM blocked_handles WHERE handle = $1")
            .bind(handle.as_str())
            .execute(&mut *conn)
            .await?;
        if unblocked.rows_affected() == 0 {
            return Err(Refusal::NotBlocked { handle: handle.clone() }.into());
        }
        let (entity, detail) = ((EntityType::Settings, handle.as_str()), format!("@{handle}"));
        audit::of_actor(conn, by, AuditAction::UnblockHandle, entity, &detail).await
    })
    .await
}
