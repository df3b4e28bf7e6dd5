//! Form fields that come back with what was typed and what was wrong with it.

use serde::Serialize;
use waffle_domain::invalid::FieldError;

/// One field of a form: the value as typed, and what is wrong with it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Field {
    pub value: String,
    pub error: Option<String>,
}

impl Field {
    /// A field with a value and no error.
    pub fn new(value: impl Into<String>) -> Self {
        Self { value: value.into(), error: None }
    }

    /// A field with what was typed and what was found wrong with it, if anything.
    pub fn typed(name: &str, value: &str, faults: &[FieldError]) -> Self {
        let error = faults.iter().find(|fault| fault.field == name).map(|fault| fault.message.clone());
        Self { value: value.to_owned(), error }
    }

    /// A field with what was typed and the reason why it was refused.
    pub fn refused(value: impl Into<String>, error: impl Into<String>) -> Self {
        Self { value: value.into(), error: Some(error.into()) }
    }
}

/// One of several checkboxes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Choice {
    pub value: String,
    pub label: String,
    /// A second, quieter line.
    pub detail: Option<String>,
    pub checked: bool,
}
