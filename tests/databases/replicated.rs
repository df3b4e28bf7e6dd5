//! A primary and a standby that commits wait for.

use std::fs;
use std::io;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::{AssertSqlSafe, Connection, PgConnection};

use waffle_private_postgres::{Cluster, Error, StopMode};

/// How often to check a condition, and how long to wait for it.
const LOOK: Duration = Duration::from_millis(10);
const PATIENCE: Duration = Duration::from_secs(20);
/// How many bytes must wait for a frozen standby ahead of everything later: more than a connection takes whose other
/// end reads nothing.
const BACKLOG: i64 = 64 << 20;

/// Two servers. While the standby is cut off or frozen, commits are durable on the primary and wait for it.
#[derive(Debug)]
pub struct Replicated {
    /// The server that takes writes.
    pub primary: Cluster,
    /// The server that replaces it once promoted.
    pub standby: Cluster,
    /// How the standby finds the primary.
    route: String,
    /// The processes of the standby while it is frozen.
    frozen: Mutex<Vec<String>>,
}

/// Counts the calls of a function whose commits wait for the standby.
const WAITING: &str =
    "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%' || $1 || '%'";

impl Replicated {
    /// Starts both, with a database.
    pub async fn start(database: &str) -> Result<Self, Error> {
        let primary = Cluster::primary().await?;
        primary.create_database(database).await?;
        let standby = primary.standby().await?;
        let mut connection = PgConnection::connect(&standby.url("postgres")).await?;
        let route = sqlx::query_scalar("SHOW primary_conninfo").fetch_one(&mut connection).await?;
        set(&primary, "synchronous_standby_names", "*").await?;
        let servers = Self { primary, standby, route, frozen: Mutex::default() };
        servers.until_followed(true).await?;
        Ok(servers)
    }

    /// A connection string that names both, the standby first.
    pub fn url_of_both(&self, database: &str) -> String {
        let (primary, standby) = (self.primary.url(database), self.standby.url(database));
        let host = standby.split_once('@').and_then(|(_, rest)| rest.split('/').next()).unwrap_or_default();
        primary.replacen('@', &format!("@{host},"), 1)
    }

    /// Runs statements in a database of the primary.
    pub async fn execute(&self, database: &str, statements: &str) -> Result<(), Error> {
        let mut connection = PgConnection::connect(&self.primary.url(database)).await?;
        sqlx::raw_sql(AssertSqlSafe(statements.to_owned())).execute(&mut connection).await?;
        Ok(connection.close().await?)
    }

    /// Lets no commit wait for the standby from now on.
    pub async fn wait_no_longer(&self) -> Result<(), Error> {
        set(&self.primary, "synchronous_standby_names", "").await
    }

    /// Cuts the standby off: it gets nothing that the primary commits from now on.
    pub async fn cut_off(&self) -> Result<(), Error> {
        set(&self.standby, "primary_conninfo", "").await?;
        self.until_followed(false).await
    }

    /// Lets the standby follow again.
    pub async fn rejoin(&self) -> Result<(), Error> {
        set(&self.standby, "primary_conninfo", &self.route).await?;
        self.until_followed(true).await
    }

    /// Lets the standby take what the primary commits, but not show it.
    pub async fn hold_back(&self) -> Result<(), Error> {
        sqlx::raw_sql("SELECT pg_wal_replay_pause()").execute(&mut self.to_standby().await?).await?;
        let is_paused = "SELECT count(*) FROM (SELECT pg_get_wal_replay_pause_state()) AS now (state) WHERE state = $1";
        until(&mut self.to_standby().await?, is_paused, "paused", |count| count > 0).await
    }

    /// Lets the standby show everything that the primary has committed.
    pub async fn catch_up(&self) -> Result<(), Error> {
        sqlx::raw_sql("SELECT pg_wal_replay_resume()").execute(&mut self.to_standby().await?).await?;
        let mut connection = PgConnection::connect(&self.primary.url("postgres")).await?;
        let written: String =
            sqlx::query_scalar("SELECT pg_current_wal_lsn()::text").fetch_one(&mut connection).await?;
        let is_there = "SELECT (pg_last_wal_replay_lsn() >= $1::pg_lsn)::int::bigint";
        until(&mut self.to_standby().await?, is_there, &written, |count| count > 0).await
    }

    async fn to_standby(&self) -> Result<PgConnection, Error> {
        Ok(PgConnection::connect(&self.standby.url("postgres")).await?)
    }

    /// Stops all processes of the standby where they are. The primary goes on sending as long as the connection takes
    /// it; this fills it, so that the standby gets nothing that is committed from now on.
    pub async fn freeze(&self) -> Result<(), Error> {
        let mut connection = PgConnection::connect(&self.standby.url("postgres")).await?;
        let all = "SELECT pid::text FROM pg_stat_activity WHERE pid <> pg_backend_pid()";
        let mut processes: Vec<String> = sqlx::query_scalar(all).fetch_all(&mut connection).await?;
        connection.close().await?;
        let postmaster = fs::read_to_string(self.standby.folder().join("cluster/postmaster.pid"))?;
        processes.extend(postmaster.lines().next().map(str::to_owned));
        signal("STOP", &processes)?;
        *self.frozen.lock().unwrap_or_else(PoisonError::into_inner) = processes;

        let mut connection = PgConnection::connect(&self.primary.url("postgres")).await?;
        sqlx::raw_sql("SET synchronous_commit = local").execute(&mut connection).await?;
        let is_full = "SELECT count(*) > 0 FROM pg_stat_replication WHERE pg_current_wal_lsn() - sent_lsn > $1";
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if sqlx::query_scalar(is_full).bind(BACKLOG).fetch_one(&mut connection).await? {
                return Ok(());
            }
            let fill = "SELECT pg_logical_emit_message(true, 'waffle', repeat('-', 4 << 20))::text";
            sqlx::raw_sql(fill).execute(&mut connection).await?;
        }
        Err(Error::TimedOut)
    }

    /// Lets a frozen standby process what had reached it.
    fn wake(&self) -> Result<(), Error> {
        let mut frozen = self.frozen.lock().unwrap_or_else(PoisonError::into_inner);
        let processes = std::mem::take(&mut *frozen);
        if processes.is_empty() { Ok(()) } else { signal("CONT", &processes) }
    }

    /// Kills the primary and promotes the standby. A frozen standby resumes only then.
    pub async fn fail_over(&self) -> Result<(), Error> {
        self.primary.stop_server(StopMode::Immediate).await?;
        self.wake()?;
        let mut connection = PgConnection::connect(&self.standby.url("postgres")).await?;
        let promoted: bool = sqlx::query_scalar("SELECT pg_promote()").fetch_one(&mut connection).await?;
        if promoted { Ok(()) } else { Err(Error::TimedOut) }
    }

    /// Waits until the commit of a call waits for the standby.
    pub async fn until_waits(&self, function: &str) -> Result<(), Error> {
        self.until(WAITING, function, |count| count > 0).await
    }

    /// Waits until the commit of no such call waits for it.
    pub async fn until_none_waits(&self, function: &str) -> Result<(), Error> {
        self.until(WAITING, function, |count| count == 0).await
    }

    /// Terminates the sessions that wait for the standby: their commits are visible from then on.
    pub async fn cut_waits_short(&self) -> Result<(), Error> {
        let mut connection = PgConnection::connect(&self.primary.url("postgres")).await?;
        let end = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
        sqlx::query(end).execute(&mut connection).await?;
        Ok(())
    }

    /// Waits until commits find the standby, or find it gone.
    async fn until_followed(&self, followed: bool) -> Result<(), Error> {
        let following = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = $1";
        self.until(following, "sync", |count| (count > 0) == followed).await
    }

    async fn until(&self, query: &'static str, what: &str, so: impl Fn(i64) -> bool) -> Result<(), Error> {
        until(&mut PgConnection::connect(&self.primary.url("postgres")).await?, query, what, so).await
    }
}

async fn until(
    connection: &mut PgConnection,
    query: &'static str,
    what: &str,
    so: impl Fn(i64) -> bool,
) -> Result<(), Error> {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        if so(sqlx::query_scalar(query).bind(what).fetch_one(&mut *connection).await?) {
            return Ok(());
        }
        tokio::time::sleep(LOOK).await;
    }
    Err(Error::TimedOut)
}

impl Drop for Replicated {
    fn drop(&mut self) {
        // A stopped process can't be asked to end.
        if let Err(error) = self.wake() {
            log::warn!("cannot wake the standby: {error}");
        }
    }
}

fn signal(name: &str, processes: &[String]) -> Result<(), Error> {
    let sent = Command::new("kill").args(["-s", name, "--"]).args(processes).status()?;
    if sent.success() { Ok(()) } else { Err(io::Error::other("not all processes could be signalled").into()) }
}

/// Changes a setting of a running server.
async fn set(server: &Cluster, name: &str, value: &str) -> Result<(), Error> {
    let mut connection = PgConnection::connect(&server.url("postgres")).await?;
    let write = sqlx::query_scalar("SELECT format('ALTER SYSTEM SET %I = %L', $1, $2)").bind(name).bind(value);
    let write: String = write.fetch_one(&mut connection).await?;
    sqlx::raw_sql(AssertSqlSafe(write)).execute(&mut connection).await?;
    sqlx::raw_sql("SELECT pg_reload_conf()").execute(&mut connection).await?;
    Ok(())
}
