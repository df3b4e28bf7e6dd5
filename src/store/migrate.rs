//! Brings the schema of a database up to date.

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection};

/// Every migration, in the order of their numbers. `build.rs` makes cargo notice when one changes.
pub static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations");

/// Applies the migrations that the database lacks, each in a transaction of its own.
///
/// An advisory lock makes servers that start at the same time take turns. A repeat changes nothing.
pub async fn run(database: &PgConnectOptions) -> Result<(), MigrateError> {
    // After an error the advisory lock ends with this connection. A pooled connection would keep it.
    let mut connection = database.connect().await?;
    // The time-outs for requests are too short for waiting until another server has migrated.
    sqlx::raw_sql("SET statement_timeout = 0; SET lock_timeout = 0").execute(&mut connection).await?;
    MIGRATIONS.run_direct(None, &mut connection, false).await?;
    connection.close().await?;
    Ok(())
}
