//! Brings the schema of a database up to date.

use std::sync::LazyLock;
use std::time::Duration;

use sqlx::Connection;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use tokio::time::{Instant, sleep};

use crate::failure::StoreFailure;
use crate::watched::WatchedSession;

/// Every migration, in the order of their numbers. `build.rs` makes cargo notice when one changes. Servers take turns
/// by a lock of their own: the one that comes with the migrator is waited for without an end.
pub static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let mut migrations = sqlx::migrate!("../../migrations");
    migrations.set_locking(false);
    migrations
});

/// The advisory lock of the server that migrates.
const LOCK: i64 = 0x7761_6666_6c65;
/// How often a server that waits for the lock tries to get it.
const TURN: Duration = Duration::from_millis(100);

/// Why the schema is not up to date.
#[derive(Debug, thiserror::Error)]
pub enum MigrateFailure {
    /// The database was away, or an answer was lost; a repeat goes on where this one ended.
    #[error("{failure}")]
    Passing {
        /// What happened.
        #[source]
        failure: StoreFailure,
        /// For how long nothing had been heard of the database.
        quiet: Duration,
    },
    /// The database refuses a migration, or has others than this program.
    #[error("{0}")]
    Lasting(#[source] Box<MigrateError>),
}

/// Applies the migrations that the database lacks, each in a transaction of its own. A repeat changes nothing.
///
/// An advisory lock makes servers that start at the same time take turns. Each may take as long as it is at work; one
/// that hangs loses its session, and the lock with it.
pub async fn run(database: &PgConnectOptions) -> Result<(), MigrateFailure> {
    let begun = Instant::now();
    let unheard = |failure| MigrateFailure::Passing { failure, quiet: begun.elapsed() };
    let mut session = WatchedSession::open(database).await.map_err(unheard)?;
    let mut watch = session.watch(database);
    let outcome = watch.over(migrate(&mut session.connection)).await;
    let failure = match outcome {
        Ok(Ok(())) => {
            // The end of the session, which is the end of the lock, needs no answer.
            let _ = watch.over(session.connection.close()).await;
            return Ok(());
        }
        Ok(Err(error)) => match of_statement(&error) {
            Some(failure) if failure.is_passing() => failure,
            _ => return Err(MigrateFailure::Lasting(Box::new(error))),
        },
        Err(failure) => failure,
    };
    Err(MigrateFailure::Passing { failure, quiet: watch.quiet() })
}

async fn migrate(connection: &mut PgConnection) -> Result<(), MigrateError> {
    let mut told = false;
    loop {
        let lock = sqlx::query_scalar("SELECT pg_try_advisory_lock($1)").bind(LOCK);
        if lock.fetch_one(&mut *connection).await? {
            return MIGRATIONS.run_direct(None, connection, false).await;
        }
        if !told {
            log::info!("waiting for another server, which brings the database up to date");
            told = true;
        }
        sleep(TURN).await;
    }
}

/// Classifies what a statement of a migration, or about them, failed of; none if it was none.
fn of_statement(error: &MigrateError) -> Option<StoreFailure> {
    match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
            Some(StoreFailure::of_statement(error))
        }
        _ => None,
    }
}
