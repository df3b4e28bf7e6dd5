//! The environment variables, and how they override the defaults.

use std::{collections::BTreeMap, ffi::OsString};

use config::{File, FileFormat, Map, Value};

use super::{ConfigError, Raw};

const DEFAULTS: &str = include_str!("../../../config/default.toml");
const PREFIX: &str = "WAFFLE__";
const SEPARATOR: &str = "__";

/// The variables that the configuration reads, as a value, so that tests and the demo can make them up.
#[derive(Clone, Default)]
pub struct Environment(BTreeMap<String, String>);

impl Environment {
    /// Returns the variables of this process. Invalid UTF-8 becomes replacement characters.
    pub fn of_process() -> Self {
        let text = |text: OsString| text.to_string_lossy().into_owned();
        Self(std::env::vars_os().map(|(name, value)| (text(name), text(value))).collect())
    }

    /// Adds or replaces a variable.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.0.insert(name.into(), value.into());
        self
    }

    /// Returns a variable's value; a blank one counts as unset.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.trim().is_empty())
    }

    pub(super) fn override_defaults(&self) -> Result<Raw, ConfigError> {
        let defaults = config::Config::builder()
            .add_source(File::from_str(DEFAULTS, FileFormat::Toml))
            .build()
            .map_err(|error| ConfigError::new(error.to_string()))?;
        let known = defaults.cache.clone().into_table().map_err(|error| ConfigError::new(error.to_string()))?;

        let mut builder = config::Config::builder().add_source(defaults);
        for (name, value) in &self.0 {
            let Some(path) = name.strip_prefix(PREFIX) else { continue };
            let key = known_key(name, path, &known)?;
            builder = builder.set_override(key, value.as_str()).map_err(|error| {
                ConfigError::new(format!("The environment variable {name} can't be read: {error}."))
            })?;
        }
        builder.build().and_then(config::Config::try_deserialize).map_err(|error| self.describe(&error))
    }

    fn describe(&self, error: &config::ConfigError) -> ConfigError {
        match error {
            config::ConfigError::At { error: inner, key: Some(key), .. } => self.describe_value(key, inner),
            config::ConfigError::Type { key: Some(key), .. } => self.describe_value(key, error),
            other => ConfigError::new(other.to_string()),
        }
    }

    fn describe_value(&self, key: &str, error: &config::ConfigError) -> ConfigError {
        let variable = variable(key);
        match (error, self.0.get(&variable)) {
            (config::ConfigError::Type { expected, .. }, Some(value)) => ConfigError::bad_value(key, value, expected),
            (error, value) => ConfigError::new(format!(
                "The setting {key} can't be used, {variable} is \"{}\": {error}.",
                value.map_or("", String::as_str)
            )),
        }
    }
}

/// Returns the variable that overrides a key: `WAFFLE__SERVER__LISTEN` for `server.listen`.
pub(super) fn variable(key: &str) -> String {
    format!("{PREFIX}{}", key.replace('.', SEPARATOR).to_uppercase())
}

/// Returns the key that a variable overrides: nested sections, then a name.
fn known_key(name: &str, path: &str, known: &Map<String, Value>) -> Result<String, ConfigError> {
    let path = path.to_lowercase();
    let (sections, key) = path.rsplit_once(SEPARATOR).unwrap_or((path.as_str(), ""));
    let mut keys = known.clone();
    for section in sections.split(SEPARATOR) {
        keys = keys.get(section).and_then(|value| value.clone().into_table().ok()).ok_or_else(|| {
            ConfigError::new(format!(
                "The environment variable {name} names no setting: there is no section \"{section}\". Remove it, \
                 or use one of the sections {}, as in WAFFLE__SERVER__LISTEN.",
                sorted(&keys)
            ))
        })?;
    }
    let section = sections.replace(SEPARATOR, ".");
    if keys.get(key).is_some_and(|value| value.clone().into_table().is_err()) {
        return Ok(format!("{section}.{key}"));
    }
    Err(ConfigError::new(format!(
        "The environment variable {name} names no setting: the section \"{section}\" has no key \"{key}\". Remove it, \
         or use one of its keys {}, as in {}.",
        sorted(&keys),
        variable(&format!("{section}.{}", keys.keys().min().map_or("", String::as_str)))
    )))
}

fn sorted(names: &Map<String, Value>) -> String {
    let mut names: Vec<&str> = names.keys().map(String::as_str).collect();
    names.sort_unstable();
    names.join(", ")
}
