//! Where the claims of a waffle came from, and the keys under which that is hashed.

use chrono::{DateTime, Utc};
use sqlx::Row;
use sqlx::postgres::{PgPool, PgRow};
use uuid::Uuid;
use waffle_domain::claim::Source;

use crate::failure::StoreFailure;

/// The most sources that are listed.
const MOST: i64 = 1_000;

/// A random key under which sources are hashed.
#[derive(Debug)]
pub struct SourceKey {
    /// Its number, with which these sources begin.
    pub id: i32,
    pub key: Vec<u8>,
}

/// Reads the key of this week, which all servers share. The first one to ask makes it of these random bytes. The week
/// is the database's, and begins on Monday at 8:00 UTC, when few sell anywhere: an evening's claims from one address
/// are one source.
pub async fn current_key(pool: &PgPool, random: [u8; 32]) -> Result<SourceKey, StoreFailure> {
    sqlx::query(
        "INSERT INTO source_keys (since, key)
         VALUES (date_trunc('week', now() - interval '8 hours', 'UTC') + interval '8 hours', $1)
         ON CONFLICT (since) DO NOTHING",
    )
    .bind(&random[..])
    .execute(pool)
    .await?;
    // A statement of its own, to see what another server has just made.
    let newest = sqlx::query("SELECT id, key FROM source_keys ORDER BY since DESC LIMIT 1").fetch_one(pool).await?;
    Ok(SourceKey { id: newest.try_get("id")?, key: newest.try_get("key")? })
}

/// What came from one source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceEntry {
    pub source: Source,
    /// Who claimed, at most 50 of them, by name.
    pub handles: Vec<String>,
    /// How many of the claimed spots are still held.
    pub spots: i64,
    /// How many of those are pending.
    pub pending: i64,
    /// When it first claimed.
    pub first_at: DateTime<Utc>,
    /// When it last claimed.
    pub last_at: DateTime<Utc>,
}

/// Lists the sources of a waffle's claims whose keys are still there: those with the most pending spots first.
pub async fn list(pool: &PgPool, waffle_id: Uuid) -> Result<Vec<SourceEntry>, StoreFailure> {
    let rows = sqlx::query(
        "SELECT e.source, (array_agg(DISTINCT coalesce(p.claimed_by_handle, e.social_handle)))[1:50] AS handles,
            count(p.id) AS spots, count(p.id) FILTER (WHERE p.status = 'pending') AS pending,
            min(e.at) AS first_at, max(e.at) AS last_at
         FROM events e LEFT JOIN spots p ON p.id = e.spot_id AND p.claim_seq = e.seq
         WHERE e.waffle_id = $1 AND substring(e.source FROM 1 FOR 4) IN (SELECT int4send(k.id) FROM source_keys k)
         GROUP BY e.source ORDER BY pending DESC, spots DESC, first_at, e.source LIMIT $2",
    )
    .bind(waffle_id)
    .bind(MOST)
    .fetch_all(pool)
    .await?;
    let entry = |row: &PgRow| -> Result<SourceEntry, StoreFailure> {
        let source: &[u8] = row.try_get("source")?;
        Ok(SourceEntry {
            source: source
                .try_into()
                .map(Source)
                .map_err(|_| StoreFailure::Broken("a source has no 16 bytes".into()))?,
            handles: row.try_get("handles")?,
            spots: row.try_get("spots")?,
            pending: row.try_get("pending")?,
            first_at: row.try_get("first_at")?,
            last_at: row.try_get("last_at")?,
        })
    };
    rows.iter().map(entry).collect()
}
