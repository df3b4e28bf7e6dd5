//! Which payers pay for which handles, as sellers see it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A payer's name, and the handle that the payments are for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Payer {
    pub id: Uuid,
    #[schema(example = "Anna Perez")]
    pub name: String,
    #[schema(example = "anna")]
    pub social_handle: String,
    /// When a line was first taken for the handle.
    pub since: DateTime<Utc>,
    /// When a line was last taken for it.
    pub last_at: DateTime<Utc>,
}
