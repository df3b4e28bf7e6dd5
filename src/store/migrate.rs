//! Bringing a database up to date.

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection};

/// Every migration, in the order of their numbers; `build.rs` sees to it that a changed one is compiled in.
pub static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations");

/// Applies the migrations that the database lacks, each in a transaction of its own.
///
/// Servers that start at the same time take turns: an advisory lock is held meanwhile. Repeating it changes nothing.
pub async fn run(database: &PgConnectOptions) -> Result<(), MigrateError> {
    // On a connection of its own: after an error the lock ends with the connection, where a pool would keep it.
    let mut connection = database.connect().await?;
    // The time-outs of a server's requests are too short for waiting for another server's migrations.
    sqlx::raw_sql("SET statement_timeout = 0; SET lock_timeout = 0").execute(&mut connection).await?;
    MIGRATIONS.run_direct(None, &mut connection, false).await?;
    connection.close().await?;
    Ok(())
}
