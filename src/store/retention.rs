//! Deletes rows past their retention period, in batches that hold no lock for long.

use crate::pools::PgPool;
use chrono::{DateTime, Utc};
use sqlx::{AssertSqlSafe, Executor};
use waffle_domain::retention::Kept;
use waffle_domain::timeouts::PURGE_LOCK;

use crate::failure::StoreFailure;
use crate::transaction::committed;

/// How one table is purged.
#[derive(Debug)]
pub struct Purge {
    /// What is deleted, for the log.
    pub name: &'static str,
    /// How long it is kept.
    pub kept: Kept,
    /// Whether its times are the database's, not those of the servers.
    pub by_database: bool,
    /// The table, its key, and the column of its times.
    columns: [&'static str; 3],
    /// Which of its rows are left, if any.
    but: &'static str,
}

impl Purge {
    const fn of(name: &'static str, kept: Kept, columns: [&'static str; 3]) -> Self {
        Self { name, kept, by_database: false, columns, but: "" }
    }

    const fn by_database(self) -> Self {
        Self { by_database: true, ..self }
    }

    const fn but(self, but: &'static str) -> Self {
        Self { but, ..self }
    }

    /// Deletes at most `$2` rows older than `$1`, oldest first. Locked rows are skipped, so several servers may purge
    /// at the same time. The subquery is an array, so that each row is found by its key.
    fn sql(&self) -> String {
        let ([table, key, at], but) = (self.columns, self.but);
        format!(
            "DELETE FROM {table} WHERE {key} = ANY (ARRAY(
                SELECT {key} FROM {table} WHERE {at} < $1 {but} ORDER BY {at} LIMIT $2 FOR UPDATE SKIP LOCKED))"
        )
    }
}

/// Every table that is purged.
pub const PURGES: &[Purge] = &[
    Purge::of("audit entries", Kept::AuditEntries, ["audit_log", "seq", "at"]),
    Purge::of("login records", Kept::LoginHistory, ["login_history", "id", "created_at"]),
    Purge::of("claim keys", Kept::IdempotencyKeys, ["idempotency_keys", "key", "created_at"]).by_database(),
    Purge::of("ended sessions", Kept::Expiring, ["sessions", "id", "expires_at"]),
    // Used ones are already gone.
    Purge::of("password resets", Kept::Expiring, ["password_resets", "id", "expires_at"]),
    Purge::of("lines of payments", Kept::PaymentLines, ["taken_lines", "hash", "taken_at"]),
    Purge::of("keys of sources", Kept::SourceKeys, ["source_keys", "since", "since"]).by_database(),
    // What begins to show one refers to it, so either that or the purge is refused.
    Purge::of("photos", Kept::Photos, ["photos", "hash", "unshown_since"]).by_database().but(
        "AND NOT EXISTS (SELECT FROM waffles w WHERE w.photo = photos.hash)
              AND NOT EXISTS (SELECT FROM settings s WHERE s.photo = photos.hash)",
    ),
    Purge::of("refused claims", Kept::RefusedClaims, ["refused_claims", "id", "at"]),
];

/// Reads the database's clock.
pub async fn database_time(pool: &PgPool) -> Result<DateTime<Utc>, StoreFailure> {
    Ok(sqlx::query_scalar("SELECT now()").fetch_one(pool).await?)
}

/// Deletes a batch of rows older than the cutoff, and returns how many. Waits at most 200 ms for a lock on the table.
pub async fn purge(pool: &PgPool, purge: &Purge, cutoff: DateTime<Utc>, limit: i64) -> Result<u64, StoreFailure> {
    committed(pool, async |transaction| {
        transaction.execute(AssertSqlSafe(format!("SET LOCAL lock_timeout = {}", PURGE_LOCK.as_millis()))).await?;
        let purged = sqlx::query(AssertSqlSafe(purge.sql())).bind(cutoff).bind(limit).execute(transaction).await?;
        Ok(purged.rows_affected())
    })
    .await
}
