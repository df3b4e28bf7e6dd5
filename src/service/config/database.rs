//! How many connections to the database there may be, and where reports are read.

use serde::Deserialize;
use waffle_store::database;

use super::environment::variable;
use super::{ConfigError, Secret, within};

const REPORTS_URL: &str = "database.reports_url";

#[derive(Debug, Clone)]
pub struct Database {
    /// The most connections for requests.
    pub max_connections: u32,
    /// The most connections for actors.
    pub actor_connections: u32,
    /// Connection string of the standby for reports and exports, if there is one.
    pub reports_url: Option<Secret>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawDatabase {
    max_connections: u32,
    actor_connections: u32,
    reports_url: String,
}

impl RawDatabase {
    pub(super) fn parse(self) -> Result<Database, ConfigError> {
        within("database.max_connections", self.max_connections.into(), 3, 1000)?;
        within("database.actor_connections", self.actor_connections.into(), 2, 1000)?;
        Ok(Database {
            max_connections: self.max_connections,
            actor_connections: self.actor_connections,
            reports_url: reports_url(self.reports_url.trim())?,
        })
    }
}

/// Its value is never repeated, because it holds a password.
fn reports_url(url: &str) -> Result<Option<Secret>, ConfigError> {
    if url.is_empty() {
        return Ok(None);
    }
    let is_postgres = url.starts_with("postgres://") || url.starts_with("postgresql://");
    let wrong = match database::Database::parse(url) {
        Ok(servers) if is_postgres && !servers.is_several() => return Ok(Some(Secret::new(url))),
        Ok(_) if is_postgres => "names several servers, but it can only be one",
        _ => "is no connection string of PostgreSQL for one server, without target_session_attrs",
    };
    Err(ConfigError::new(format!(
        "The setting {REPORTS_URL} {wrong}. Set {} to postgres://user:password@host:5432/waffle, with the host of a \
         standby or of a proxy before several, or leave it unset: reports and exports are then read from the primary.",
        variable(REPORTS_URL)
    )))
}

#[cfg(test)]
mod tests {
    use super::{RawDatabase, reports_url};

    #[test]
    fn the_standby_is_optional_and_its_address_is_not_shown() {
        let raw = |reports_url: &str| RawDatabase {
            max_connections: 16,
            actor_connections: 8,
            reports_url: reports_url.to_owned(),
        };
        assert_eq!(raw(" ").parse().unwrap().reports_url, None);
        let database = raw(" postgresql://me:hunter2@standby:5433/w?sslmode=require ").parse().unwrap();
        let url = database.reports_url.as_ref().map(super::Secret::expose);
        assert_eq!(url, Some("postgresql://me:hunter2@standby:5433/w?sslmode=require"));
        let shown = format!("{database:?}");
        assert!(!shown.contains("hunter2") && !shown.contains("standby"), "{shown}");
    }

    #[test]
    fn what_names_not_exactly_one_server_is_refused_without_its_password() {
        for (url, wrong) in [
            ("hunter2", "is no connection string"),
            ("mysql://me:hunter2@one/w", "is no connection string"),
            ("postgres://me:hunter2@one:x/w", "is no connection string"),
            ("postgres://me:hunter2@one/w?target_session_attrs=standby", "without target_session_attrs"),
            ("postgres://me:hunter2@one,two/w", "names several servers"),
        ] {
            let refusal = reports_url(url).unwrap_err().to_string();
            let whole = [wrong, "database.reports_url", "WAFFLE__DATABASE__REPORTS_URL", "or leave it unset"];
            assert!(whole.iter().all(|words| refusal.contains(words)), "{refusal}");
            assert!(!refusal.contains("hunter2") && !refusal.contains("one/"), "{refusal}");
        }
    }
}
