//! What can be wrong with the configuration, in words for the operator.

use super::environment::variable;

/// Why the configuration can't be used: one sentence or more for the operator. Never holds a secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(String);

impl ConfigError {
    pub(super) fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }

    /// A key of the file with a value that it can't take.
    pub(super) fn bad_value(key: &str, value: &str, needed: &str) -> Self {
        Self(format!(
            "The setting {key} is \"{value}\", but it needs {needed}. Set {} to such a value, or leave it unset for the default.",
            variable(key)
        ))
    }

    /// A variable with a plain name and a value that it can't take.
    pub(super) fn bad_variable(name: &str, value: &str, needed: &str) -> Self {
        Self(format!("The environment variable {name} is \"{value}\", but it needs {needed}."))
    }
}
