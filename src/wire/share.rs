//! Share templates as clients see them.

use serde::Serialize;
use utoipa::ToSchema;
use waffle_domain::share::ShareTemplate;

/// All templates.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShareTemplates {
    /// The oldest first.
    pub templates: Vec<ShareTemplate>,
}
