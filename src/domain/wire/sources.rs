//! Where the claims of a waffle came from.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// The sources of a waffle's claims.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Sources {
    /// Those with the most pending spots first.
    pub entries: Vec<Source>,
}

/// The claims from one address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Source {
    /// Identifies the address, only within this waffle; it can't be reversed.
    #[schema(example = "5f0c9e0a3b7d4c2186e1f2a9d8b7c6e5")]
    pub source: String,
    /// The handles that claimed; at most 50 of them.
    #[schema(max_items = 50, example = json!(["anna", "ben"]))]
    pub handles: Vec<String>,
    /// The number of different handles.
    #[schema(example = 2)]
    pub handle_count: i64,
    /// How many of the spots are still held.
    #[schema(example = 12)]
    pub spots: i64,
    /// How many of those are unpaid.
    #[schema(example = 9)]
    pub pending: i64,
    /// When the first claim came.
    pub first_at: DateTime<Utc>,
    /// When the last one came.
    pub last_at: DateTime<Utc>,
}
