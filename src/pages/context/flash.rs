//! The message at the top of a page that says what the last form did.

use serde::Serialize;

/// One sentence.
#[derive(Debug, Clone, Serialize)]
pub struct Flash {
    /// Whether the form was refused.
    pub failed: bool,
    pub text: String,
}

impl Flash {
    /// A message that it was done.
    pub fn done(text: impl Into<String>) -> Self {
        Self { failed: false, text: text.into() }
    }

    /// A message that nothing was done.
    pub fn failed(text: impl Into<String>) -> Self {
        Self { failed: true, text: text.into() }
    }
}
