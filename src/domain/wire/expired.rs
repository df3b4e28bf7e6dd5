//! Spots that were not paid in time.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

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

/// A spot that expired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ExpiredSpot {
    #[schema(example = 3)]
    pub number: i32,
    pub expired_at: DateTime<Utc>,
    /// Whether it is still available.
    pub free: bool,
}
