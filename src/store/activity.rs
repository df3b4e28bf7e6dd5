//! What happened to a waffle's spots, as sellers see it.

use crate::pools::PgPool;
use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::Row;
use sqlx::postgres::PgRow;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::event::Reason;
use waffle_domain::handle::Handle;
use waffle_domain::spot::SpotStatus;

use crate::failure::StoreFailure;
use crate::row_reader::parsed;

/// What happened to a waffle's spots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Activity {
    /// The newest first.
    pub entries: Vec<ActivityEntry>,
}

row! {
    /// One change of one spot.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
    pub struct ActivityEntry {
        /// One higher than the previous one: it shows who was first.
        #[schema(example = 41)]
        pub seq: i64,
        pub at: DateTime<Utc>,
        #[schema(example = 3)]
        pub spot_number: i32,
        pub from_status: SpotStatus = parsed,
        pub to_status: SpotStatus = parsed,
        /// Who holds the spot; on a release, who lost it.
        #[schema(example = "anna")]
        pub social_handle: String,
        /// Who held it before; only if it got another handle.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false, example = "ana")]
        pub from_handle: Option<String>,
        /// The admin who did it; `null` for buyers and the clock.
        #[schema(required)]
        pub admin_username: Option<String> as "username",
        /// Why, where the statuses don't say it.
        #[schema(required)]
        pub reason: Option<Reason> = reason,
    }
}

impl ActivityEntry {
    /// Whether a draw made the change, or what cleared or replaced its winners.
    pub fn is_of_draw(&self) -> bool {
        // A merge of handles leaves the state of a winner as it is.
        self.from_status != self.to_status && (self.from_status.is_drawn() || self.to_status.is_drawn())
    }

    /// Whether both changes are those of one draw, which have the same time and author.
    pub fn is_of_same_draw(&self, other: &Self) -> bool {
        self.is_of_draw() && other.is_of_draw() && self.at == other.at && self.admin_username == other.admin_username
    }
}

/// Which of a waffle's transitions are listed.
#[derive(Debug, Clone)]
pub struct ActivityPart {
    /// Only those before this sequence number.
    pub before: i64,
    /// Of what buyers did not get, only what comes before the one with this id.
    pub before_refused: Option<i64>,
    /// At most this many.
    pub limit: i64,
    /// Only those of a spot.
    pub spot: Option<i32>,
    /// Only those of a handle, also those that gave its spots another one.
    pub handle: Option<Handle>,
}

impl ActivityPart {
    /// The newest ones of a whole waffle, at most this many.
    pub const fn newest(limit: i64) -> Self {
        Self { before: i64::MAX, before_refused: None, limit, spot: None, handle: None }
    }
}

/// Lists a waffle's transitions, newest first. A moved deadline is not a transition. Without the losers, a draw has
/// only its winners: thousands of other spots can lose in it.
pub async fn list(
    pool: &PgPool,
    waffle_id: Uuid,
    part: &ActivityPart,
    with_losers: bool,
) -> Result<Vec<ActivityEntry>, StoreFailure> {
    let entries = sqlx::query_as(
        "SELECT e.seq, e.at, e.spot_number, e.from_status, e.to_status, e.social_handle, e.from_handle, e.reason,
            a.username
         FROM (
            SELECT * FROM events
            WHERE waffle_id = $1 AND seq < $2 AND kind = 'spot_update'
                AND (from_status <> to_status OR reason IS NOT NULL)
                AND ($4::integer IS NULL OR spot_number = $4)
                AND ($5::text IS NULL OR social_handle = $5 OR from_handle = $5)
                AND ($6 OR (from_status, to_status) NOT IN (('paid', 'loser'), ('loser', 'paid')))
            ORDER BY seq DESC LIMIT $3
         ) e
         LEFT JOIN admins a ON a.id = e.admin_id ORDER BY e.seq DESC",
    )
    .bind(waffle_id)
    .bind(part.before)
    .bind(part.limit)
    .bind(part.spot)
    .bind(part.handle.as_ref().map(Handle::as_str))
    .bind(with_losers);
    Ok(entries.fetch_all(pool).await?)
}

fn reason(row: &PgRow, column: &str) -> Result<Option<Reason>, sqlx::Error> {
    // A reason that only a newer server knows is left out.
    Ok(row.try_get::<Option<&str>, _>(column)?.and_then(Reason::parse))
}
