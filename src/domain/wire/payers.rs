//! Which payers pay for which handles, as sellers see it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A page of payers.
#[derive(Debug, Serialize, ToSchema)]
pub struct Payers {
    /// The most recent payer comes first.
    pub payers: Vec<Payer>,
    #[schema(example = 1)]
    pub page: u32,
    #[schema(example = 25)]
    pub per_page: u32,
    /// The number of payers on all pages.
    #[schema(example = 1)]
    pub total: i64,
}

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
