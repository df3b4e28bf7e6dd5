//! The message at the top of a page that says what the last form did.

use serde::Serialize;

use crate::context::Moment;

/// One sentence.
#[derive(Debug, Clone, Serialize)]
pub struct Flash {
    /// Whether the form was refused.
    pub failed: bool,
    pub text: String,
    /// When the waffle opens, if the message says that too.
    pub opens: Option<Moment>,
}

/// Isolates a name within one of our sentences, so that one that runs from right to left doesn't turn the rest around.
pub fn set_apart(name: &str) -> String {
    format!("\u{2068}{name}\u{2069}")
}

impl Flash {
    /// A message that it was done.
    pub fn done(text: impl Into<String>) -> Self {
        Self { failed: false, text: text.into(), opens: None }
    }

    /// A message that nothing was done.
    pub fn failed(text: impl Into<String>) -> Self {
        Self { failed: true, text: text.into(), opens: None }
    }
}
