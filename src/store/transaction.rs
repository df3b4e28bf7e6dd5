//! Transactions. If their work fails, nothing was done: losing the connection before the commit rolls them back.

use sqlx::Executor;
use sqlx::postgres::PgConnection;

use crate::failure::StoreFailure;
use crate::pools::{PgPool, Pooled, acquire, wait_for_standbys};

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
    let transaction = Transaction::begin(&mut connection, begin).await?;
    match work(transaction.connection).await {
        Ok(done) => {
            transaction.end("COMMIT").await?;
            Ok(done)
        }
        Err(refused @ StoreFailure::Refused(_)) => {
            transaction.end("ROLLBACK").await.map_err(StoreFailure::nothing_done)?;
            wait_for_standbys(&mut connection).await?;
            Err(refused)
        }
        Err(failure) => {
            // Without it, the connection is closed.
            let _ = transaction.end("ROLLBACK").await;
            Err(failure.before_commit())
        }
    }
}

/// Reads what belongs together in one snapshot.
pub(crate) async fn in_snapshot<T>(
    connection: &mut Pooled,
    read: impl AsyncFnOnce(&mut PgConnection) -> Result<T, StoreFailure>,
) -> Result<T, StoreFailure> {
    let transaction = Transaction::begin(connection, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    let read = read(transaction.connection).await;
    transaction.end("COMMIT").await.map_err(StoreFailure::nothing_done)?;
    read
}

/// A transaction. If its caller gives up before its end is answered, the connection is closed, and does not go back to
/// its pool: `sqlx` takes one whose `BEGIN` is not answered yet for free, and what the next caller writes there would
/// be acknowledged, but not committed.
struct Transaction<'c> {
    connection: &'c mut Pooled,
    over: bool,
}

impl<'c> Transaction<'c> {
    async fn begin(connection: &'c mut Pooled, statement: &'static str) -> Result<Self, StoreFailure> {
        let transaction = Self { connection, over: false };
        transaction.connection.execute(statement).await.map_err(StoreFailure::nothing_done)?;
        Ok(transaction)
    }

    async fn end(mut self, statement: &'static str) -> Result<(), sqlx::Error> {
        self.connection.execute(statement).await?;
        self.over = true;
        Ok(())
    }
}

impl Drop for Transaction<'_> {
    fn drop(&mut self) {
        if !self.over {
            self.connection.close_on_drop();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;
    use waffle_test_databases::TestDatabase;
    use waffle_test_databases::breaking_proxy::BreakingProxy;

    use super::*;
    use crate::pools::{options, pool};

    /// Whether what is written over a pool is there for others.
    async fn writes(through: &PgPool, direct: &PgPool) -> bool {
        through.execute("INSERT INTO written DEFAULT VALUES").await.unwrap();
        let count = sqlx::query_scalar("WITH gone AS (DELETE FROM written RETURNING 1) SELECT count(*) FROM gone");
        count.fetch_one(direct).await.unwrap_or(0_i64) == 1
    }

    #[tokio::test]
    async fn a_transaction_that_is_given_up_at_any_moment_leaves_none_open() {
        let (database, direct) = TestDatabase::with_pool::<PgPool>(1).await.unwrap();
        direct.execute("CREATE TABLE written (at timestamptz DEFAULT now())").await.unwrap();
        let proxy = BreakingProxy::passing(database.connect_options().get_port(), "").await.unwrap();
        let through = pool(options(&proxy.url(&database.url())).unwrap(), 1);
        for moment in ["begin", "work", "end"] {
            let stall_at = |now: &str| (now == moment).then(|| proxy.stall());
            let work = async |connection: &mut PgConnection| {
                stall_at("work");
                connection.execute("SELECT 1").await?;
                stall_at("end");
                Ok(())
            };
            let mut connection = acquire(&through).await.unwrap();
            stall_at("begin");
            let given_up = timeout(Duration::from_millis(50), in_snapshot(&mut connection, work)).await;
            assert!(given_up.is_err(), "{moment}");
            drop(connection);
            proxy.resume();
            assert!(writes(&through, &direct).await, "after {moment}, what is written is not committed");
        }
    }
}
