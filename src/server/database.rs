//! The database at start: waited for, then brought up to date.

use std::time::Duration;

use tokio::time::{Instant, sleep};
use waffle_store::{
    connect::{self, PgConnectOptions},
    health, migrate,
};

use super::StartError;
use crate::config::Secret;

/// How long a database that is away is waited for.
const PATIENCE: Duration = Duration::from_mins(1);
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Waits until the database answers, and applies the migrations that it lacks.
pub(super) async fn make_ready(url: &Secret) -> Result<PgConnectOptions, StartError> {
    let options = connect::options(url.expose()).map_err(StartError::Database)?;
    wait_for(&options, PATIENCE).await?;
    migrate::run(&options).await.map_err(|error| StartError::Migration(error.into()))?;
    Ok(options)
}

async fn wait_for(options: &PgConnectOptions, patience: Duration) -> Result<(), StartError> {
    let end = Instant::now() + patience;
    let mut pause = FIRST_PAUSE;
    loop {
        let Err(failure) = health::reach(options).await else { return Ok(()) };
        if Instant::now() + pause > end {
            return Err(StartError::Database(failure));
        }
        log::warn!("waiting for the database: next_try_ms={} error=\"{failure}\"", pause.as_millis());
        sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}
