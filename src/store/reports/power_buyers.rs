//! Who pays for the most spots.

use sqlx::FromRow;
use sqlx::postgres::PgPool;
use waffle_domain::percent::Percent;
use waffle_domain::report::limit::Limit;
use waffle_domain::report::range::Range;

use super::begin;
use crate::failure::StoreFailure;

/// A buyer and the spots that were paid in the range.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct PowerBuyer {
    /// The handle.
    pub social_handle: String,
    /// Spots that are paid, winners and losers among them.
    pub paid_spots: i64,
    /// What they cost, in cents.
    pub total_spent: i64,
    /// How many of them won.
    pub wins: i64,
    /// How many of them lost.
    pub losses: i64,
}

impl PowerBuyer {
    /// Wins of the draws that the paid spots took part in, in percent.
    pub fn win_rate(&self) -> Percent {
        let count = |spots| u32::try_from(spots).unwrap_or(u32::MAX);
        Percent::of(count(self.wins), count(self.wins + self.losses))
    }
}

/// First the ranking, by the index on handles alone; then the spots of the few who are on it, those who tie for the last place too.
const QUERY: &str = "
    WITH ranking AS MATERIALIZED (
        SELECT s.claimed_by_handle AS handle
        FROM spots s
        WHERE s.claimed_by_handle IS NOT NULL AND s.paid_at >= coalesce($1, '-infinity') AND s.paid_at < coalesce($2, 'infinity')
        GROUP BY s.claimed_by_handle
        ORDER BY count(*) DESC
        FETCH FIRST $3 ROWS WITH TIES
    )
    SELECT r.handle AS social_handle, count(*) AS paid_spots, sum(w.spot_price)::bigint AS total_spent,
        count(*) FILTER (WHERE s.status = 'winner') AS wins, count(*) FILTER (WHERE s.status = 'loser') AS losses
    FROM ranking r
    JOIN spots s ON s.claimed_by_handle = r.handle AND s.paid_at >= coalesce($1, '-infinity') AND s.paid_at < coalesce($2, 'infinity')
    JOIN waffles w ON w.id = s.waffle_id
    GROUP BY r.handle
    ORDER BY count(*) DESC, sum(w.spot_price) DESC, r.handle
    LIMIT $3";

/// Lists the buyers with the most spots paid in the range, the most first; of those with as many, who paid more comes first.
pub async fn read(pool: &PgPool, range: &Range, limit: Limit) -> Result<Vec<PowerBuyer>, StoreFailure> {
    let mut transaction = begin(pool).await?;
    let query = sqlx::query_as(QUERY).bind(range.start()).bind(range.end()).bind(limit.get());
    Ok(query.fetch_all(&mut *transaction).await?)
}
