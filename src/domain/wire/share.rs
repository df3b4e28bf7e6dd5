//! Share templates as clients see them.

use crate::share::ShareTemplate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::wire::sorted::sorted;

/// All templates.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShareTemplates {
    /// The oldest first.
    #[serde(serialize_with = "sorted")]
    pub templates: Vec<ShareTemplate>,
}
