//! Form fields that come back as typed, with their errors.

use std::collections::BTreeMap;

use serde::Serialize;
use waffle_domain::invalid::FieldError;
use waffle_http::session::csrf_form::Fields;
use waffle_language::Text;

/// A form field: the value as typed, and its error if it has one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Field {
    pub value: String,
    pub error: Option<Text>,
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
    pub fn refused(value: impl Into<String>, error: impl Into<Text>) -> Self {
        Self { value: value.into(), error: Some(error.into()) }
    }
}

/// All fields of a form, by their names. One that isn't there is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Form(BTreeMap<String, Field>);

impl Form {
    /// A form with these values and no errors.
    pub fn of(values: impl IntoIterator<Item = (impl Into<String>, String)>) -> Self {
        Self(values.into_iter().map(|(name, value)| (name.into(), Field::new(value))).collect())
    }

    /// A form as typed, except for passwords, which are never sent back, with its errors.
    pub fn typed(fields: &Fields, faults: &[FieldError]) -> Self {
        let names = fields.iter().map(|(name, _)| name).filter(|name| !name.ends_with("password"));
        Self::of(names.map(|name| (name, fields.text(name).to_owned()))).with(faults)
    }

    /// Returns the value of a field; none if it is empty or wrong.
    pub fn sound(&self, name: &str) -> Option<&str> {
        let field = self.0.get(name).filter(|field| field.error.is_none())?;
        Some(field.value.trim()).filter(|value| !value.is_empty())
    }

    /// Sets the value of a field.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        self.0.entry(name.to_owned()).or_default().value = value.into();
    }

    /// Adds the errors of fields.
    #[must_use]
    pub fn with(mut self, faults: &[FieldError]) -> Self {
        for FieldError { field, message } in faults {
            self.0.entry(field.clone()).or_default().error.get_or_insert_with(|| message.clone());
        }
        self
    }
}

/// One of several checkboxes, or of several options of which one is chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Choice {
    pub value: String,
    pub label: String,
    /// A second line in smaller type.
    pub detail: Option<Text>,
    pub checked: bool,
}
