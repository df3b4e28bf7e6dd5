//! A buyer's whole history, read in parts: first the waffles, then their boards, so that no part is long.

use crate::pools::PgPool;
use chrono::{DateTime, Utc};
use uuid::Uuid;
use waffle_domain::buyer::Entry;
use waffle_domain::handle::Handle;

use super::{COLUMNS, SPOT_COLUMNS, entry};
use crate::failure::StoreFailure;

row! {
    /// A waffle in which a buyer holds spots.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct HeldWaffle {
        pub id: Uuid,
        /// The sequence number of its newest event: while it stays the same, so does what the buyer holds there, unless
        /// the log was set back and has reached the same number again.
        pub last_seq: i64,
        /// When the buyer last claimed there.
        pub last_claimed_at: DateTime<Utc>,
        /// How many of the spots are paid, won or not.
        pub paid: i32,
        /// How many spots the waffle has.
        pub total_spots: i32,
        /// How many of its spots the buyer holds.
        pub held: i32,
    }
}

/// Lists the waffles in which a handle holds spots now, newest first.
pub async fn waffles(pool: &PgPool, handle: &Handle) -> Result<Vec<HeldWaffle>, StoreFailure> {
    let query = sqlx::query_as(
        "SELECT w.id, w.last_seq, h.last_claimed_at, h.paid + h.won + h.lost AS paid, w.total_spots,
            spots_held(h) AS held
         FROM holdings h JOIN waffles w ON w.id = h.waffle_id
         WHERE h.handle = $1 AND spots_held(h) > 0
         ORDER BY w.created_at DESC, w.id DESC",
    );
    Ok(query.bind(handle.as_str()).fetch_all(pool).await?)
}

/// Reads what a handle holds in some waffles, with all spots, in the order of the ids. A waffle in which it holds
/// nothing any more has no entry.
pub async fn part(pool: &PgPool, handle: &Handle, ids: &[Uuid]) -> Result<Vec<Entry>, StoreFailure> {
    // Each board is searched by its own index, whatever the statistics say.
    let sql = format!(
        "SELECT {COLUMNS}, l.*
         FROM unnest($2::uuid[]) WITH ORDINALITY AS c (id, place)
         JOIN waffles w ON w.id = c.id
         JOIN holdings h ON h.handle = $1 AND h.waffle_id = c.id
         CROSS JOIN LATERAL (
            SELECT {SPOT_COLUMNS} FROM spots s WHERE s.waffle_id = c.id AND s.claimed_by_handle = $1
         ) l
         WHERE l.numbers IS NOT NULL
         ORDER BY c.place"
    );
    let part = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(handle.as_str()).bind(ids).try_map(|row| entry(&row));
    Ok(part.fetch_all(pool).await?)
}
