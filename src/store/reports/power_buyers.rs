//! The power buyer report: the buyers that pay for the most spots.

use waffle_domain::percent::Percent;
use waffle_domain::report::period::Range;
use waffle_domain::report::ranking_length::Limit;

use super::report;
use crate::failure::StoreFailure;
use crate::pools::Pooled;

row! {
    /// A buyer's spots that were paid in the range.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct PowerBuyer {
        pub social_handle: String,
        /// Paid spots, including winners and losers.
        pub paid_spots: i64,
        /// Their price, in cents.
        pub total_spent: i64,
        /// Winners among them.
        pub wins: i64,
        /// Losers among them.
        pub losses: i64,
    }
}

impl PowerBuyer {
    /// Share of winners among the spots that were in a draw.
    pub fn win_rate(&self) -> Percent {
        let count = |spots| u32::try_from(spots).unwrap_or(u32::MAX);
        Percent::of(count(self.wins), count(self.wins + self.losses))
    }
}

/// Ranks buyers by the spots alone, with ties for the last place, then joins the waffles to the spots of those few.
const OF_RANGE: &str = "
    WITH ranking AS MATERIALIZED (
        SELECT s.claimed_by_handle AS handle
        FROM spots s
        WHERE s.claimed_by_handle IS NOT NULL
            AND s.paid_at >= coalesce($1, '-infinity') AND s.paid_at < coalesce($2, 'infinity')
        GROUP BY s.claimed_by_handle
        ORDER BY count(*) DESC
        FETCH FIRST $3 ROWS WITH TIES
    )
    SELECT r.handle AS social_handle, count(*) AS paid_spots, sum(w.spot_price)::bigint AS total_spent,
        count(*) FILTER (WHERE s.status = 'winner') AS wins, count(*) FILTER (WHERE s.status = 'loser') AS losses
    FROM ranking r
    JOIN spots s ON s.claimed_by_handle = r.handle
        AND s.paid_at >= coalesce($1, '-infinity') AND s.paid_at < coalesce($2, 'infinity')
    JOIN waffles w ON w.id = s.waffle_id
    GROUP BY r.handle
    ORDER BY count(*) DESC, sum(w.spot_price) DESC, r.handle
    LIMIT $3";

/// Without a range, the holdings have the figures, and the spots need not be read.
const OF_ALL_TIME: &str = "
    SELECT h.handle AS social_handle, sum(h.paid + h.won + h.lost) AS paid_spots,
        sum((h.paid + h.won + h.lost) * w.spot_price)::bigint AS total_spent, sum(h.won) AS wins, sum(h.lost) AS losses
    FROM holdings h JOIN waffles w ON w.id = h.waffle_id
    WHERE h.paid + h.won + h.lost > 0
    GROUP BY h.handle
    ORDER BY sum(h.paid + h.won + h.lost) DESC, sum((h.paid + h.won + h.lost) * w.spot_price) DESC, h.handle
    LIMIT $1";

/// Lists the buyers with the most spots paid in the range, sorted by spots and then by money spent.
pub async fn read(connection: &mut Pooled, range: &Range, limit: Limit) -> Result<Vec<PowerBuyer>, StoreFailure> {
    let query = if range.is_all() {
        sqlx::query_as(OF_ALL_TIME).bind(limit.get())
    } else {
        sqlx::query_as(OF_RANGE).bind(range.start()).bind(range.end()).bind(limit.get())
    };
    report(connection, async |connection| Ok(query.fetch_all(connection).await?)).await
}
