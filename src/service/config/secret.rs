//! The secrets, which come only from the environment and are never shown.

use std::fmt;

use super::{ConfigError, Environment};

const JWT_SECRET_MIN_CHARS: usize = 32;

/// A text that must not be shown: its `Debug` output is redacted.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a secret.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Returns the text itself, for the one place that needs it.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("[redacted]")
    }
}

/// The secrets that `waffle serve` needs.
#[derive(Debug, Clone)]
pub struct Secrets {
    /// Connection string of the database.
    pub database_url: Secret,
    /// Signs the sessions; at least 32 characters.
    pub jwt_secret: Secret,
    /// Password of the first account.
    pub admin_password: Secret,
}

impl Secrets {
    pub(super) fn load(environment: &Environment) -> Result<Self, ConfigError> {
        let (database_url, jwt_secret, admin_password) =
            (environment.get("DATABASE_URL"), environment.get("JWT_SECRET"), environment.get("ADMIN_PASSWORD"));
        let (Some(database_url), Some(jwt_secret), Some(admin_password)) = (database_url, jwt_secret, admin_password)
        else {
            return Err(missing(&[
                (
                    "DATABASE_URL",
                    database_url,
                    "the connection string of a PostgreSQL database, as in postgres://user:password@host:5432/waffle",
                ),
                ("JWT_SECRET", jwt_secret, "at least 32 random characters, as from: openssl rand -hex 32"),
                ("ADMIN_PASSWORD", admin_password, "the password for the first account, admin"),
            ]));
        };
        if !database_url.starts_with("postgres://") && !database_url.starts_with("postgresql://") {
            return Err(ConfigError::new(
                "The environment variable DATABASE_URL is no connection string of PostgreSQL. Set it to \
                 postgres://user:password@host:5432/waffle, or run `waffle demo`, which needs no database.",
            ));
        }
        let chars = jwt_secret.chars().count();
        if chars < JWT_SECRET_MIN_CHARS {
            return Err(ConfigError::new(format!(
                "The environment variable JWT_SECRET has {chars} characters, but needs {JWT_SECRET_MIN_CHARS} at \
                 least. Set it to the output of: openssl rand -hex 32. To only try Waffle, run `waffle demo`, which \
                 makes its own.",
            )));
        }
        Ok(Self {
            database_url: Secret::new(database_url),
            jwt_secret: Secret::new(jwt_secret),
            admin_password: Secret::new(admin_password),
        })
    }
}

fn missing(variables: &[(&str, Option<&str>, &str)]) -> ConfigError {
    let missing: Vec<_> = variables.iter().filter(|(_, value, _)| value.is_none()).collect();
    let mut text = match missing.as_slice() {
        [_] => "One environment variable is missing. Set it and start again:\n".to_owned(),
        _ => "These environment variables are missing. Set them and start again:\n".to_owned(),
    };
    for (name, _, meaning) in missing {
        text += "  ";
        text += name;
        text += ": ";
        text += meaning;
        text += "\n";
    }
    text.push_str("To only try Waffle, run `waffle demo`: it needs none of them.");
    ConfigError::new(text)
}
