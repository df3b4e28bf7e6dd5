//! Transactions. If their work fails, nothing was done: losing the connection before the commit rolls them back.

use sqlx::Connection;
use sqlx::postgres::{PgConnection, PgPool};

use crate::failure::StoreFailure;
use crate::pools::{acquire, wait_for_standbys};

/// Does work in a transaction, and commits it. If the work refuses, nothing of it is done, and the refusal waits for
/// standbys: an earlier request may have done the same already, and lost its answer while it waited for them.
pub(crate) async fn committed<T>(
    pool: &PgPool,
    work: impl AsyncFnOnce(&mut PgConnection) -> Result<T, StoreFailure>,
) -> Result<T, StoreFailure> {
    committed_as("BEGIN", pool, work).await
}

/// Does the same in a transaction that begins with other statements.
pub(crate) async fn committed_as<T>(
    begin: &'static str,
    pool: &PgPool,
    work: impl AsyncFnOnce(&mut PgConnection) -> Result<T, StoreFailure>,
) -> Result<T, StoreFailure> {
    let mut connection = acquire(pool).await?;
    let mut transaction = connection.begin_with(begin).await.map_err(StoreFailure::nothing_done)?;
    match work(&mut transaction).await {
        Ok(done) => {
            transaction.commit().await?;
            Ok(done)
        }
        Err(refused @ StoreFailure::Refused(_)) => {
            transaction.rollback().await.map_err(StoreFailure::nothing_done)?;
            wait_for_standbys(&mut connection).await?;
            Err(refused)
        }
        Err(failure) => Err(failure.before_commit()),
    }
}
