//! The database at the start: one round of steps, each of which may be repeated, until all of them are done.

use std::time::Duration;

use tokio::time::{Instant, sleep};
use waffle_actors::{current_source_key::SourceKeys, supervised_task::Supervised};
use waffle_domain::timeouts::{START_DATABASE, START_REGISTRY, TASK_END};
use waffle_service::session::first_account::FirstAccountError;
use waffle_store::{
    buyers::known_buyers,
    database::Database,
    failure::StoreFailure,
    migrate::{self, MigrateFailure},
    pools::{self, PgPool},
};

use super::StartError;

const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// The outcome of a round that failed.
enum Setback<E> {
    /// Another round may succeed. Holds how long the database has been silent.
    Passing(StoreFailure, Duration),
    Lasting(E),
}

/// How long a start waits for a database that is away, falls silent, or cuts connections. The time in which it works
/// does not count.
struct Patience {
    left: Duration,
    pause: Duration,
}

impl Patience {
    fn new(left: Duration) -> Self {
        Self { left, pause: FIRST_PAUSE }
    }

    /// Repeats a round until it is done, or fails for good, or the database was away for too long.
    async fn until_done<T, E: From<StoreFailure>>(
        mut self,
        round: impl AsyncFn() -> Result<T, Setback<E>>,
    ) -> Result<T, E> {
        loop {
            match round().await {
                Ok(done) => return Ok(done),
                Err(Setback::Lasting(error)) => return Err(error),
                Err(Setback::Passing(failure, quiet)) => self.bear(failure, quiet).await?,
            }
        }
    }

    /// The same for one call of the store.
    async fn until_called<T>(self, call: impl AsyncFn() -> Result<T, StoreFailure>) -> Result<T, StoreFailure> {
        let round = async || {
            let begun = Instant::now();
            call().await.map_err(|failure| {
                if failure.is_passing() {
                    Setback::Passing(failure, begun.elapsed())
                } else {
                    Setback::Lasting(failure)
                }
            })
        };
        self.until_done(round).await
    }

    /// Waits before the next round, or gives up.
    async fn bear(&mut self, failure: StoreFailure, quiet: Duration) -> Result<(), StoreFailure> {
        let Some(left) = self.left.checked_sub(quiet + self.pause) else { return Err(failure) };
        self.left = left;
        log::warn!(next_try_ms = self.pause.as_millis(), error:% = failure; "waiting for the database");
        sleep(self.pause).await;
        self.pause = (self.pause * 2).min(LONGEST_PAUSE);
        Ok(())
    }
}

/// Waits until the database answers, applies pending migrations, and creates the first account. After each failure it
/// starts over, for up to a minute.
pub(super) async fn make_ready(
    database: &Database,
    first_account: impl AsyncFn(&PgPool) -> Result<(), FirstAccountError>,
) -> Result<(), StartError> {
    make_ready_within(START_DATABASE, database, first_account).await
}

async fn make_ready_within(
    patience: Duration,
    database: &Database,
    first_account: impl AsyncFn(&PgPool) -> Result<(), FirstAccountError>,
) -> Result<(), StartError> {
    Patience::new(patience).until_done(async || round(database, &first_account).await).await
}

async fn round(
    database: &Database,
    first_account: impl AsyncFn(&PgPool) -> Result<(), FirstAccountError>,
) -> Result<(), Setback<StartError>> {
    let begun = Instant::now();
    database.find_primary().await.map_err(|failure| Setback::Passing(failure, begun.elapsed()))?;
    migrate::run(database.primary()).await.map_err(|failure| match failure {
        MigrateFailure::Passing { failure, quiet } => Setback::Passing(failure, quiet),
        MigrateFailure::Lasting(error) => Setback::Lasting(StartError::Migration(error)),
    })?;
    let begun = Instant::now();
    // A separate connection: if its answers are lost, none of the service's are.
    first_account(&pools::pool(database.primary(), 1)).await.map_err(|error| match error {
        FirstAccountError::Store(failure) if failure.is_passing() => Setback::Passing(failure, begun.elapsed()),
        error => Setback::Lasting(StartError::FirstAccount(error)),
    })
}

/// Reads this week's key, under which sources of claims are hashed.
pub(super) async fn source_keys(pool: &PgPool) -> Result<SourceKeys, StartError> {
    let keys = SourceKeys::default();
    Patience::new(START_DATABASE).until_called(async || keys.renew(pool).await).await?;
    Ok(keys)
}

/// Enters handles that are on spots but missing in the registry of buyers. Every claim enters its handle, so there are
/// seldom any. Looking through millions of spots takes a while, so after a short wait this goes on in the background:
/// then its owner is returned.
pub(super) async fn fill_registry(database: &Database) -> Option<Supervised> {
    fill_registry_within(START_REGISTRY, database).await
}

async fn fill_registry_within(wait: Duration, database: &Database) -> Option<Supervised> {
    let database = database.clone();
    let task = Supervised::start("registry of buyers", TASK_END, move |mut stopping| {
        let database = database.clone();
        async move {
            tokio::select! {
                () = fill(&database) => {}
                // Whatever is missing then is entered at the next start.
                () = stopping.requested() => {}
            }
        }
    });
    let task = task.returns_within(wait).await;
    if task.is_some() {
        log::info!("the registry of buyers is still being filled, in the background");
    }
    task
}

async fn fill(database: &Database) {
    match Patience::new(START_DATABASE).until_called(async || known_buyers::backfill(database.primary()).await).await {
        Ok(0) => {}
        Ok(entered) => log::info!(count = entered; "handles were entered into the registry of buyers"),
        Err(failure) => log::error!(error:% = failure; "handles can't be entered into the registry of buyers"),
    }
}

#[cfg(test)]
mod tests;
