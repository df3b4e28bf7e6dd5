//! Handles that may not claim, as sellers see them.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// A handle that may not claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct BlockedHandle {
    #[schema(example = "troll")]
    pub handle: String,
    /// For sellers only.
    #[schema(required, example = "claims and never pays")]
    pub reason: Option<String>,
    pub created_at: DateTime<Utc>,
    /// The username of the admin who blocked it.
    #[schema(example = "admin")]
    pub created_by: String,
}
