//! A copy of the database from which reports and exports are read, so that they hold up no one who sells or buys. It
//! may be behind, and says how far. The caller reads at the primary when there is nothing to get here.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use sqlx::Postgres;
use sqlx::pool::PoolConnection;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use waffle_domain::timeouts::{STANDBY_CONNECT, STANDBY_READ};

use crate::failure::StoreFailure;
use crate::pools::{PgPool, Pooled, acquire};

/// How long a standby that failed is left alone.
const REST: Duration = Duration::from_secs(30);

/// A copy of the database, mostly a standby of the primary.
#[derive(Clone)]
pub struct Standby {
    pool: PgPool,
    slots: Arc<Semaphore>,
    /// When it failed, or was last tried since; none while it works.
    failed: Arc<Mutex<Option<Instant>>>,
    rest: Duration,
}

/// What was read, and how old it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dated<R> {
    pub read: R,
    /// For what was read from a standby: all changes up to then are in it. For everything else none: it is the present.
    pub as_of: Option<DateTime<Utc>>,
}

impl<R> Dated<R> {
    /// Passes the age on to what is made of it.
    pub fn map<S>(self, make: impl FnOnce(R) -> S) -> Dated<S> {
        Dated { read: make(self.read), as_of: self.as_of }
    }
}

/// The run of a server, from its start to its end: within it, what it has never goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServerRun(DateTime<Utc>);

/// A connection for one read.
#[derive(Debug)]
pub struct Lent {
    connection: PoolConnection<Postgres>,
    standby: Standby,
    as_of: Option<DateTime<Utc>>,
    run: ServerRun,
    /// Whether the connection can be used again: nothing is under way on it.
    keep: bool,
    _slot: OwnedSemaphorePermit,
}

const AGE: &str = "SELECT pg_is_in_recovery(), pg_last_xact_replay_timestamp(), pg_postmaster_start_time()";

impl Standby {
    /// Makes one that is read over these connections.
    pub fn new(pool: PgPool) -> Self {
        let slots = Arc::new(Semaphore::new(pool.options().get_max_connections() as usize));
        Self { pool, slots, failed: Arc::default(), rest: REST }
    }

    /// Sets how long it is left alone after a failure.
    #[must_use]
    pub fn resting(self, rest: Duration) -> Self {
        Self { rest, ..self }
    }

    /// Lends a connection, to this run of a server if it has to be the same as before. None if it doesn't work, is
    /// busy, or can't say how old it is: before its first change after a start.
    pub async fn lend(&self, run: Option<ServerRun>) -> Option<Lent> {
        let slot = Arc::clone(&self.slots).try_acquire_owned().ok()?;
        if !self.may_be_tried() {
            return None;
        }
        let asked = timeout(STANDBY_CONNECT, self.ask(slot)).await;
        match asked.unwrap_or_else(|_| Err(unreachable())) {
            Ok(lent) => lent.filter(|lent| run.is_none_or(|run| run == lent.run)),
            Err(failure) => {
                self.note_failure(&failure);
                None
            }
        }
    }

    async fn ask(&self, slot: OwnedSemaphorePermit) -> Result<Option<Lent>, StoreFailure> {
        let mut lent = Lent {
            connection: acquire(&self.pool).await?,
            standby: self.clone(),
            as_of: None,
            run: ServerRun(DateTime::UNIX_EPOCH),
            keep: false,
            _slot: slot,
        };
        // Before the read, which may then contain later changes, but lacks none from before.
        let (is_standby, replayed, started): (bool, Option<DateTime<Utc>>, DateTime<Utc>) =
            sqlx::query_as(AGE).fetch_one(&mut *lent.connection).await?;
        (lent.as_of, lent.run, lent.keep) = (replayed.filter(|_| is_standby), ServerRun(started), true);
        Ok(Some(lent).filter(|lent| lent.as_of.is_some() || !is_standby))
    }

    /// After a rest, one try is enough to see whether it works again.
    fn may_be_tried(&self) -> bool {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        match *failed {
            None => true,
            Some(at) if at.elapsed() < self.rest => false,
            Some(_) => {
                *failed = Some(Instant::now());
                true
            }
        }
    }

    fn note_failure(&self, failure: &StoreFailure) {
        let before = self.failed.lock().unwrap_or_else(PoisonError::into_inner).replace(Instant::now());
        if before.is_none() {
            log::warn!(cause:% = failure; "the standby for reports failed; they are read from the primary");
        }
    }

    fn note_success(&self) {
        if self.failed.lock().unwrap_or_else(PoisonError::into_inner).take().is_some() {
            log::info!("the standby for reports works again");
        }
    }
}

fn unreachable() -> StoreFailure {
    StoreFailure::Unreachable(format!("no connection within {} ms", STANDBY_CONNECT.as_millis()))
}

impl fmt::Debug for Standby {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Standby").field("failed", &self.failed).finish_non_exhaustive()
    }
}

impl Lent {
    /// Up to when all changes are there, if the server is a standby.
    pub fn as_of(&self) -> Option<DateTime<Utc>> {
        self.as_of
    }

    /// Which run of which server it is.
    pub fn run(&self) -> ServerRun {
        self.run
    }

    /// Reads over the connection; none if that fails, whatever the reason: the primary may do better.
    pub async fn read<'l, R, F>(&'l mut self, read: impl FnOnce(&'l mut Pooled) -> F) -> Option<R>
    where
        F: Future<Output = Result<R, StoreFailure>>,
    {
        let Self { connection, standby, keep, .. } = self;
        *keep = false;
        match timeout(STANDBY_READ, read(connection)).await.unwrap_or_else(|_| Err(StoreFailure::late(STANDBY_READ))) {
            Ok(rows) => {
                *keep = true;
                standby.note_success();
                Some(rows)
            }
            Err(failure) => {
                standby.note_failure(&failure);
                None
            }
        }
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if !self.keep {
            self.connection.close_on_drop();
        }
    }
}
