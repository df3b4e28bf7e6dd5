//! A pool that finishes opening a connection when the caller who began with it has given up.
//!
//! In sqlx's pool it is the callers that open connections. One whose turn comes shortly before it gives up drops the
//! connection half-open, and the next in line has waited just as long. So under load, a pool that lost its connections,
//! because another server became the primary, would never have any again.

use std::future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream};
use futures_util::{FutureExt, StreamExt, TryFutureExt, TryStreamExt};
use sqlx::postgres::{PgPoolOptions, PgQueryResult, PgRow, PgStatement, PgTypeInfo};
use sqlx::{Either, Error, Execute, Executor, Postgres, SqlStr};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};
use waffle_domain::timeouts::{CONNECT, POOL_SLOT};

use crate::database::LetGo;
use crate::pools::Pooled;

/// How long the place of a caller who gave up stays taken.
const REST: Duration = Duration::from_millis(100);

/// A pool of connections. Clones share it.
#[derive(Debug, Clone)]
pub struct PgPool {
    pool: sqlx::PgPool,
    /// What says that the pool has to connect to another server, unless it stays with one.
    let_go: Option<LetGo>,
    /// For callers who gave up: as many as the pool has places.
    left_behind: Arc<Semaphore>,
}

/// A connection that is waited for or opened, even if this is dropped.
struct Coming<'a> {
    connection: Option<BoxFuture<'static, Result<Pooled, Error>>>,
    since: Instant,
    pool: &'a PgPool,
}

impl PgPool {
    /// Makes one whose new connections follow the primary.
    pub(super) fn following(pool: sqlx::PgPool, let_go: LetGo) -> Self {
        Self { let_go: Some(let_go), ..pool.into() }
    }

    /// Takes a connection out of the pool, or opens one, within 1.8 s.
    pub async fn acquire(&self) -> Result<Pooled, Error> {
        let coming = Coming { connection: Some(self.pool.acquire().boxed()), since: Instant::now(), pool: self };
        timeout(POOL_SLOT, coming).await.unwrap_or(Err(Error::PoolTimedOut))
    }

    /// Ends all connections, once they are given back.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    /// Returns the pool for what takes no other.
    pub(crate) fn of_sqlx(&self) -> &sqlx::PgPool {
        &self.pool
    }

    /// Returns how many connections there are.
    pub fn size(&self) -> u32 {
        self.pool.size()
    }

    /// Returns how many of them are idle.
    pub fn num_idle(&self) -> usize {
        self.pool.num_idle()
    }

    /// Returns how the pool was made.
    pub fn options(&self) -> &PgPoolOptions {
        self.pool.options()
    }
}

impl From<sqlx::PgPool> for PgPool {
    fn from(pool: sqlx::PgPool) -> Self {
        let places = pool.options().get_max_connections() as usize;
        Self { pool, let_go: None, left_behind: Arc::new(Semaphore::new(places)) }
    }
}

impl Future for Coming<'_> {
    type Output = Result<Pooled, Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(connection) = &mut self.connection else { return Poll::Ready(Err(Error::PoolClosed)) };
        let polled = connection.poll_unpin(context);
        if polled.is_ready() {
            self.connection = None;
        }
        polled
    }
}

impl Drop for Coming<'_> {
    fn drop(&mut self) {
        let Some(connection) = self.connection.take() else { return };
        let place = Arc::clone(&self.pool.left_behind).try_acquire_owned();
        if let (Ok(place), Ok(runtime)) = (place, Handle::try_current()) {
            runtime.spawn(finish(connection, self.since, self.pool.let_go.clone(), place));
        }
    }
}

/// Leaves a connection to the pool, unless it leads to a server that is the primary no longer. If there is none within
/// 2 s, the next caller tries again.
async fn finish(
    connection: BoxFuture<'static, Result<Pooled, Error>>,
    since: Instant,
    let_go: Option<LetGo>,
    _place: OwnedSemaphorePermit,
) {
    let turned = async {
        match let_go.map(|let_go| (let_go.next(), let_go.concerns(since.elapsed()))) {
            Some((next, false)) => next.await,
            Some((_, true)) => {}
            None => future::pending().await,
        }
    };
    tokio::select! {
        finished = timeout(CONNECT, connection) => drop(finished),
        () = turned => {}
    }
    // Callers who only waited for their turn take no more of a busy pool than this.
    sleep(REST).await;
}

impl<'p> Executor<'p> for &PgPool {
    type Database = Postgres;

    /// Reads all rows before it returns the first.
    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Result<Either<PgQueryResult, PgRow>, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let pool = self.clone();
        let all = async move { pool.acquire().await?.fetch_many(query).try_collect::<Vec<_>>().await };
        all.map_ok(|all| stream::iter(all.into_iter().map(Ok))).try_flatten_stream().boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<PgRow>, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let pool = self.clone();
        async move { pool.acquire().await?.fetch_optional(query).await }.boxed()
    }

    fn prepare_with<'e>(self, sql: SqlStr, parameters: &'e [PgTypeInfo]) -> BoxFuture<'e, Result<PgStatement, Error>>
    where
        'p: 'e,
    {
        let pool = self.clone();
        async move { pool.acquire().await?.prepare_with(sql, parameters).await }.boxed()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::future::join_all;

    use super::*;
    use crate::pools::{options, pool};

    #[tokio::test]
    async fn no_more_callers_are_left_behind_than_there_are_places() {
        let pool = pool(options("postgres://me@127.0.0.1:1/none").unwrap(), 2);
        let gave_up = async || timeout(Duration::from_millis(50), pool.acquire()).await.is_err();
        assert!(join_all((0..5).map(|_| gave_up())).await.into_iter().all(|so| so));
        assert_eq!(pool.left_behind.available_permits(), 0);
        let all = timeout(2 * CONNECT, pool.left_behind.acquire_many(2)).await;
        assert!(all.unwrap().is_ok(), "there is no database");
    }
}
