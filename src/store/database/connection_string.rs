//! Connection strings, which may name several servers.

use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;

use crate::failure::StoreFailure;

/// The most servers that a connection string may name.
const MOST_SERVERS: usize = 16;
const NO_CONNECTION_STRING: &str = "DATABASE_URL is no PostgreSQL connection string";

/// Reads a connection string, which may name several servers as libpq reads it (its documentation, 34.1.1.2). Returns
/// how to connect to each. Errors never repeat the string, because it holds a password.
pub(super) fn parse(url: &str) -> Result<Vec<PgConnectOptions>, StoreFailure> {
    let parse = |url: &String| PgConnectOptions::from_str(url).map_err(|_| NO_CONNECTION_STRING);
    servers(url).and_then(|urls| urls.iter().map(parse).collect()).map_err(|reason| StoreFailure::Broken(reason.into()))
}

/// Makes a connection string for each server of one that names several.
fn servers(url: &str) -> Result<Vec<String>, &'static str> {
    let (scheme, rest) = url.split_once("://").ok_or(NO_CONNECTION_STRING)?;
    let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let (user, hosts) = authority.rsplit_once('@').map_or(("", authority), |(user, hosts)| (user, hosts));
    let at = if authority.contains('@') { "@" } else { "" };
    let (path, parameters) = path.split_once('?').unwrap_or((path, ""));
    let (target, others): (Vec<_>, Vec<_>) =
        parameters.split('&').partition(|parameter| parameter.starts_with("target_session_attrs="));
    if !target.iter().all(|target| target.ends_with("=read-write") || target.ends_with("=primary")) {
        return Err("DATABASE_URL: target_session_attrs can only be read-write or primary, which are the same here");
    }
    if others.iter().any(|parameter| {
        parameter.starts_with("host") && (parameter.contains(',') || parameter.to_lowercase().contains("%2c"))
    }) {
        return Err("DATABASE_URL: name several servers as postgres://user@one:5432,two:5432/database");
    }
    let question = if parameters.is_empty() { "" } else { "?" };
    let parameters = others.join("&");
    let urls: Vec<String> =
        hosts.split(',').map(|host| format!("{scheme}://{user}{at}{host}{path}{question}{parameters}")).collect();
    if urls.len() > MOST_SERVERS || (urls.len() > 1 && hosts.split(',').any(str::is_empty)) {
        return Err("DATABASE_URL can name up to 16 servers, separated by commas");
    }
    Ok(urls)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(url: &str) -> Vec<(String, u16)> {
        parse(url).unwrap().iter().map(|options| (options.get_host().to_owned(), options.get_port())).collect()
    }

    fn refusal(url: &str) -> String {
        parse(url).unwrap_err().to_string()
    }

    #[test]
    fn one_server_or_several_are_found_in_a_connection_string() {
        assert_eq!(hosts("postgres://me:secret@one:5433/w"), [("one".into(), 5433)]);
        let several = hosts("postgres://me:a,b%40c@one:1,two/w?sslmode=disable&target_session_attrs=read-write");
        assert_eq!(several, [("one".into(), 1), ("two".into(), 5432)]);
        assert_eq!(hosts("postgres:///w?host=%2Frun%2Fpostgresql&port=5433")[0].1, 5433);
        for options in parse("postgres://me:a,b%40c@one,two/w?target_session_attrs=primary").unwrap() {
            assert_eq!((options.get_username(), options.get_database()), ("me", Some("w")));
        }
    }

    #[test]
    fn up_to_sixteen_servers_may_be_named() {
        let url = |count: usize| format!("postgres://me@{}/w", vec!["one"; count].join(","));
        assert_eq!(hosts(&url(16)).len(), 16);
        assert!(refusal(&url(17)).contains("up to 16 servers"));
        assert!(refusal("postgres://me@one,,two/w").contains("separated by commas"));
    }

    #[test]
    fn what_is_refused_is_said_without_the_password() {
        for (url, reason) in [
            ("hunter2", "no PostgreSQL connection string"),
            ("postgres://me:hunter2@one:x,two/w", "no PostgreSQL connection string"),
            ("postgres://me:hunter2@one,two/w?target_session_attrs=standby", "read-write"),
            ("postgres://me:hunter2@one/w?host=one,two", "postgres://user@one:5432,two:5432/database"),
            ("postgres://me:hunter2@one/w?host=one%2Ctwo", "postgres://user@one:5432,two:5432/database"),
        ] {
            let refusal = refusal(url);
            assert!(refusal.contains(reason) && !refusal.contains("hunter2"), "{refusal}");
        }
    }
}
