//! The response to a request that has nothing to show.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::ToSchema;

/// Confirms that the request is done.
#[derive(Debug, Serialize, ToSchema)]
pub struct Done {
    /// A sentence for a person.
    message: Cow<'static, str>,
}

impl Done {
    /// Confirms with this sentence.
    pub fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self { message: message.into() }
    }
}
