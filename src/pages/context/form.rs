//! Form fields that come back as typed, with their errors.

use serde::Serialize;
use waffle_domain::invalid::FieldError;

/// A form field: the value as typed, and its error if it has one.
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

    /// A field as typed, with the error found for it, if any.
    pub fn typed(name: &str, value: &str, faults: &[FieldError]) -> Self {
        let error = faults.iter().find(|fault| fault.field == name).map(|fault| fault.message.clone());
        Self { value: value.to_owned(), error }
    }

    /// A field as typed, with its error.
    pub fn refused(value: impl Into<String>, error: impl Into<String>) -> Self {
        Self { value: value.into(), error: Some(error.into()) }
    }
}

/// One of several checkboxes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Choice {
    pub value: String,
    pub label: String,
    /// A second line in smaller type.
    pub detail: Option<String>,
    pub checked: bool,
}
