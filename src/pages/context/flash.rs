//! What the last form did, told above the page that it led to.

use serde::Serialize;

/// One sentence.
#[derive(Debug, Clone, Serialize)]
pub struct Flash {
    /// Whether the form was refused.
    pub failed: bool,
    pub text: String,
}

impl Flash {
    /// Tells that it was done.
    pub fn done(text: impl Into<String>) -> Self {
        Self { failed: false, text: text.into() }
    }

    /// Tells that nothing was done.
    pub fn failed(text: impl Into<String>) -> Self {
        Self { failed: true, text: text.into() }
    }
}
