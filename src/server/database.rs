//! The database at the start: waiting for it, then bringing it up to date.

use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};
use waffle_domain::time_limits::{START_DATABASE, START_REGISTRY};
use waffle_store::{
    buyers::registry,
    connect::{self, PgConnectOptions},
    health, migrate,
};

use super::StartError;
use crate::config::Secret;

const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// Waits until the database answers, applies pending migrations, and enters handles that are missing in the registry
/// of buyers.
pub(super) async fn make_ready(url: &Secret) -> Result<PgConnectOptions, StartError> {
    let options = connect::options(url.expose()).map_err(StartError::Database)?;
    wait_for(&options, START_DATABASE).await?;
    migrate::run(&options).await.map_err(|error| StartError::Migration(error.into()))?;
    fill_registry(&options).await;
    Ok(options)
}

/// Enters handles that are on spots but missing in the registry of buyers. Every claim enters its own, so there are
/// seldom any. Looking through millions of spots takes a while, so after a short wait this goes on in the background.
async fn fill_registry(options: &PgConnectOptions) {
    let options = options.clone();
    let filling = tokio::spawn(async move {
        match registry::backfill(&options).await {
            Ok(0) => {}
            Ok(entered) => log::info!("handles were entered into the registry of buyers: count={entered}"),
            Err(failure) => log::error!("handles can't be entered into the registry of buyers: error=\"{failure}\""),
        }
    });
    if timeout(START_REGISTRY, filling).await.is_err() {
        log::info!("the registry of buyers is still being filled, in the background");
    }
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

#[cfg(test)]
mod tests {
    use waffle_private_postgres::{Cluster, StopMode, TestDatabase};

    use super::*;

    #[tokio::test]
    async fn a_database_that_never_answers_is_reported_with_the_reason() {
        let nobody = connect::options("postgres://waffle:hunter2@127.0.0.1:1/waffle").unwrap();
        let sentence = wait_for(&nobody, Duration::from_millis(300)).await.unwrap_err().to_string();
        assert!(sentence.contains("DATABASE_URL") && sentence.contains("refused"), "{sentence}");
        assert!(!sentence.contains("hunter2"), "{sentence}");
    }

    #[tokio::test]
    async fn a_database_that_comes_in_time_is_brought_up_to_date() {
        let cluster = Cluster::throwaway().await.unwrap();
        cluster.create_database("waffle").await.unwrap();
        cluster.stop_server(StopMode::Fast).await.unwrap();
        let url = Secret::new(cluster.url("waffle"));
        let (ready, started) = tokio::join!(make_ready(&url), cluster.start_server());
        started.unwrap();
        assert!(ready.is_ok(), "{:?}", ready.err());
        cluster.stop().await.unwrap();
    }

    #[tokio::test]
    async fn a_database_that_is_up_to_date_is_fine() {
        let database = TestDatabase::create().await.unwrap();
        assert!(make_ready(&Secret::new(database.url())).await.is_ok());
    }
}
