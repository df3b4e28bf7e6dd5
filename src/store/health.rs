//! Whether the database is there.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool};
use sqlx::{Connection, Executor};

use crate::failure::StoreFailure;

/// How long a new connection may take.
const CONNECT: Duration = Duration::from_secs(2);

/// Connects anew; the failure says why that did not work.
pub async fn reach(options: &PgConnectOptions) -> Result<(), StoreFailure> {
    let reach = async { PgConnection::connect_with(options).await?.close().await };
    match tokio::time::timeout(CONNECT, reach).await {
        Ok(reached) => reached.map_err(|error| StoreFailure::of_connecting(&error)),
        Err(_) => Err(StoreFailure::Unreachable(format!("no connection within {} s", CONNECT.as_secs()))),
    }
}

/// Asks through the pool.
pub async fn check(pool: &PgPool) -> Result<(), StoreFailure> {
    pool.execute("SELECT 1").await?;
    Ok(())
}
