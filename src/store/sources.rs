//! Where the claims of a waffle came from.

use chrono::{DateTime, Utc};
use sqlx::Row;
use sqlx::postgres::{PgPool, PgRow};
use uuid::Uuid;
use waffle_domain::claim::Source;

use crate::failure::StoreFailure;

/// The most sources that are listed.
const MOST: i64 = 1_000;

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

/// Lists the sources of a waffle's claims since a moment: those with the most pending spots first.
pub async fn list(pool: &PgPool, waffle_id: Uuid, since: DateTime<Utc>) -> Result<Vec<SourceEntry>, StoreFailure> {
    let rows = sqlx::query(
        "SELECT e.source, (array_agg(DISTINCT coalesce(p.claimed_by_handle, e.social_handle)))[1:50] AS handles,
            count(p.id) AS spots, count(p.id) FILTER (WHERE p.status = 'pending') AS pending,
            min(e.at) AS first_at, max(e.at) AS last_at
         FROM events e LEFT JOIN spots p ON p.id = e.spot_id AND p.claim_seq = e.seq
         WHERE e.waffle_id = $1 AND e.source IS NOT NULL AND e.at > $2
         GROUP BY e.source ORDER BY pending DESC, spots DESC, first_at, e.source LIMIT $3",
    )
    .bind(waffle_id)
    .bind(since)
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
