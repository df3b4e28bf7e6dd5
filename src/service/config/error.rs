//! What can be wrong with the configuration, in sentences for the operator.

use super::environment::variable;

/// Why the configuration can't be used, in one or more sentences for the operator. Never contains a secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(String);

impl ConfigError {
    pub(super) fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }

    /// Refuses the value of a key in the file.
    pub(super) fn bad_value(key: &str, value: &str, needed: &str) -> Self {
        Self(format!(
            "The setting {key} is \"{value}\", but it needs {needed}. Set {} to such a value, or leave it \
             unset for the default.",
            variable(key)
        ))
    }

    /// Refuses the value of a variable with a plain name.
    pub(super) fn bad_variable(name: &str, value: &str, needed: &str) -> Self {
        Self(format!("The environment variable {name} is \"{value}\", but it needs {needed}."))
    }
}
