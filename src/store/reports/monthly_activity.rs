//! The monthly activity report.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::postgres::PgConnection;
use utoipa::ToSchema;
use waffle_domain::report::month::{Month, months};
use waffle_domain::report::period::Range;

use super::report;
use crate::failure::StoreFailure;
use crate::pools::Pooled;

/// A calendar month of UTC.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MonthRow)]
pub struct MonthlyActivity {
    #[schema(value_type = String, example = "2026-11")]
    pub month: Month,
    pub waffles_created: i64,
    /// Of any status now.
    pub spots_claimed: i64,
    /// What the spots paid in the month cost, in cents.
    #[schema(example = 250_000)]
    pub revenue: i64,
}

const WAFFLES: &str = "
    SELECT m.place, count(*)
    FROM waffles w
    JOIN unnest($1) WITH ORDINALITY AS m (at, place) ON m.place = width_bucket(w.created_at, $1)
    WHERE w.created_at >= coalesce($2, '-infinity') AND w.created_at < coalesce($3, 'infinity')
    GROUP BY m.place";

/// The join shows the planner how few months there are, so that each parallel worker aggregates its own rows.
const CLAIMS: &str = "
    SELECT m.place, count(*)
    FROM spots s
    JOIN unnest($1) WITH ORDINALITY AS m (at, place) ON m.place = width_bucket(s.claimed_at, $1)
    WHERE s.claimed_by_handle IS NOT NULL
        AND s.claimed_at >= coalesce($2, '-infinity') AND s.claimed_at < coalesce($3, 'infinity')
    GROUP BY m.place";

/// Counts spots by waffle and month before multiplying by the price: a thousand products instead of a million.
const REVENUE: &str = "
    WITH paid AS MATERIALIZED (
        SELECT s.waffle_id, m.place, count(*) AS spots
        FROM spots s
        JOIN unnest($1) WITH ORDINALITY AS m (at, place) ON m.place = width_bucket(s.paid_at, $1)
        WHERE s.paid_at >= coalesce($2, '-infinity') AND s.paid_at < coalesce($3, 'infinity')
        GROUP BY s.waffle_id, m.place
    )
    SELECT p.place, sum(p.spots * w.spot_price)::bigint
    FROM paid p JOIN waffles w ON w.id = p.waffle_id
    GROUP BY p.place";

/// Lists every month of the range, earliest first. A range without a start begins with the first waffle.
pub async fn read(
    connection: &mut Pooled,
    range: &Range,
    now: DateTime<Utc>,
) -> Result<Vec<MonthlyActivity>, StoreFailure> {
    report(connection, async |connection| months_of(connection, range, now).await).await
}

async fn months_of(
    connection: &mut PgConnection,
    range: &Range,
    now: DateTime<Utc>,
) -> Result<Vec<MonthlyActivity>, StoreFailure> {
    let first = sqlx::query_scalar("SELECT min(created_at) FROM waffles").fetch_one(&mut *connection).await?;
    let months = months(range, first, now);
    let Some(last) = months.last() else { return Ok(Vec::new()) };
    // The last bound puts everything after the last month into a bucket that is never read.
    let starts: Vec<_> = months.iter().map(|month| month.start()).chain([last.end()]).collect();
    let mut waffles = by_place(connection, WAFFLES, &starts, range).await?;
    let mut claims = by_place(connection, CLAIMS, &starts, range).await?;
    let mut revenue = by_place(connection, REVENUE, &starts, range).await?;
    let listed = (1..).zip(months).map(|(place, month)| MonthlyActivity {
        month,
        waffles_created: waffles.remove(&place).unwrap_or_default(),
        spots_claimed: claims.remove(&place).unwrap_or_default(),
        revenue: revenue.remove(&place).unwrap_or_default(),
    });
    Ok(listed.collect())
}

async fn by_place(
    connection: &mut PgConnection,
    query: &'static str,
    starts: &[DateTime<Utc>],
    range: &Range,
) -> Result<HashMap<i64, i64>, StoreFailure> {
    let query = sqlx::query_as(query).bind(starts).bind(range.start()).bind(range.end());
    Ok(query.fetch_all(connection).await?.into_iter().collect())
}
