//! Lists spots that were not paid in time.

use crate::pools::PgPool;
use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::failure::StoreFailure;

/// The most spots that are listed.
const MOST: i64 = 10_000;

/// The recently expired spots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Expired {
    /// By handle, the newest first.
    pub entries: Vec<ExpiredEntry>,
}

/// The spots that one handle did not pay in time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ExpiredEntry {
    #[schema(example = "anna")]
    pub social_handle: String,
    pub spots: Vec<ExpiredSpot>,
}

row! {
    /// A spot that expired.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
    pub struct ExpiredSpot {
        #[schema(example = 3)]
        pub number: i32,
        pub expired_at: DateTime<Utc>,
        /// Whether it is still available.
        pub free: bool,
    }
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
    Ok(list
        .try_map(|row: PgRow| Ok((row.try_get("social_handle")?, ExpiredSpot::from_row(&row)?)))
        .fetch_all(pool)
        .await?)
}
