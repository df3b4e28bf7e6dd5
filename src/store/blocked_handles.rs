//! Handles that may not claim.

use sqlx::postgres::PgPool;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::author::By;
use waffle_domain::handle::Handle;
use waffle_domain::refusal::Refusal;
use waffle_domain::role::Permission;
use waffle_domain::wire::blocked_handles::BlockedHandle;

use crate::accounts::still_may;
use crate::audit;
use crate::failure::StoreFailure;
use crate::transaction::committed;

/// Lists the blocked handles, the newest first.
pub async fn list(pool: &PgPool) -> Result<Vec<BlockedHandle>, StoreFailure> {
    let list = "SELECT handle, reason, created_at, created_by FROM blocked_handles ORDER BY created_at DESC, handle";
    Ok(sqlx::query(list).try_map(|row| blocked_handle(&row)).fetch_all(pool).await?)
}

reader! {
    fn blocked_handle(row) -> BlockedHandle { handle, reason, created_at, created_by }
}

/// Blocks a handle, unless it is blocked already. Refuses an author who has lost the permission.
pub async fn block(
    pool: &PgPool,
    handle: &Handle,
    reason: Option<&str>,
    by: By<'_>,
) -> Result<BlockedHandle, StoreFailure> {
    // Also if it was blocked before: standbys must have the block before any answer says so.
    let blocked = committed(pool, async |conn| {
        still_may(conn, by.author, Permission::BlockHandles).await?;
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
            return Ok(false);
        }
        let detail = reason.map_or_else(|| format!("@{handle}"), |reason| format!("@{handle}: {reason}"));
        audit::of_actor(conn, by, AuditAction::BlockHandle, (EntityType::Settings, handle), &detail).await?;
        Ok(true)
    })
    .await?;
    if !blocked {
        return Err(Refusal::AlreadyBlocked { handle: handle.clone() }.into());
    }
    let (reason, created_by) = (reason.map(ToOwned::to_owned), by.author.username.clone());
    Ok(BlockedHandle { handle: handle.to_string(), reason, created_at: by.at, created_by })
}

/// Lets a handle claim again. Refuses an author who has lost the permission.
pub async fn unblock(pool: &PgPool, handle: &Handle, by: By<'_>) -> Result<(), StoreFailure> {
    // Also if it was not blocked: standbys must have the end of the block before any answer says so.
    let unblocked = committed(pool, async |conn| {
        still_may(conn, by.author, Permission::BlockHandles).await?;
        let unblocked = sqlx::query("DELETE FROM blocked_handles WHERE handle = $1")
            .bind(handle.as_str())
            .execute(&mut *conn)
            .await?;
        if unblocked.rows_affected() == 0 {
            return Ok(false);
        }
        let (entity, detail) = ((EntityType::Settings, handle.as_str()), format!("@{handle}"));
        audit::of_actor(conn, by, AuditAction::UnblockHandle, entity, &detail).await?;
        Ok(true)
    })
    .await?;
    if unblocked { Ok(()) } else { Err(Refusal::NotBlocked { handle: handle.clone() }.into()) }
}
