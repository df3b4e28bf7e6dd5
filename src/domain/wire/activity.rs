//! What happened to a waffle's spots, as sellers see it.

use crate::event::Reason;
use crate::spot::SpotStatus;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// What happened to a waffle's spots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Activity {
    /// The newest first.
    pub entries: Vec<ActivityEntry>,
}

/// One change of one spot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ActivityEntry {
    /// One higher than the previous one: it shows who was first.
    #[schema(example = 41)]
    pub seq: i64,
    pub at: DateTime<Utc>,
    #[schema(example = 3)]
    pub spot_number: i32,
    pub from_status: SpotStatus,
    pub to_status: SpotStatus,
    /// Who holds the spot; on a release, who lost it.
    #[schema(example = "anna")]
    pub social_handle: String,
    /// The admin who did it; `null` for buyers and the clock.
    #[schema(required)]
    pub admin_username: Option<String>,
    /// Why, where the statuses don't say it.
    #[schema(required)]
    pub reason: Option<Reason>,
}
