//! The spot velocity report: how fast boards sell out.

use waffle_domain::report::period::Range;
use waffle_domain::report::velocity::WaffleVelocity;

use super::report;
use crate::failure::StoreFailure;
use crate::pools::Pooled;
use crate::row_reader::parsed;

const QUERY: &str = "
    WITH claims AS MATERIALIZED (
        SELECT s.waffle_id, min(s.claimed_at) AS first_claim, max(s.claimed_at) AS last_claim
        FROM spots s GROUP BY s.waffle_id
    )
    SELECT w.id, w.slug, w.title, w.status, w.created_at, w.completed_at, c.first_claim, c.last_claim
    FROM waffles w LEFT JOIN claims c ON c.waffle_id = w.id
    WHERE w.created_at >= coalesce($1, '-infinity') AND w.created_at < coalesce($2, 'infinity')
    ORDER BY w.created_at DESC, w.id";

/// Lists the waffles created in the range, newest first.
pub async fn read(connection: &mut Pooled, range: &Range) -> Result<Vec<WaffleVelocity>, StoreFailure> {
    let query = sqlx::query(QUERY).bind(range.start()).bind(range.end()).try_map(|row| waffle(&row));
    report(connection, async |connection| Ok(query.fetch_all(connection).await?)).await
}

reader! {
    fn waffle(row) -> WaffleVelocity {
        id, slug, title, status = parsed, created_at, first_claim, last_claim, completed_at,
    }
}
