//! Whether the database answers.

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool};
use sqlx::{Connection, Executor};

use crate::failure::StoreFailure;
use waffle_domain::time_limits::CONNECT;

/// Opens a new connection, within 2 s.
pub async fn reach(options: &PgConnectOptions) -> Result<(), StoreFailure> {
    let reach = async { PgConnection::connect_with(options).await?.close().await };
    match tokio::time::timeout(CONNECT, reach).await {
        Ok(reached) => reached.map_err(|error| StoreFailure::of_connecting(&error)),
        Err(_) => Err(StoreFailure::Unreachable(format!("no connection within {} s", CONNECT.as_secs()))),
    }
}

/// Sends a query through the pool.
pub async fn check(pool: &PgPool) -> Result<(), StoreFailure> {
    pool.execute("SELECT 1").await?;
    Ok(())
}
