//! What `waffle doctor` reads of a database. None of it changes anything, or waits for a lock or a standby.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgRow};
use sqlx::{AssertSqlSafe, Connection, FromRow, Row};
use tokio::time::timeout;
use waffle_domain::timeouts::{CONNECT, DOCTOR_STATEMENT};

use crate::failure::StoreFailure;
use crate::functions::{EDITION, FUNCTIONS};
use crate::hints::LISTEN;
use crate::migrate::{MIGRATIONS, begins_with_ours};
use crate::waffles::Listing;
use crate::{accounts, claims, events, loading, waffles};

/// The indexes that the hot path needs: claims, boards, lists, keys and sessions.
const INDEXES: [&str; 15] = [
    "waffles_pkey",
    "waffles_slug_taken",
    "waffles_public_list",
    "waffles_deadlines",
    "spots_pkey",
    "spots_one_of_each_number",
    "holdings_pkey",
    "buyers_pkey",
    "blocked_handles_pkey",
    "events_pkey",
    "payment_notes_pkey",
    "idempotency_keys_pkey",
    "owed_announcements_waffle",
    "sessions_pkey",
    "draws_due",
];

/// How often the clocks are compared: the quickest answer is the most exact.
const COMPARISONS: usize = 3;

/// A session that only reads.
#[derive(Debug)]
pub struct Checkup {
    connection: PgConnection,
}

row! {
    /// The server and its settings.
    #[derive(Debug, Clone, Default, PartialEq, Eq)]
    pub struct ServerFacts {
        pub version: String,
        /// As 150004.
        pub version_number: i32,
        /// When it started: two that answer the same are one.
        pub started: DateTime<Utc>,
        /// `on` if it takes no writes although it is no standby.
        pub read_only: String,
        /// Which branch of the database's history it writes; a standby writes none.
        pub timeline: Option<String>,
        /// How much of the log it has, in bytes: of a standby, what can be read there.
        pub position: i64,
        /// How old the newest change is that a standby has followed, in seconds; none before the first one.
        pub age_seconds: Option<i64>,
        pub fsync: String,
        pub full_page_writes: String,
        pub synchronous_commit: String,
        pub synchronous_standby_names: String,
        /// Only shown to roles that may read all settings.
        pub data_directory: Option<String>,
    }
}

row! {
    /// How many connections there may be and are, without this one.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Connections {
        /// For this role in this database, without those that are reserved.
        pub allowed: i64,
        pub by_waffle: i64,
        pub by_others: i64,
        /// How many servers run: each has a session in which it waits for hints, however few others it has opened.
        pub servers: i64,
    }
}

row! {
    /// A server that follows this one. The last four are only shown to roles that may read all statistics.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Follower {
        pub name: String,
        /// As `streaming`.
        pub state: Option<String>,
        /// `sync`, `quorum`, `potential` or `async`.
        pub sync_state: Option<String>,
        /// Bytes of the log that it has not confirmed to be on its disk.
        pub lag_bytes: Option<i64>,
        /// For how long it has not confirmed what it lacks.
        pub lag_seconds: Option<i64>,
    }
}

/// Which migrations differ between the database and this program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MigrationFacts {
    /// This program has them, the database lacks them.
    pub missing: Vec<i64>,
    /// The database has run them after all of this program's: they are of a later version, and serve this one too.
    pub later: Vec<i64>,
    /// The database has run others that this program does not know.
    pub unknown: Vec<i64>,
    /// Their texts differ, or they broke off.
    pub different: Vec<i64>,
}

/// The functions of the database, compared with those of this program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FunctionFacts {
    Same,
    /// A later edition is installed.
    Later(i32),
    /// These are missing or have another text; the next start installs them.
    Different(Vec<&'static str>),
}

/// The difference between the database's clock and ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockFacts {
    /// How far the database's clock is ahead.
    pub ahead: TimeDelta,
    /// How exact that is: half of the time that the answer took.
    pub within: TimeDelta,
}

impl ServerFacts {
    /// Returns whether it follows another server.
    pub fn is_standby(&self) -> bool {
        self.timeline.is_none()
    }
}

impl Checkup {
    /// Connects within 2 s.
    pub async fn open(options: &PgConnectOptions) -> Result<Self, StoreFailure> {
        let open = async {
            let connection = PgConnection::connect_with(options).await;
            let mut opened = Self { connection: connection.map_err(|error| StoreFailure::of_connecting(&error))? };
            // A pooler lets everyone in, also when the server behind it is away.
            opened.backend().await.map_err(StoreFailure::before_commit)?;
            Ok(opened)
        };
        timeout(CONNECT, open)
            .await
            .unwrap_or_else(|_| Err(StoreFailure::Unreachable(format!("no answer within {} s", CONNECT.as_secs()))))
    }

    /// Reads with the simple protocol, which works through every pooler. What is sent together is one transaction, and
    /// the settings end with it: a pooler may lend the backend to another session after that.
    async fn rows(&mut self, sql: &str) -> Result<Vec<PgRow>, StoreFailure> {
        let limited = format!(
            "SET LOCAL transaction_read_only = on; SET LOCAL statement_timeout = {}; SET LOCAL lock_timeout = 1000;
             SET LOCAL timezone = 'UTC'; {sql}",
            DOCTOR_STATEMENT.as_millis()
        );
        Ok(sqlx::raw_sql(AssertSqlSafe(limited)).fetch_all(&mut self.connection).await?)
    }

    async fn row<T: for<'r> FromRow<'r, PgRow>>(&mut self, sql: &str) -> Result<T, StoreFailure> {
        let rows = self.rows(sql).await?;
        let row = rows.first().ok_or_else(|| StoreFailure::Broken("no row".into()))?;
        Ok(T::from_row(row)?)
    }

    async fn backend(&mut self) -> Result<i32, StoreFailure> {
        Ok(self.row::<(i32,)>("SELECT pg_backend_pid()").await?.0)
    }

    /// Returns whether this session keeps its backend while another one is in a transaction. A pooler in transaction
    /// mode lends the idle one to the other session.
    pub async fn keeps_its_session(&mut self, options: &PgConnectOptions) -> Result<bool, StoreFailure> {
        let before = self.backend().await?;
        let mut other = Self::open(options).await?;
        other.rows("BEGIN").await?;
        other.backend().await?;
        let after = self.backend().await;
        other.rows("ROLLBACK").await?;
        Ok(before == after?)
    }

    /// Reads the server's version and settings.
    pub async fn server(&mut self) -> Result<ServerFacts, StoreFailure> {
        self.row(
            "SELECT current_setting('server_version') AS version,
                current_setting('server_version_num')::integer AS version_number,
                pg_postmaster_start_time() AS started, current_setting('default_transaction_read_only') AS read_only,
                CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END
                    AS timeline,
                pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
                    ELSE pg_current_wal_lsn() END, '0/0')::bigint AS position,
                extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::bigint AS age_seconds,
                current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
                current_setting('synchronous_commit') AS synchronous_commit,
                current_setting('synchronous_standby_names') AS synchronous_standby_names,
                CASE WHEN pg_has_role('pg_read_all_settings', 'USAGE')
                    THEN current_setting('data_directory', true) END AS data_directory",
        )
        .await
    }

    /// Returns which database it has: a primary and its standbys have the same. `None` if it does not say that to this
    /// role.
    pub async fn identity(&mut self) -> Option<String> {
        let found = self.row::<(String,)>(
            "SELECT format('%s/%s', system_identifier,
                (SELECT oid FROM pg_database WHERE datname = current_database())) FROM pg_control_system()",
        );
        found.await.ok().map(|(identity,)| identity)
    }

    /// Compares the clocks.
    pub async fn clock(&mut self, now: impl Fn() -> DateTime<Utc>) -> Result<ClockFacts, StoreFailure> {
        let mut best: Option<ClockFacts> = None;
        for _ in 0..COMPARISONS {
            let before = now();
            let (theirs,): (DateTime<Utc>,) = self.row("SELECT clock_timestamp()").await?;
            let within = (now() - before) / 2;
            let found = ClockFacts { ahead: theirs - (before + within), within };
            best = best.filter(|best| best.within <= within).or(Some(found));
        }
        best.ok_or_else(|| StoreFailure::Broken("no comparison".into()))
    }

    /// Counts connections.
    pub async fn connections(&mut self) -> Result<Connections, StoreFailure> {
        let sql = format!(
            "SELECT least(
                    current_setting('max_connections')::bigint
                        - current_setting('superuser_reserved_connections')::bigint
                        - coalesce(current_setting('reserved_connections', true), '0')::bigint,
                    (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user),
                    (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database())
                )::bigint AS allowed,
                count(*) FILTER (WHERE is_ours) AS by_waffle, count(*) FILTER (WHERE NOT is_ours) AS by_others,
                count(*) FILTER (WHERE is_ours AND query = '{LISTEN}') AS servers
             FROM pg_stat_activity, coalesce(application_name = 'waffle' AND datname = current_database(), false)
                AS is_ours
             WHERE datid IS NOT NULL AND usesysid IS NOT NULL AND pid <> pg_backend_pid()
                AND application_name IS DISTINCT FROM current_setting('application_name')"
        );
        self.row(&sql).await
    }

    /// Lists the standbys.
    pub async fn standbys(&mut self) -> Result<Vec<Follower>, StoreFailure> {
        let rows = self
            .rows(
                // While a standby is silent, its last measured lag stays the same.
                "SELECT coalesce(nullif(application_name, ''), 'without a name') AS name, state, sync_state,
                    pg_wal_lsn_diff(newest, flush_lsn)::bigint AS lag_bytes,
                    CASE WHEN flush_lsn >= newest THEN 0 WHEN flush_lsn < newest THEN
                        extract(epoch FROM greatest(flush_lag, clock_timestamp() - reply_time, '0'))
                    END::bigint AS lag_seconds
                 FROM pg_stat_replication, pg_current_wal_lsn() AS newest ORDER BY 1 LIMIT 20",
            )
            .await?;
        Ok(rows.iter().map(Follower::from_row).collect::<Result<_, _>>()?)
    }

    /// Compares the migrations; none has been run in a database without their table.
    pub async fn migrations(&mut self) -> Result<MigrationFacts, StoreFailure> {
        let mut facts = MigrationFacts::default();
        let mut run: HashMap<i64, (Vec<u8>, bool)> = HashMap::new();
        let mut versions: Vec<i64> = Vec::new();
        if self.row::<(bool,)>("SELECT to_regclass('_sqlx_migrations') IS NOT NULL").await?.0 {
            for row in self.rows("SELECT version, checksum, success FROM _sqlx_migrations ORDER BY version").await? {
                versions.push(row.try_get(0)?);
                run.insert(row.try_get(0)?, (row.try_get(1)?, row.try_get(2)?));
            }
        }
        let begins = begins_with_ours(&versions);
        for ours in MIGRATIONS.iter() {
            match run.remove(&ours.version) {
                None => facts.missing.push(ours.version),
                Some((checksum, true)) if checksum == *ours.checksum => {}
                Some(_) => facts.different.push(ours.version),
            }
        }
        versions.retain(|version| run.contains_key(version));
        if begins {
            facts.later = versions;
        } else {
            facts.unknown = versions;
        }
        Ok(facts)
    }

    /// Compares the functions.
    pub async fn functions(&mut self) -> Result<FunctionFacts, StoreFailure> {
        let rows = self
            .rows("SELECT name, edition, definition, to_regproc(name) IS NOT NULL FROM installed_functions")
            .await?;
        let mut installed: HashMap<String, (String, bool)> = HashMap::new();
        for row in rows {
            let edition: i32 = row.try_get(1)?;
            if edition > EDITION {
                return Ok(FunctionFacts::Later(edition));
            }
            installed.insert(row.try_get(0)?, (row.try_get(2)?, row.try_get(3)?));
        }
        let same = |name: &str, text: &str| installed.get(name).is_some_and(|(found, exists)| found == text && *exists);
        let different: Vec<_> =
            FUNCTIONS.into_iter().filter(|(name, text)| !same(name, text)).map(|(name, _)| name).collect();
        Ok(if different.is_empty() { FunctionFacts::Same } else { FunctionFacts::Different(different) })
    }

    /// Returns the indexes that the hot path needs but that are missing, and those that PostgreSQL does not use since
    /// their making broke off.
    pub async fn indexes(&mut self) -> Result<(Vec<&'static str>, Vec<String>), StoreFailure> {
        let rows = self
            .rows(
                "SELECT c.relname::text, i.indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
                 JOIN pg_class t ON t.oid = i.indrelid
                 WHERE t.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('waffles'))",
            )
            .await?;
        let mut found = Vec::new();
        for row in rows {
            found.push((row.try_get::<String, _>(0)?, row.try_get::<bool, _>(1)?));
        }
        let missing = INDEXES.into_iter().filter(|name| !found.iter().any(|(exists, _)| exists == name)).collect();
        Ok((missing, found.into_iter().filter(|(_, valid)| !valid).map(|(name, _)| name).collect()))
    }

    /// Plans hot statements with the settings of the ledger's session, for any parameters, and returns those that would
    /// read a whole table, as `used keys: idempotency_keys`. Only for a session that keeps its backend: if a plan
    /// fails, what was prepared for it stays there.
    pub async fn whole_tables_read(&mut self) -> Result<Vec<String>, StoreFailure> {
        let statements = [
            ("used keys", claims::USED_KEYS.to_owned(), "NULL"),
            ("claims", claims::LOOK_UPS.to_owned(), "NULL, NULL, NULL"),
            ("sessions", accounts::ACCOUNT_OF_SESSION.to_owned(), "NULL, NULL, NULL, NULL"),
            ("the list", waffles::list_statement(Listing::Public), "NULL, NULL"),
            ("finding waffles", loading::FIND.to_owned(), "NULL, NULL"),
            ("loading waffles", loading::waffles_statement(), "NULL"),
            ("boards", loading::BOARDS.to_owned(), "NULL"),
            ("events", events::after_statement(), "NULL, NULL, NULL"),
        ];
        let mut scans = Vec::new();
        for (name, sql, values) in statements {
            let plan = format!(
                "SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_seqscan = off; SET LOCAL jit = off;
                 PREPARE doctor AS {sql}; EXPLAIN EXECUTE doctor ({values}); DEALLOCATE doctor"
            );
            for row in self.rows(&plan).await? {
                let line: String = row.try_get(0)?;
                if let Some((_, rest)) = line.split_once("Seq Scan on ") {
                    scans.push(format!("{name}: {}", rest.split(' ').next().unwrap_or_default()));
                }
            }
        }
        Ok(scans)
    }
}

#[cfg(test)]
mod tests {
    use waffle_test_databases::TestDatabase;

    use super::*;
    use crate::database::Database;
    use crate::hints::HintListener;
    use crate::pools::pool;

    #[tokio::test]
    async fn a_server_is_counted_as_long_as_it_waits_for_hints() {
        let database = TestDatabase::create().await.unwrap();
        // As all of a server's connections are called.
        let options = database.connect_options().application_name("waffle");
        let mut checkup = Checkup::open(&database.connect_options()).await.unwrap();
        let _others = [pool(&options, 1).acquire().await.unwrap(), pool(&options, 1).acquire().await.unwrap()];
        let mut counted = async || {
            let Connections { by_waffle, servers, .. } = checkup.connections().await.unwrap();
            (by_waffle, servers)
        };
        assert_eq!(counted().await, (2, 0));
        let mut listener = HintListener::open(&Database::from(&options)).await.unwrap();
        assert_eq!(counted().await, (3, 1));
        assert!(listener.is_alive().await);
        assert_eq!(counted().await, (3, 1), "after a silence, too");
    }

    #[tokio::test]
    async fn what_is_asked_changes_nothing_and_leaves_no_setting() {
        let database = TestDatabase::create().await.unwrap();
        let mut checkup = Checkup::open(&database.connect_options()).await.unwrap();
        let refused = checkup.rows("CREATE TABLE t ()").await.unwrap_err().to_string();
        assert!(refused.contains("read-only transaction"), "{refused}");
        let begun = std::time::Instant::now();
        assert!(checkup.rows("SELECT pg_sleep(60)").await.is_err() && begun.elapsed() < DOCTOR_STATEMENT * 2);
        checkup.whole_tables_read().await.unwrap();
        let left = "SELECT name FROM pg_settings WHERE source = 'session'";
        let left = sqlx::raw_sql(left).fetch_all(&mut checkup.connection).await.unwrap();
        assert!(left.is_empty(), "{:?}", left.iter().map(|row| row.get::<String, _>(0)).collect::<Vec<_>>());
    }
}
