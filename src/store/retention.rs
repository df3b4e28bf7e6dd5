//! Deletes rows past their retention period, in batches that hold no lock for long.

use chrono::{DateTime, Utc};
use sqlx::postgres::PgPool;
use sqlx::{AssertSqlSafe, Executor};
use waffle_domain::retention::Kept;
use waffle_domain::time_limits::PURGE_LOCK;

use crate::failure::StoreFailure;

/// How one table is purged.
#[derive(Debug)]
pub struct Purge {
    /// What is deleted, for the log.
    pub name: &'static str,
    /// How long it is kept.
    pub kept: Kept,
    /// Whether its times are the database's, not those of the servers.
    pub by_database: bool,
    /// Deletes at most `$2` rows older than `$1`, oldest first. Locked rows are skipped, so several
    /// servers may purge at once. The subquery is an array, so that each row is found by its key.
    sql: &'static str,
}

/// Every table that is purged.
pub const PURGES: &[Purge] = &[
    Purge {
        name: "audit entries",
        kept: Kept::AuditEntries,
        by_database: false,
        sql: "DELETE FROM audit_log WHERE seq = ANY (ARRAY(
                SELECT seq FROM audit_log WHERE at < $1 ORDER BY at, seq LIMIT $2 FOR UPDATE SKIP LOCKED))",
    },
    Purge {
        name: "login records",
        kept: Kept::LoginHistory,
        by_database: false,
        sql: "DELETE FROM login_history WHERE id = ANY (ARRAY(
                SELECT id FROM login_history WHERE created_at < $1 ORDER BY created_at, id LIMIT $2
                FOR UPDATE SKIP LOCKED))",
    },
    Purge {
        name: "claim keys",
        kept: Kept::IdempotencyKeys,
        by_database: true,
        sql: "DELETE FROM idempotency_keys WHERE key = ANY (ARRAY(
                SELECT key FROM idempotency_keys WHERE created_at < $1 ORDER BY created_at LIMIT $2
                FOR UPDATE SKIP LOCKED))",
    },
    Purge {
        name: "ended sessions",
        kept: Kept::Expiring,
        by_database: false,
        sql: "DELETE FROM sessions WHERE id = ANY (ARRAY(
                SELECT id FROM sessions WHERE expires_at < $1 ORDER BY expires_at LIMIT $2
                FOR UPDATE SKIP LOCKED))",
    },
    // Those that were used are already gone.
    Purge {
        name: "password resets",
        kept: Kept::Expiring,
        by_database: false,
        sql: "DELETE FROM password_resets WHERE id = ANY (ARRAY(
                SELECT id FROM password_resets WHERE expires_at < $1 ORDER BY expires_at LIMIT $2
                FOR UPDATE SKIP LOCKED))",
    },
    Purge {
        name: "lines of payments",
        kept: Kept::PaymentLines,
        by_database: false,
        sql: "DELETE FROM taken_lines WHERE hash = ANY (ARRAY(
                SELECT hash FROM taken_lines WHERE taken_at < $1 ORDER BY taken_at LIMIT $2
                FOR UPDATE SKIP LOCKED))",
    },
    Purge {
        name: "keys of sources",
        kept: Kept::SourceKeys,
        by_database: true,
        sql: "DELETE FROM source_keys WHERE since = ANY (ARRAY(
                SELECT since FROM source_keys WHERE since < $1 ORDER BY since LIMIT $2
                FOR UPDATE SKIP LOCKED))",
    },
];

/// Reads the database's clock.
pub async fn database_time(pool: &PgPool) -> Result<DateTime<Utc>, StoreFailure> {
    Ok(sqlx::query_scalar("SELECT now()").fetch_one(pool).await?)
}

/// Deletes a batch of rows older than the cutoff, and returns how many. Waits at most 200 ms for a lock on the table.
pub async fn purge(pool: &PgPool, purge: &Purge, cutoff: DateTime<Utc>, limit: i64) -> Result<u64, StoreFailure> {
    let mut transaction = pool.begin().await?;
    transaction.execute(AssertSqlSafe(format!("SET LOCAL lock_timeout = {}", PURGE_LOCK.as_millis()))).await?;
    let done = sqlx::query(purge.sql).bind(cutoff).bind(limit).execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(done.rows_affected())
}
