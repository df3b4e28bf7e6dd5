//! The retention actor: deletes what is past its retention period, at the start and every hour, in small batches. Makes
//! the key of the week under which sources are hashed, whose deletion forgets them.

use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::time::timeout;
use waffle_domain::settings::Settings;
use waffle_domain::time_limits::{BACKGROUND_CALL, RETENTION_END};
use waffle_store::connect::PgPool;
use waffle_store::failure::StoreFailure;
use waffle_store::retention::{PURGES, Purge, database_time, purge};
use waffle_store::settings;

use crate::config::Now;
use crate::source_keys::SourceKeys;
use crate::supervised::{Stopping, Supervised};

/// How fast it goes.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// From the end of a run to the next one.
    pub every: Duration,
    /// The same, after a run that could not purge everything.
    pub after_failure: Duration,
    /// How many rows a batch has.
    pub batch: i64,
    /// From one batch to the next, so that others get their turn.
    pub pause: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            every: Duration::from_hours(1),
            after_failure: Duration::from_mins(1),
            batch: 1_000,
            pause: Duration::from_millis(50),
        }
    }
}

/// What was deleted from one table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Purged {
    /// What was deleted, in words.
    pub name: &'static str,
    /// How many rows.
    pub rows: u64,
    /// Whether everything that was due is deleted.
    pub complete: bool,
}

/// A finished run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// When it ended.
    pub at: DateTime<Utc>,
    /// The result of each table.
    pub purged: Vec<Purged>,
}

impl Run {
    /// Tells whether everything that was due is deleted.
    pub fn is_complete(&self) -> bool {
        self.purged.iter().all(|purged| purged.complete)
    }
}

/// When the retention ran last, and when it runs next.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RetentionStatus {
    /// The last run; none until the first one is over.
    pub last: Option<Run>,
    /// When the next one begins; none while one is under way.
    pub next: Option<DateTime<Utc>>,
}

/// Tells the status of the retention; clones share it.
#[derive(Debug, Clone, Default)]
pub struct Retention(Arc<Mutex<RetentionStatus>>);

impl Retention {
    /// Starts the actor in the local set of the caller. A batch under way at shutdown is rolled back.
    pub fn start(pool: PgPool, now: Now, pace: Pace, keys: SourceKeys) -> (Self, Supervised) {
        let retention = Self::default();
        let told = retention.clone();
        let make = move |stopping| work(pool.clone(), Arc::clone(&now), pace, keys.clone(), told.clone(), stopping);
        (retention, Supervised::start("retention", RETENTION_END, make))
    }

    /// Tells the current status.
    pub fn status(&self) -> RetentionStatus {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn change(&self, change: impl FnOnce(&mut RetentionStatus)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

async fn work(pool: PgPool, now: Now, pace: Pace, keys: SourceKeys, told: Retention, mut stopping: Stopping) {
    loop {
        told.change(|status| status.next = None);
        if let Err(failure) = keys.renew(&pool).await {
            log::warn!("sources are hashed under the key that there is: error=\"{failure}\"");
        }
        let purged = run(&pool, now(), pace, &mut stopping).await;
        let run = Run { at: now(), purged };
        let pause = if run.is_complete() { pace.every } else { pace.after_failure };
        let next = TimeDelta::from_std(pause).ok().and_then(|pause| run.at.checked_add_signed(pause));
        told.change(|status| *status = RetentionStatus { last: Some(run), next });
        if stopping.within(pause).await {
            return;
        }
    }
}

/// Purges every table, even if one fails.
async fn run(pool: &PgPool, now: DateTime<Utc>, pace: Pace, stopping: &mut Stopping) -> Vec<Purged> {
    let read = async { Ok((settings::read(pool).await?, database_time(pool).await?)) };
    let (settings, database_now) = match in_time(read).await {
        Ok(read) => read,
        Err(failure) => {
            log::warn!("nothing was purged, for want of the settings: error=\"{failure}\"");
            return PURGES.iter().map(|purge| Purged { name: purge.name, rows: 0, complete: false }).collect();
        }
    };
    let mut purged = Vec::new();
    for each in PURGES {
        let now = if each.by_database { database_now } else { now };
        purged.push(purge_table(pool, each, &settings, now, pace, stopping).await);
    }
    purged
}

async fn purge_table(
    pool: &PgPool,
    each: &Purge,
    settings: &Settings,
    now: DateTime<Utc>,
    pace: Pace,
    stopping: &mut Stopping,
) -> Purged {
    let (cutoff, name) = (each.kept.cutoff(settings, now), each.name);
    let mut rows = 0;
    while !stopping.is_now() {
        match in_time(purge(pool, each, cutoff, pace.batch)).await {
            Ok(batch) => {
                rows += batch;
                if batch < pace.batch.unsigned_abs() {
                    break;
                }
            }
            Err(failure) => {
                log::warn!("a purge is put off: what=\"{name}\" rows={rows} error=\"{failure}\"");
                return Purged { name, rows, complete: false };
            }
        }
        stopping.within(pace.pause).await;
    }
    if rows > 0 {
        log::info!("purged: what=\"{name}\" rows={rows}");
    }
    Purged { name, rows, complete: !stopping.is_now() }
}

async fn in_time<T>(call: impl Future<Output = Result<T, StoreFailure>>) -> Result<T, StoreFailure> {
    timeout(BACKGROUND_CALL, call).await.unwrap_or_else(|_| Err(StoreFailure::late(BACKGROUND_CALL)))
}
