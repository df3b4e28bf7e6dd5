//! Whether the database answers.

use crate::pools::PgPool;
use sqlx::Executor;

use crate::failure::StoreFailure;

/// Sends a query through the pool.
pub async fn check(pool: &PgPool) -> Result<(), StoreFailure> {
    pool.execute("SELECT 1").await?;
    Ok(())
}
