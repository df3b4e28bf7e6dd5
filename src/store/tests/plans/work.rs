//! Counts what statements read.

use std::collections::BTreeMap;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use waffle_store::ledger_session::LedgerSession;
use waffle_store::pools::{PgPool, pool, pool_by_index};

use super::shop::Shop;

/// The tables that grow with what is sold.
const TABLES: [&str; 5] = ["spots", "events", "holdings", "idempotency_keys", "refused_claims"];
/// The name of sessions whose reads are counted.
const COUNTED: &str = "counted";

/// What was read of a table.
#[derive(Debug, Default, Clone, Copy)]
struct Reads {
    /// How often the whole table was read.
    scans: i64,
    rows: i64,
    /// Entries of its indexes.
    entries: i64,
}

/// What some statements read of each table.
pub(crate) struct Work<'a> {
    shop: &'a Shop,
    what: &'a str,
    /// How often a table may be read as a whole.
    scans: i64,
    reads: BTreeMap<String, Reads>,
}

impl Work<'_> {
    /// Notes each table that was read as a whole, and each of which more rows were read. Of the tables that are not
    /// named, nothing may be read.
    pub(crate) fn at_most<const N: usize>(&self, most: [(&str, i64); N]) {
        let most = BTreeMap::from(most);
        for table in TABLES.into_iter().chain(most.keys().copied().filter(|table| !TABLES.contains(table))) {
            let read = self.reads.get(table).copied().unwrap_or_default();
            let allowed = most.get(table).copied().unwrap_or_default();
            // An index has entries for old versions of rows too, until it is vacuumed.
            let entries = allowed + allowed / 8 + 32;
            if read.scans > self.scans || read.rows > allowed || read.entries > entries {
                self.shop.found.borrow_mut().push(format!("{}: {read:?} of {table}, allowed {allowed}", self.what));
            }
        }
    }
}

impl Shop {
    /// Counts what is read on a connection as requests and actors have it.
    pub(crate) async fn work<'a>(&'a self, what: &'a str, run: impl AsyncFnOnce(PgPool)) -> Work<'a> {
        self.reset().await;
        let pool = pool_by_index(self.counted(), 1);
        run(pool.clone()).await;
        pool.close().await;
        self.read(what, 0).await
    }

    /// Counts what is read on a connection as sellers have it. It may read whole tables while they are short.
    pub(crate) async fn sellers_work<'a>(&'a self, what: &'a str, run: impl AsyncFnOnce(PgPool)) -> Work<'a> {
        self.reset().await;
        let pool = pool(self.counted(), 1);
        run(pool.clone()).await;
        pool.close().await;
        self.read(what, i64::MAX).await
    }

    /// Counts what is read on a connection as the ledger has it.
    pub(crate) async fn work_of_ledger<'a>(
        &'a self,
        what: &'a str,
        run: impl AsyncFnOnce(&mut LedgerSession),
    ) -> Work<'a> {
        self.reset().await;
        let mut session = LedgerSession::open(&self.counted()).await.unwrap();
        run(&mut session).await;
        drop(session);
        self.read(what, 0).await
    }

    pub(crate) fn counted(&self) -> PgConnectOptions {
        self.store.database.connect_options().application_name(COUNTED)
    }

    pub(crate) async fn reset(&self) {
        // What the test itself has read is counted before that.
        for sql in ["SELECT pg_stat_force_next_flush()", "SELECT pg_stat_reset()"] {
            sqlx::query(sql).execute(&self.store.pool).await.unwrap();
        }
    }

    /// Waits until the sessions have ended, which add what they counted before they are gone.
    pub(crate) async fn until_gone(&self) {
        let gone = "SELECT NOT EXISTS (
            SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1)";
        while !sqlx::query_scalar::<_, bool>(gone).bind(COUNTED).fetch_one(&self.store.pool).await.unwrap() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    /// Reads the counters of sessions that end.
    pub(crate) async fn read<'a>(&'a self, what: &'a str, scans: i64) -> Work<'a> {
        self.until_gone().await;
        let rows: Vec<(String, i64, i64, i64)> = sqlx::query_as(
            "SELECT t.relname::text, t.seq_scan, t.seq_tup_read + coalesce(t.idx_tup_fetch, 0),
                coalesce((SELECT sum(i.idx_tup_read) FROM pg_stat_user_indexes i WHERE i.relid = t.relid), 0)::bigint
             FROM pg_stat_user_tables t",
        )
        .fetch_all(&self.store.pool)
        .await
        .unwrap();
        let reads = rows.into_iter().map(|(table, scans, rows, entries)| (table, Reads { scans, rows, entries }));
        Work { shop: self, what, scans, reads: reads.collect() }
    }
}
