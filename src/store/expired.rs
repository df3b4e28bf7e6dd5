//! Lists spots that were not paid in time.

use chrono::{DateTime, Utc};
use sqlx::Row;
use sqlx::postgres::PgPool;
use uuid::Uuid;
use waffle_domain::wire::expired::ExpiredSpot;

use crate::failure::StoreFailure;

/// The most spots that are listed.
const MOST: i64 = 10_000;

reader! {
    fn expired(row) -> ExpiredSpot { number, expired_at, free }
}

/// Lists the spots of a waffle that expired since a moment, newest first, and those that expired together by number.
/// Each spot of a handle is listed once, with the handle.
pub async fn list(
    pool: &PgPool,
    waffle_id: Uuid,
    since: DateTime<Utc>,
) -> Result<Vec<(String, ExpiredSpot)>, StoreFailure> {
    let list = "SELECT x.* FROM (
            SELECT DISTINCT ON (e.social_handle, e.spot_id) e.social_handle, e.spot_number AS number,
                e.at AS expired_at, p.status = 'available' AS free
            FROM events e JOIN spots p ON p.id = e.spot_id
            WHERE e.waffle_id = $1 AND e.reason = 'expired' AND e.at > $2
            ORDER BY e.social_handle, e.spot_id, e.seq DESC
         ) x
         ORDER BY x.expired_at DESC, x.number LIMIT $3";
    let list = sqlx::query(list).bind(waffle_id).bind(since).bind(MOST);
    Ok(list.try_map(|row| Ok((row.try_get("social_handle")?, expired(&row)?))).fetch_all(pool).await?)
}
