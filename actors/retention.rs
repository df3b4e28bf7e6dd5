//! The retention actor: deletes what is past its retention period, at the start and every hour, in small batches. Makes
//! the key of the week under which sources are hashed, whose deletion forgets them.

use std::sync::Arc;
use std::time::Duration;

use actix::{Actor, ActorFutureExt, AsyncContext, Context, Handler, Message, MessageResult, WrapFuture};
use chrono::{DateTime, TimeDelta, Utc};
use tokio::time::sleep;
use waffle_domain::settings::Settings;
use waffle_domain::timeouts::{BACKGROUND_CALL, RETENTION_END};
use waffle_store::pools::PgPool;
use waffle_store::retention::{PURGES, Purge, database_time, purge};
use waffle_store::settings;

use crate::current_source_key::SourceKeys;
use crate::database_call::within;
use crate::supervised_actor::{Kept, Lasting};
use crate::supervised_task::Supervised;
use crate::waffles_config::Now;

/// How fast it works.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// From the end of a run to the next one.
    pub every: Duration,
    /// The same, after a run that could not purge everything.
    pub after_failure: Duration,
    /// How many rows a batch has.
    pub batch: i64,
    /// The pause between batches, so that other work gets on.
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
    /// Returns whether everything that was due is deleted.
    pub fn is_complete(&self) -> bool {
        self.purged.iter().all(|purged| purged.complete)
    }
}

/// When the retention ran last, and when it runs next.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RetentionStatus {
    /// The last run; none until the first one has ended.
    pub last: Option<Run>,
    /// When the next one begins; none while one is under way.
    pub next: Option<DateTime<Utc>>,
}

/// Deletes, at the start and then at intervals.
pub struct RetentionActor {
    pool: PgPool,
    now: Now,
    pace: Pace,
    keys: SourceKeys,
    status: RetentionStatus,
}

/// The way to the actor. Clones lead to the same one.
#[derive(Clone)]
pub struct Retention(Kept<RetentionActor>);

/// Begins a run.
#[derive(Debug, Message)]
#[rtype(result = "()")]
struct Begin;

/// Asks for the status.
#[derive(Debug, Message)]
#[rtype(result = "RetentionStatus")]
struct Status;

impl Retention {
    /// Starts the actor in the local set of the caller. A batch under way at shutdown is rolled back.
    pub fn start(pool: PgPool, now: Now, pace: Pace, keys: SourceKeys) -> (Self, Supervised) {
        let make = move || RetentionActor {
            pool: pool.clone(),
            now: Arc::clone(&now),
            pace,
            keys: keys.clone(),
            status: RetentionStatus::default(),
        };
        let (kept, owner) = Kept::start("retention", RETENTION_END, make);
        (Self(kept), owner)
    }

    /// Asks for the current status. An actor that has just died knows of no run.
    pub async fn status(&self) -> RetentionStatus {
        self.0.ask(Status).await.unwrap_or_default()
    }

    /// Makes the actor panic, and waits until it is dead.
    #[cfg(any(test, feature = "faults"))]
    pub async fn kill(&self) {
        self.0.kill().await;
    }
}

impl Actor for RetentionActor {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.notify(Begin);
    }
}

impl Handler<Begin> for RetentionActor {
    type Result = ();

    fn handle(&mut self, Begin: Begin, ctx: &mut Self::Context) {
        self.status.next = None;
        let (pool, now, pace, keys) = (self.pool.clone(), Arc::clone(&self.now), self.pace, self.keys.clone());
        let run = async move {
            if let Err(failure) = keys.renew(&pool).await {
                log::warn!(error:% = failure; "sources are hashed under the key that there is");
            }
            let purged = run(&pool, now(), pace).await;
            Run { at: now(), purged }
        };
        ctx.spawn(run.into_actor(self).map(|run, actor, ctx| {
            let pause = if run.is_complete() { actor.pace.every } else { actor.pace.after_failure };
            let next = TimeDelta::from_std(pause).ok().and_then(|pause| run.at.checked_add_signed(pause));
            actor.status = RetentionStatus { last: Some(run), next };
            ctx.notify_later(Begin, pause);
        }));
    }
}

impl Handler<Status> for RetentionActor {
    type Result = MessageResult<Status>;

    fn handle(&mut self, Status: Status, _: &mut Self::Context) -> Self::Result {
        MessageResult(self.status.clone())
    }
}

impl Lasting for RetentionActor {}

/// Purges every table, even if one fails.
async fn run(pool: &PgPool, now: DateTime<Utc>, pace: Pace) -> Vec<Purged> {
    let read = async { Ok((settings::read(pool).await?, database_time(pool).await?)) };
    let (settings, database_now) = match within(BACKGROUND_CALL, read).await {
        Ok(read) => read,
        Err(failure) => {
            log::warn!(error:% = failure; "nothing was purged, for want of the settings");
            return PURGES.iter().map(|purge| Purged { name: purge.name, rows: 0, complete: false }).collect();
        }
    };
    let mut purged = Vec::new();
    for each in PURGES {
        let now = if each.by_database { database_now } else { now };
        purged.push(purge_table(pool, each, &settings, now, pace).await);
    }
    purged
}

async fn purge_table(pool: &PgPool, each: &Purge, settings: &Settings, now: DateTime<Utc>, pace: Pace) -> Purged {
    let (cutoff, name) = (each.kept.cutoff(settings, now), each.name);
    let mut rows = 0;
    loop {
        match within(BACKGROUND_CALL, purge(pool, each, cutoff, pace.batch)).await {
            Ok(batch) => {
                rows += batch;
                if batch < pace.batch.unsigned_abs() {
                    break;
                }
            }
            Err(failure) => {
                log::warn!(what = name, rows, error:% = failure; "a purge is put off");
                return Purged { name, rows, complete: false };
            }
        }
        sleep(pace.pause).await;
    }
    if rows > 0 {
        log::info!(what = name, rows; "purged");
    }
    Purged { name, rows, complete: true }
}
