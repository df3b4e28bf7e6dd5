//! Replaces the hash of an unchanged password, for instance after the cost of hashing was raised.

use crate::pools::PgPool;
use uuid::Uuid;

use crate::failure::StoreFailure;

/// Replaces a password's hash. `false` if `known_hash` is no longer current.
pub async fn replace(pool: &PgPool, id: Uuid, known_hash: &str, new_hash: &str) -> Result<bool, StoreFailure> {
    let done = sqlx::query("UPDATE admins SET password_hash = $3 WHERE id = $1 AND password_hash = $2")
        .bind(id)
        .bind(known_hash)
        .bind(new_hash)
        .execute(pool)
        .await
        .map_err(StoreFailure::nothing_done)?;
    Ok(done.rows_affected() == 1)
}
