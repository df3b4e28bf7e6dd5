//! The drought report: the buyers that keep losing.

use chrono::{DateTime, Utc};
use waffle_domain::report::period::Range;

use super::report;
use crate::failure::StoreFailure;
use crate::pools::Pooled;

row! {
    /// A buyer who has lost before and did not win in the range.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Drought {
        pub social_handle: String,
        /// Spots that the buyer claimed in the range.
        pub total_entries: i64,
        /// Spots that lost, at any time.
        pub total_losses: i64,
        /// When the buyer last claimed a spot.
        pub last_entry: DateTime<Utc>,
        /// When the last waffle that the buyer won was completed.
        pub last_win: Option<DateTime<Utc>>,
    }
}

/// Takes wins from the waffles, which are few, so that spots are read once and not joined.
const QUERY: &str = "
    WITH wins AS MATERIALIZED (
        SELECT won.handle, max(w.completed_at) AS last_win,
            coalesce(bool_or(
                w.completed_at >= coalesce($1, '-infinity') AND w.completed_at < coalesce($2, 'infinity')
            ), false) AS recent
        FROM waffles w, unnest(w.winning_social_handles) AS won (handle)
        GROUP BY won.handle
    ), losers AS MATERIALIZED (
        SELECT s.claimed_by_handle AS handle,
            count(*) FILTER (
                WHERE s.claimed_at >= coalesce($1, '-infinity') AND s.claimed_at < coalesce($2, 'infinity')
            ) AS entries,
            count(*) FILTER (WHERE s.status = 'loser') AS losses,
            max(s.claimed_at) AS last_entry
        FROM spots s
        WHERE s.claimed_by_handle IS NOT NULL
        GROUP BY s.claimed_by_handle
        HAVING count(*) FILTER (WHERE s.status = 'loser') > 0
    )
    SELECT l.handle AS social_handle, l.entries AS total_entries, l.losses AS total_losses, l.last_entry, v.last_win
    FROM losers l LEFT JOIN wins v ON v.handle = l.handle
    WHERE $3 OR v.recent IS NOT TRUE
    ORDER BY v.last_win NULLS FIRST, l.losses DESC, l.entries DESC, l.handle";

/// Lists the buyers with a loss and no win in the range, those with the longest drought first. Without a range, lists
/// every buyer with a loss.
pub async fn read(connection: &mut Pooled, range: &Range) -> Result<Vec<Drought>, StoreFailure> {
    let query = sqlx::query_as(QUERY).bind(range.start()).bind(range.end()).bind(range.is_all());
    report(connection, async |connection| Ok(query.fetch_all(connection).await?)).await
}
