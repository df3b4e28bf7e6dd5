//! Whose payments come from whom, as sellers see it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A page of payers.
#[derive(Debug, Serialize, ToSchema)]
pub struct Payers {
    /// Who has paid last comes first.
    pub payers: Vec<Payer>,
    #[schema(example = 1)]
    pub page: u32,
    #[schema(example = 25)]
    pub per_page: u32,
    /// How many there are on all pages.
    #[schema(example = 1)]
    pub total: i64,
}

/// A name that payments come with, and the handle that they are for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Payer {
    pub id: Uuid,
    #[schema(example = "Anna Perez")]
    pub name: String,
    #[schema(example = "anna")]
    pub social_handle: String,
    /// When a line was first taken for the handle.
    pub since: DateTime<Utc>,
    /// And when last.
    pub last_at: DateTime<Utc>,
}
