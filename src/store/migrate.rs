//! Brings the schema of a database up to date.

use std::sync::LazyLock;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, SqlSafeStr};
use tokio::time::{Instant, sleep};

use crate::failure::StoreFailure;
use crate::functions;
use crate::watched_session::WatchedSession;

/// Names files of `migrations/`, and puts their texts into the program.
macro_rules! migrations {
    ($($name:literal)+) => { [$(($name, include_str!(concat!("../../migrations/", $name, ".sql")))),+] };
}

/// Every migration, in the order of their numbers.
const FILES: [(&str, &str); 12] = migrations!(
    "0001_accounts" "0002_settings_and_audit" "0003_payment_methods_and_share_templates" "0004_waffles" "0005_spots"
    "0006_draws" "0007_payments" "0008_install_functions" "0009_photos" "0010_refused_claims" "0011_seller"
    "0012_first_share_template"
);

/// Applies them. Servers take turns by means of a separate lock, since waiting for the migrator's own has no limit.
/// Those that it lacks are judged before.
pub static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let migrations = FILES.iter().filter_map(|(name, sql)| {
        let (version, description) = name.split_once('_')?;
        let description = description.replace('_', " ").into();
        Some(Migration::new(version.parse().ok()?, description, MigrationType::Simple, sql.into_sql_str(), false))
    });
    let mut migrations = Migrator::with_migrations(migrations.collect());
    migrations.set_locking(false).set_ignore_missing(true);
    migrations
});

/// Returns whether a database that has run these migrations, in their order, is of this version or a later one. A later
/// one only adds, so this one works with the database: on the way back of an upgrade, and after a crash during one.
pub(crate) fn begins_with_ours(run: &[i64]) -> bool {
    let ours: Vec<i64> = MIGRATIONS.iter().map(|migration| migration.version).collect();
    run.starts_with(&ours)
}

/// The advisory lock of the server that migrates.
const LOCK: i64 = 0x7761_6666_6c65;
/// How often a server that waits for the lock tries to get it.
const TURN: Duration = Duration::from_millis(100);

/// Why the schema is not up to date.
#[derive(Debug, thiserror::Error)]
pub enum MigrateFailure {
    /// The database was unreachable, or an answer was lost; a repeat continues where this one ended.
    #[error("{failure}")]
    Passing {
        /// What happened.
        #[source]
        failure: StoreFailure,
        /// How long the database had been silent.
        quiet: Duration,
    },
    /// The database refuses a migration, or has run others than this program's.
    #[error("{0}")]
    Lasting(#[source] Box<MigrateError>),
}

/// Applies the migrations that the database lacks, each in its own transaction, and installs the functions that have
/// changed. A repeat changes nothing.
///
/// An advisory lock makes servers that start at the same time take turns. A server may take any time as long as it
/// works; one that hangs loses its session, and the lock with it.
pub async fn run(database: &PgConnectOptions) -> Result<(), MigrateFailure> {
    let begun = Instant::now();
    let unheard = |failure| MigrateFailure::Passing { failure, quiet: begun.elapsed() };
    let mut session = WatchedSession::open(database).await.map_err(unheard)?;
    let mut watch = session.watch(database);
    let outcome = watch.over(migrate(&mut session.connection)).await;
    let failure = match outcome {
        Ok(Ok(())) => {
            // Ending the session ends the lock, and needs no answer.
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
            refuse_others(connection).await?;
            MIGRATIONS.run_direct(None, connection, false).await?;
            return Ok(functions::install(connection).await?);
        }
        if !told {
            log::info!("waiting for another server that is updating the database");
            told = true;
        }
        sleep(TURN).await;
    }
}

/// Refuses a database with migrations that are neither this program's nor of a later version.
async fn refuse_others(connection: &mut PgConnection) -> Result<(), MigrateError> {
    let exists = sqlx::query_scalar("SELECT to_regclass('_sqlx_migrations') IS NOT NULL");
    let exists: bool = exists.fetch_one(&mut *connection).await?;
    if !exists {
        return Ok(());
    }
    let run = sqlx::query_scalar("SELECT version FROM _sqlx_migrations ORDER BY version");
    let run: Vec<i64> = run.fetch_all(&mut *connection).await?;
    let unknown: Vec<i64> = run.iter().copied().filter(|version| !MIGRATIONS.version_exists(*version)).collect();
    match unknown.first() {
        Some(version) if !begins_with_ours(&run) => return Err(MigrateError::VersionMissing(*version)),
        Some(_) => log::warn!(migrations:? = unknown; "a later version has been here, whose tables serve this one too"),
        None => {}
    }
    Ok(())
}

/// Classifies the failure of a statement of a migration, or about migrations; none if the error is not a statement's.
fn of_statement(error: &MigrateError) -> Option<StoreFailure> {
    match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
            Some(StoreFailure::of_statement(error))
        }
        _ => None,
    }
}
