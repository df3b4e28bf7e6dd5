//! Every handle that ever claimed, as sellers see it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// A page of the registry.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Users)]
pub struct KnownBuyers {
    pub users: Vec<KnownBuyer>,
    #[schema(example = 1)]
    pub page: u32,
    #[schema(example = 25)]
    pub per_page: u32,
    /// The number of handles on all pages.
    #[schema(example = 1)]
    pub total: i64,
}

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
