//! Sessions, as their owner sees them.

use serde::Serialize;
use utoipa::ToSchema;

/// How many sessions were ended.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionsEnded {
    #[schema(example = 2)]
    pub ended: u64,
}
