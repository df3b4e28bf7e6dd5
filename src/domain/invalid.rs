//! What is wrong with input, field by field.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;
use waffle_language::Text;

/// What is wrong with one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FieldError {
    /// The field's name, as it was sent.
    #[schema(example = "total_spots")]
    pub field: String,
    /// A sentence for a person.
    #[serde(serialize_with = "in_english", deserialize_with = "verbatim")]
    #[schema(value_type = String, example = "A waffle has 2 to 10,000 spots.")]
    pub message: Text,
}

impl FieldError {
    /// Creates an error for a field; `message` is a sentence for a person.
    pub fn new(field: impl Into<String>, message: impl Into<Text>) -> Self {
        Self { field: field.into(), message: message.into() }
    }
}

fn in_english<S: Serializer>(text: &Text, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&text.english())
}

fn verbatim<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
    String::deserialize(deserializer).map(Text::verbatim)
}

/// Input that was refused, with at least one invalid field.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", sentence(.0))]
pub struct Invalid(pub Vec<FieldError>);

/// Makes a struct of the values that its fields' checks return, or fails with the faults of all that refuse.
///
/// ```ignore
/// checked!(Self { name: parse_name(name), body: parse_body(body) })
/// // makes
/// match (parse_name(name), parse_body(body)) {
///     (Ok(name), Ok(body)) => Ok(Self { name, body }),
///     (name, body) => Err(Invalid::of_all([name.err(), body.err()])),
/// }
/// ```
macro_rules! checked {
    ($name:ident { $($field:ident: $check:expr),+ $(,)? }) => {
        match ($($check,)+) {
            ($(Ok($field),)+) => Ok($name { $($field),+ }),
            ($($field,)+) => Err($crate::invalid::Invalid::of_all([$($field.err()),+])),
        }
    };
}
pub(crate) use checked;

impl Invalid {
    /// Puts the faults of several checks into one refusal.
    pub fn of_all(faults: impl IntoIterator<Item = Option<Self>>) -> Self {
        Self(faults.into_iter().flatten().flat_map(|Self(fields)| fields).collect())
    }

    /// Creates a refusal of one field.
    pub fn field(field: impl Into<String>, message: impl Into<Text>) -> Self {
        Self(vec![FieldError::new(field, message)])
    }

    /// Puts the faults at a field of another name.
    #[must_use]
    pub fn at_field(self, field: &str) -> Self {
        Self(self.0.into_iter().map(|fault| FieldError { field: field.to_owned(), ..fault }).collect())
    }
}

/// Collects the errors in a form, so that its sender sees them all together.
#[derive(Debug, Default)]
pub struct Findings(Vec<FieldError>);

impl Findings {
    /// Returns the value, or notes the error and returns `None`.
    pub fn keep<T>(&mut self, result: Result<T, Invalid>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(Invalid(fields)) => {
                self.0.extend(fields);
                None
            }
        }
    }

    /// Adds an error.
    pub fn refuse(&mut self, field: &str, message: impl Into<Text>) {
        self.0.push(FieldError::new(field, message));
    }

    /// Fails with the collected errors, if there are any.
    pub fn into_result(self) -> Result<(), Invalid> {
        if self.0.is_empty() { Ok(()) } else { Err(Invalid(self.0)) }
    }
}

/// In English, for logs and the API.
fn sentence(fields: &[FieldError]) -> String {
    fields.iter().map(|f| f.message.english()).collect::<Vec<_>>().join(" ")
}
