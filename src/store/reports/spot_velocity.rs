//! How fast boards fill.

use chrono::{DateTime, Utc};
use sqlx::postgres::{PgPool, PgRow};
use sqlx::{FromRow, Row};
use waffle_domain::waffle::WaffleStatus;

use super::begin;
use crate::failure::Failure;
use waffle_domain::report::range::Range;

/// A waffle and its first and last claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaffleVelocity {
    /// The name in the waffle's address.
    pub slug: String,
    /// The title.
    pub title: String,
    /// Whether it still takes claims.
    pub status: WaffleStatus,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When the first of the spots held now was claimed.
    pub first_claim: Option<DateTime<Utc>>,
    /// When the last of them was.
    pub last_claim: Option<DateTime<Utc>>,
    /// When it was completed.
    pub completed_at: Option<DateTime<Utc>>,
}

const QUERY: &str = "
    WITH claims AS MATERIALIZED (
        SELECT s.waffle_id, min(s.claimed_at) AS first_claim, max(s.claimed_at) AS last_claim
        FROM spots s GROUP BY s.waffle_id
    )
    SELECT w.slug, w.title, w.status, w.created_at, w.completed_at, c.first_claim, c.last_claim
    FROM waffles w LEFT JOIN claims c ON c.waffle_id = w.id
    WHERE w.created_at >= coalesce($1, '-infinity') AND w.created_at < coalesce($2, 'infinity')
    ORDER BY w.created_at DESC, w.id";

/// Lists the waffles created in the range, the newest first.
pub async fn read(pool: &PgPool, range: &Range) -> Result<Vec<WaffleVelocity>, Failure> {
    let mut transaction = begin(pool).await?;
    let query = sqlx::query_as(QUERY).bind(range.start()).bind(range.end());
    Ok(query.fetch_all(&mut *transaction).await?)
}

impl FromRow<'_, PgRow> for WaffleVelocity {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        let status: &str = row.try_get("status")?;
        Ok(Self {
            slug: row.try_get("slug")?,
            title: row.try_get("title")?,
            status: status.parse().map_err(|e: String| sqlx::Error::Decode(e.into()))?,
            created_at: row.try_get("created_at")?,
            first_claim: row.try_get("first_claim")?,
            last_claim: row.try_get("last_claim")?,
            completed_at: row.try_get("completed_at")?,
        })
    }
}
