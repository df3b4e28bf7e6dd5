//! A dedicated session for the ledger, which can be distinguished from all others.

use chrono::{DateTime, Utc};
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection, Executor};
use tokio::time::timeout;
use waffle_domain::timeouts::{BACKEND_END, CONNECT, LEDGER_LOCK, LEDGER_STATEMENT};

use crate::database::{Database, NO_PRIMARY, TIMELINE, Turns};
use crate::failure::StoreFailure;
use crate::pools::wait_for_standbys;

/// Its one function uses indexes whatever the statistics say. A plan made for the claims at hand would trust the
/// statistics of a young table, which say that all spots are free.
fn settings() -> String {
    format!(
        "SET lock_timeout = {}; SET statement_timeout = {};
         SET timezone = 'UTC'; SET synchronous_commit = on; SET jit = off;
         SET plan_cache_mode = force_generic_plan;
         SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off",
        LEDGER_LOCK.as_millis(),
        LEDGER_STATEMENT.as_millis()
    )
}

/// A connection that knows its backend, so that the backend can be terminated if the connection is lost.
#[derive(Debug)]
pub struct LedgerSession {
    pub(crate) connection: PgConnection,
    backend: Backend,
    turns: Turns,
}

/// A backend process of the database server. The start time distinguishes it from a later process with the same number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backend {
    pub(crate) pid: i32,
    pub(crate) started: DateTime<Utc>,
}

impl Backend {
    /// Finds the backend of a connection.
    pub(crate) async fn of(connection: &mut PgConnection) -> Result<Self, sqlx::Error> {
        let (pid, started) =
            sqlx::query_as("SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()")
                .fetch_one(connection)
                .await?;
        Ok(Self { pid, started })
    }
}

impl LedgerSession {
    /// Connects to the primary within 2 s, but not to a standby or a former primary, which may lack what was committed.
    pub async fn open(database: impl Into<Database>) -> Result<Self, StoreFailure> {
        let database = database.into();
        loop {
            let turns = database.turns();
            let turned = turns.turned();
            tokio::select! {
                opened = Self::connect(&database, turns) => return opened,
                () = turned => {}
            }
        }
    }

    async fn connect(database: &Database, turns: Turns) -> Result<Self, StoreFailure> {
        let open = async {
            let mut connection = PgConnection::connect_with(database.primary()).await?;
            connection.execute(AssertSqlSafe(settings())).await?;
            let backend = Backend::of(&mut connection).await?;
            let timeline: Option<String> = sqlx::query_scalar(TIMELINE).fetch_one(&mut connection).await?;
            Ok((Self { connection, backend, turns }, database.is_of_primary(timeline.as_deref())))
        };
        match timeout(CONNECT, open).await {
            Ok(Ok((session, true))) => Ok(session),
            Ok(Ok((_, false))) => Err(StoreFailure::Unreachable(NO_PRIMARY.into())),
            Ok(Err(error)) => Err(StoreFailure::of_connecting(&error)),
            Err(_) => Err(StoreFailure::Unreachable(format!("no connection within {} s", CONNECT.as_secs()))),
        }
    }

    /// Returns the session's backend.
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// Returns whether another server has become the primary since this was opened.
    pub fn is_let_go(&self) -> bool {
        self.turns.has_turned()
    }

    /// Ends when another server becomes the primary: what is under way here will not be answered, and what is found
    /// there is what counts.
    pub fn let_go(&self) -> impl Future<Output = ()> + Send + use<> {
        self.turns.turned()
    }

    /// Waits as [`wait_for_standbys`] does.
    pub async fn wait_for_standbys(&mut self) -> Result<(), StoreFailure> {
        wait_for_standbys(&mut self.connection).await
    }

    /// Returns whether the server still answers, within 2 s.
    pub async fn is_alive(&mut self) -> bool {
        matches!(timeout(CONNECT, self.connection.ping()).await, Ok(Ok(())))
    }

    /// Terminates another backend of this user and waits up to 3 s until it is gone, so that its work is either
    /// committed or rolled back. Succeeds if the backend no longer exists.
    pub async fn end_backend(&mut self, backend: Backend) -> Result<(), StoreFailure> {
        let gone: bool = sqlx::query_scalar(
            "SELECT coalesce(bool_and(pg_terminate_backend(pid, $3)), true) FROM pg_stat_activity \
             WHERE pid = $1 AND backend_start = $2",
        )
        .bind(backend.pid)
        .bind(backend.started)
        .bind(i64::try_from(BACKEND_END.as_millis()).unwrap_or(i64::MAX))
        .fetch_one(&mut self.connection)
        .await?;
        if gone { Ok(()) } else { Err(StoreFailure::Aborted("the old backend did not end".into())) }
    }
}
