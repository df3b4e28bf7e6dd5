//! Every handle that ever claimed, as sellers see it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// A handle that claimed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = User)]
pub struct KnownBuyer {
    #[schema(example = "anna")]
    pub handle: String,
    /// The time of the first claim.
    pub created_at: DateTime<Utc>,
    /// The time of the newest claim.
    pub updated_at: DateTime<Utc>,
}
