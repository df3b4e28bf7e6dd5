//! Pools of connections, for short requests.

mod patient_pool;

use std::ops::Deref;
use std::time::Duration;

use sqlx::postgres::PgPoolOptions;
pub use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, Connection, Executor, Postgres, Row, pool::PoolConnection};

use crate::database::{Database, NO_PRIMARY, TIMELINE, Turns};
use crate::failure::StoreFailure;
pub use crate::pools::patient_pool::PgPool;
use waffle_domain::timeouts::{CONNECT, POOL_IDLE_TRANSACTION, POOL_LOCK, POOL_SLOT, POOL_STATEMENT};

/// The most connections for reading at a standby: for two reports, and two parts of exports.
const COPY_CONNECTIONS: u32 = 4;
/// A connection that was idle for this long is pinged before it is used: the outcome of what is sent on a dead one is
/// unknown.
pub const IDLE: Duration = Duration::from_millis(5);
/// One that was idle for this long is replaced: what is between it and the database may have forgotten it.
const LONG_IDLE: Duration = Duration::from_mins(5);

/// The settings of every connection of the pool.
fn pool_session() -> String {
    format!(
        "SET lock_timeout = {}; SET statement_timeout = {}; SET idle_in_transaction_session_timeout = {};
         SET timezone = 'UTC'; SET synchronous_commit = on",
        POOL_LOCK.as_millis(),
        POOL_STATEMENT.as_millis(),
        POOL_IDLE_TRANSACTION.as_millis()
    )
}

/// Further settings of connections that only look things up: use indexes, even for tables that are still empty. Plans
/// are kept, and tables grow in the meantime.
const BY_INDEX: &str = "SET enable_seqscan = off; SET jit = off";

/// Parses a connection string that names one server. The error never repeats it, because it holds a password.
pub fn options(database_url: &str) -> Result<PgConnectOptions, StoreFailure> {
    Database::parse(database_url).map(|database| database.primary().clone())
}

/// Makes a pool that connects when it is first used.
pub fn pool(database: impl Into<Database>, max_connections: u32) -> PgPool {
    told(&database.into(), max_connections, &pool_session())
}

/// Makes a pool for statements that only look things up, which connects when it is first used.
pub fn pool_by_index(database: impl Into<Database>, max_connections: u32) -> PgPool {
    told(&database.into(), max_connections, &format!("{}; {BY_INDEX}", pool_session()))
}

/// Makes a pool whose connections run with extra settings.
pub(crate) fn pool_told(database: impl Into<Database>, max_connections: u32, besides: &str) -> PgPool {
    told(&database.into(), max_connections, &format!("{}; {besides}", pool_session()))
}

/// Makes a pool that only reads, from a server that may be a standby, and connects when it is first used.
pub fn pool_of_copy(database: &Database) -> PgPool {
    let session = format!("{}; SET default_transaction_read_only = on", pool_session());
    let options = usual(database, COPY_CONNECTIONS).after_connect(move |connection, _| {
        let session = AssertSqlSafe(session.clone());
        Box::pin(async move { connection.execute(session).await.map(drop) })
    });
    options.connect_lazy_with(database.primary().clone()).into()
}

fn told(database: &Database, max_connections: u32, session: &str) -> PgPool {
    let (session, leads) = (format!("{session}; {TIMELINE}"), database.clone());
    let pool = usual(database, max_connections)
        .after_connect(move |connection, _| {
            let (session, leads) = (AssertSqlSafe(session.clone()), leads.clone());
            Box::pin(async move {
                let timeline: Option<String> = sqlx::raw_sql(session).fetch_one(connection).await?.try_get(0)?;
                let is_right = leads.is_of_primary(timeline.as_deref());
                if is_right { Ok(()) } else { Err(sqlx::Error::Protocol(NO_PRIMARY.into())) }
            })
        })
        .connect_lazy_with(database.primary().clone());
    database.lead(&pool);
    PgPool::following(pool, database.let_go())
}

fn usual(database: &Database, max_connections: u32) -> PgPoolOptions {
    let (let_go, released, several) = (database.let_go(), database.let_go(), database.is_several());
    PgPoolOptions::new()
        .max_connections(max_connections)
        // Who waits gives up earlier. A connection that is being opened then has its time.
        .acquire_timeout(POOL_SLOT + CONNECT)
        // With either, sqlx 0.9.0 looks through the idle connections from time to time, as often as a count says that
        // can fall below zero for a moment. If it looks just then, it never ends, and its thread does nothing else any
        // more: https://github.com/launchbadge/sqlx/issues/3645
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        // A former primary may never answer what was sent to it: a commit there waits for standbys that follow another
        // one. Nor does a machine that is gone. Without this, a connection would keep its place until it has answered.
        // Until another server leads, it keeps its place: its work may go on, and a new one would only add to it.
        .after_release(move |connection, used| {
            let next = several.then(|| released.next());
            let leads_on = !released.concerns(used.age);
            Box::pin(async move {
                let Some(next) = next.filter(|_| leads_on) else { return Ok(leads_on) };
                tokio::select! {
                    answered = connection.ping() => Ok(answered.is_ok()),
                    () = next => Ok(false),
                }
            })
        })
        .before_acquire(move |connection, used| {
            let is_good = !let_go.concerns(used.age) && used.idle_for < LONG_IDLE;
            Box::pin(async move {
                if is_good && used.idle_for >= IDLE {
                    connection.ping().await?;
                }
                Ok(is_good)
            })
        })
}

/// The pools of a server, one for each kind of work, so that none takes the connections of another.
#[derive(Debug, Clone)]
pub struct Pools {
    /// For what sellers read and write, including signing in.
    pub sellers: PgPool,
    /// For lists, which anyone may read.
    pub readers: PgPool,
    /// For long lists. A single connection, so that only one is read at a time.
    pub long_lists: PgPool,
    /// For what handles hold: public too, and as long as a buyer's holdings.
    pub buyers: PgPool,
    /// For receipts, what buyers say about their payments, and draws.
    pub receipts: PgPool,
    /// For what actors read and write: boards, logs and changes of spots; audit records, and rows past their retention
    /// period.
    pub actors: ActorPool,
    /// For reports and exports, if there is a standby for them.
    pub standby: Option<PgPool>,
}

impl Pools {
    /// Makes pools that connect when they are first used. Of `max_connections`, which is at least 3, lists get a
    /// quarter; holdings and receipts share another quarter, with at least one connection each; the rest is for
    /// sellers. With fewer than 8, long lists and receipts have no separate pools.
    pub fn new(database: impl Into<Database>, max_connections: u32, actor_connections: u32) -> Self {
        let database = &database.into();
        let (quarter, eighth) = ((max_connections / 4).max(1), max_connections / 8);
        let apart = u32::from(eighth > 0);
        let readers = pool_by_index(database, quarter - apart);
        let buyers = pool_by_index(database, quarter - eighth);
        Self {
            sellers: pool(database, max_connections.saturating_sub(2 * quarter).max(1)),
            long_lists: if eighth > 0 { pool_by_index(database, apart) } else { readers.clone() },
            receipts: if eighth > 0 { pool_by_index(database, eighth) } else { buyers.clone() },
            readers,
            buyers,
            actors: ActorPool { pool: pool_by_index(database, actor_connections), turns: database.turns() },
            standby: None,
        }
    }

    /// Has reports and exports read from a standby, if there is one.
    #[must_use]
    pub fn with_standby(self, standby: Option<&Database>) -> Self {
        Self { standby: standby.map(pool_of_copy), ..self }
    }

    /// Lists the pools with their names.
    pub fn named(&self) -> impl Iterator<Item = (&'static str, &PgPool)> {
        let all = [
            ("sellers", &self.sellers),
            ("readers", &self.readers),
            ("long_lists", &self.long_lists),
            ("buyers", &self.buyers),
            ("receipts", &self.receipts),
            ("actors", &self.actors),
        ];
        all.into_iter().chain(self.standby.iter().map(|standby| ("standby", standby)))
    }
}

/// A pool that says when another server becomes the primary.
#[derive(Debug, Clone)]
pub struct ActorPool {
    pool: PgPool,
    turns: Turns,
}

impl ActorPool {
    /// Ends when another server becomes the primary from now on: what is under way then may never be answered.
    pub fn let_go(&self) -> impl Future<Output = ()> + Send + use<> {
        self.turns.beginning_now().turned()
    }
}

impl Deref for ActorPool {
    type Target = PgPool;

    fn deref(&self) -> &PgPool {
        &self.pool
    }
}

/// A connection that goes back to its pool.
pub type Pooled = PoolConnection<Postgres>;

/// Takes a connection out of a pool.
pub async fn acquire(pool: &PgPool) -> Result<Pooled, StoreFailure> {
    pool.acquire().await.map_err(|error| StoreFailure::of_connecting(&error))
}

/// Waits until the standbys for which commits wait have everything that this connection can see. Another transaction's
/// commit may be visible before that, if its own wait was cut short. Only a commit that writes waits, so this writes a
/// message that no one reads; in a transaction, its commit is what waits. There is no limit: only the end of the
/// backend cuts a wait short.
pub async fn wait_for_standbys(connection: &mut PgConnection) -> Result<(), StoreFailure> {
    connection.execute("SELECT pg_logical_emit_message(true, 'waffle', '')::text").await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn connections_are_shared_out_to_the_last_one() {
        let options = options("postgres://nobody@localhost/none").unwrap();
        let sizes = |max| {
            let pools = Pools::new(&options, max, 8);
            pools.named().map(|(_, pool)| pool.options().get_max_connections()).collect::<Vec<_>>()
        };
        assert_eq!(sizes(16), [8, 3, 1, 2, 2, 8]);
        assert_eq!(sizes(8), [4, 1, 1, 1, 1, 8]);
        assert_eq!(sizes(7), [5, 1, 1, 1, 1, 8], "two share with others");
        assert_eq!(sizes(3), [1, 1, 1, 1, 1, 8]);
        assert_eq!(sizes(1_000), [500, 249, 1, 125, 125, 8]);
    }

    #[tokio::test]
    async fn sqlx_looks_through_no_idle_connections() {
        let database = Database::parse("postgres://nobody@localhost/none").unwrap();
        let pools = Pools::new(&database, 16, 8).with_standby(Some(&database));
        for (name, pool) in pools.named() {
            let looks = (pool.options().get_idle_timeout(), pool.options().get_max_lifetime());
            assert_eq!(looks, (None, None), "{name}");
        }
    }
}
