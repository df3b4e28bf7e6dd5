//! Sessions for work of any length, such as a migration, that can't hang forever.
//!
//! Neither a statement nor its caller has a time limit here, since no one can say how long it takes to migrate or read
//! millions of rows. Instead, each side notices when the other is gone. The database ends a session whose client is
//! unreachable, and releases its locks. The client looks at the session through another connection: if the session is
//! idle while the client waits for its answer, the answer was lost; if that connection gets no answer either, the
//! database is lost.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Executor};
use tokio::time::{Instant, sleep, timeout};
use waffle_domain::timeouts::{CONNECT, WATCHED_ANSWER, WATCHED_IDLE, WATCHED_LOCK, WATCHED_SILENCE};

use crate::failure::StoreFailure;
use crate::ledger_session::Backend;

/// How often the session is looked at.
const LOOK: Duration = Duration::from_secs(1);

/// The session's settings. Not every system can notice during a statement that the client is gone.
fn settings() -> String {
    format!(
        "SET statement_timeout = 0; SET lock_timeout = {};
         SET idle_in_transaction_session_timeout = {idle}; SET idle_session_timeout = {idle};
         SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3;
         SET tcp_user_timeout = {idle}; SET timezone = 'UTC'; SET synchronous_commit = on;
         DO $$ BEGIN
            PERFORM set_config('client_connection_check_interval', '2s', false);
         EXCEPTION WHEN OTHERS THEN NULL; END $$",
        WATCHED_LOCK.as_millis(),
        idle = WATCHED_IDLE.as_millis()
    )
}

/// A session for work that is watched.
pub(crate) struct WatchedSession {
    pub(crate) connection: PgConnection,
    backend: Backend,
}

impl WatchedSession {
    /// Connects within 2 s.
    pub(crate) async fn open(options: &PgConnectOptions) -> Result<Self, StoreFailure> {
        let open = async {
            let mut connection = options.connect().await?;
            connection.execute(AssertSqlSafe(settings())).await?;
            let backend = Backend::of(&mut connection).await?;
            Ok(Self { connection, backend })
        };
        match timeout(CONNECT, open).await {
            Ok(opened) => opened.map_err(|e: sqlx::Error| StoreFailure::of_connecting(&e)),
            Err(_) => Err(StoreFailure::Unreachable(format!("no connection within {} s", CONNECT.as_secs()))),
        }
    }

    /// Returns the watch over this session while it works.
    pub(crate) fn watch(&self, options: &PgConnectOptions) -> Watch {
        Watch { options: options.clone(), backend: self.backend, eyes: None, heard: Instant::now() }
    }
}

/// Watches a session through another connection, which is opened only if the work takes longer than a moment.
pub(crate) struct Watch {
    options: PgConnectOptions,
    backend: Backend,
    eyes: Option<PgConnection>,
    /// When the session was last known to be alive.
    heard: Instant,
}

impl Watch {
    /// Does work in the session, and gives it up once the session is lost.
    pub(crate) async fn over<T>(&mut self, work: impl Future<Output = T>) -> Result<T, StoreFailure> {
        tokio::select! {
            biased;
            done = work => Ok(done),
            failure = self.until_lost() => Err(failure),
        }
    }

    /// Returns how long nothing has been heard from the session.
    pub(crate) fn quiet(&self) -> Duration {
        self.heard.elapsed()
    }

    async fn until_lost(&mut self) -> StoreFailure {
        loop {
            sleep(LOOK).await;
            match timeout(CONNECT, self.look()).await {
                Ok(Ok(Some(idle))) if idle < WATCHED_ANSWER => self.heard = Instant::now(),
                Ok(Ok(Some(_))) => return StoreFailure::Lost("the answer to a statement never came".into()),
                Ok(Ok(None)) => return StoreFailure::Lost("the session ended".into()),
                Ok(Err(_)) | Err(_) if self.heard.elapsed() < WATCHED_SILENCE => self.eyes = None,
                Ok(Err(_)) | Err(_) => return StoreFailure::Lost("the database fell silent".into()),
            }
        }
    }

    /// Returns how long the session has been idle; none if it has ended.
    async fn look(&mut self) -> Result<Option<Duration>, sqlx::Error> {
        let eyes = match &mut self.eyes {
            Some(eyes) => eyes,
            closed => closed.insert(self.options.connect().await?),
        };
        let idle: Option<f64> = sqlx::query_scalar(
            "SELECT CASE WHEN state LIKE 'idle%' THEN extract(epoch FROM clock_timestamp() - state_change) ELSE 0
                END::float8
             FROM pg_stat_activity WHERE pid = $1 AND backend_start = $2",
        )
        .bind(self.backend.pid)
        .bind(self.backend.started)
        .fetch_optional(eyes)
        .await?;
        Ok(idle.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use waffle_test_databases::TestDatabase;

    use super::*;

    #[tokio::test]
    async fn work_may_take_longer_than_any_silence() {
        let database = TestDatabase::create().await.unwrap();
        let options = database.connect_options();
        let mut session = WatchedSession::open(&options).await.unwrap();
        let mut watch = session.watch(&options);
        let long = WATCHED_SILENCE.max(WATCHED_IDLE) + Duration::from_millis(500);
        let work = sqlx::query("SELECT pg_sleep($1)").bind(long.as_secs_f64()).execute(&mut session.connection);
        watch.over(work).await.unwrap().unwrap();
        assert!(watch.quiet() < WATCHED_ANSWER, "it was looked at: {:?}", watch.quiet());
    }

    #[tokio::test]
    async fn who_waits_for_an_answer_to_nothing_is_told_and_loses_the_session() {
        let database = TestDatabase::create().await.unwrap();
        let options = database.connect_options();
        let mut session = WatchedSession::open(&options).await.unwrap();
        let lock = "SELECT pg_advisory_lock(7)";
        session.connection.execute(lock).await.unwrap();
        let begun = Instant::now();
        let lost = session.watch(&options).over(std::future::pending::<()>()).await.unwrap_err();
        assert!(matches!(lost, StoreFailure::Lost(_)), "{lost}");
        assert!(begun.elapsed() + LOOK > WATCHED_ANSWER, "{:?}", begun.elapsed());
        // The client still has its end of the connection, but the lock is released.
        options.connect().await.unwrap().execute(lock).await.unwrap();
        assert!(begun.elapsed() < WATCHED_IDLE * 2, "{:?}", begun.elapsed());
    }

    #[tokio::test]
    async fn a_session_that_is_ended_is_noticed() {
        let database = TestDatabase::create().await.unwrap();
        let options = database.connect_options();
        let mut session = WatchedSession::open(&options).await.unwrap();
        let mut watch = session.watch(&options);
        let ended = format!("SELECT pg_terminate_backend({})", session.backend.pid);
        options.connect().await.unwrap().execute(AssertSqlSafe(ended)).await.unwrap();
        assert!(watch.over(std::future::pending::<()>()).await.is_err());
        assert!(session.connection.execute("SELECT 1").await.is_err());
    }
}
