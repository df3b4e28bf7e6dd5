//! Transactions. If their work fails, nothing was done: losing the connection before the commit rolls them back.

use sqlx::Connection;
use sqlx::postgres::{PgConnection, PgPool};

use crate::failure::StoreFailure;

/// Does work in a transaction, and commits it.
pub(crate) async fn committed<T>(
    pool: &PgPool,
    work: impl AsyncFnOnce(&mut PgConnection) -> Result<T, StoreFailure>,
) -> Result<T, StoreFailure> {
    let mut connection = pool.acquire().await.map_err(|error| StoreFailure::of_connecting(&error))?;
    let mut transaction = connection.begin().await.map_err(StoreFailure::nothing_done)?;
    let outcome = work(&mut transaction).await.map_err(StoreFailure::before_commit)?;
    transaction.commit().await?;
    Ok(outcome)
}
