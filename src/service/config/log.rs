//! The settings of the log.

use std::time::Duration;

use serde::Deserialize;

use super::environment::variable;
use super::{ConfigError, Environment, within};

const FORMAT: &str = "log.format";

#[derive(Debug, Clone)]
pub struct Log {
    /// A filter in `env_logger`'s syntax.
    pub filter: String,
    pub format: LogFormat,
    /// How long a statement of the database takes at least to be named, if there is such a limit.
    pub slow_statement: Option<Duration>,
}

/// How events are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// An object in each line.
    Json,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawLog {
    filter: String,
    format: String,
    slow_statement_ms: u64,
}

impl RawLog {
    pub(super) fn parse(self, environment: &Environment) -> Result<Log, ConfigError> {
        within("log.slow_statement_ms", self.slow_statement_ms, 0, 60_000)?;
        let format = LogFormat::named(&self.format)
            .ok_or_else(|| ConfigError::bad_value(FORMAT, &self.format, "text or json"))?;
        let slow_statement = (self.slow_statement_ms > 0).then(|| Duration::from_millis(self.slow_statement_ms));
        let filter = environment.get("RUST_LOG").map_or(self.filter, str::to_owned);
        Ok(Log { filter, format, slow_statement })
    }
}

impl LogFormat {
    fn named(name: &str) -> Option<Self> {
        match name.trim() {
            "text" => Some(Self::Text),
            "json" => Some(Self::Json),
            _ => None,
        }
    }

    /// Returns the format that is asked for, even if the rest of the configuration can't be used.
    pub fn of(environment: &Environment) -> Self {
        environment.get(&variable(FORMAT)).and_then(Self::named).unwrap_or(Self::Text)
    }
}
