//! Share templates as clients see them.

use serde::Serialize;
use utoipa::ToSchema;
use waffle_domain::share::ShareTemplate;

use crate::sorted::sorted;

/// All templates.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShareTemplates {
    /// The oldest first.
    #[serde(serialize_with = "sorted")]
    pub templates: Vec<ShareTemplate>,
}
