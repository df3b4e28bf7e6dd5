//! The configuration itself.

use waffle_service::config::{Config, ConfigError};

use super::report::Finding;

const NAME: &str = "configuration";

pub(super) fn judge(config: &Config) -> Finding {
    if config.warnings.is_empty() {
        return Finding::ok(NAME, format!("valid; listens on {}", config.server.listen));
    }
    let to_do = "Correct the environment; config/default.toml explains each key.";
    Finding::warning(NAME, config.warnings.join("; "), to_do)
}

pub(super) fn bad(error: &ConfigError) -> Finding {
    Finding::wrong(NAME, error.to_string(), "Correct the environment: no server starts with it.")
}
