//! The functions that decide, such as `claim_spots`: one in each file of `functions/`, installed at the start.
//!
//! Servers of several builds may share a database while it is upgraded, and start in any order. So the texts have an
//! edition, and a build does not replace the functions of a later edition: those must serve it too.
//! `docs/decisions/13-sql-functions.md` says what that requires of a change.

use sqlx::Postgres;
use sqlx::postgres::{PgArguments, PgConnection};
use sqlx::query::Query;
use sqlx::types::ipnetwork::IpNetwork;
use waffle_domain::author::Author;

/// Names files of `functions/`, and puts their texts into the program.
macro_rules! functions {
    ($($name:literal)+) => { [$(($name, include_str!(concat!("functions/", $name, ".sql")))),+] };
}

/// The edition of [`FUNCTIONS`]. The first change of a text after a release raises it by one.
pub const EDITION: i32 = 1;

/// Every function: its name and its text.
pub const FUNCTIONS: [(&str, &str); 6] =
    functions!("change_spots" "claim_spots" "merge_users" "say_paid" "spots_held" "take_payments");

/// Installs the functions whose texts have changed, in one transaction, unless the database has a later edition.
pub(crate) async fn install(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let (names, texts): (Vec<_>, Vec<_>) = FUNCTIONS.into_iter().unzip();
    let installed: Option<i32> = sqlx::query_scalar("SELECT install_functions($1, $2, $3)")
        .bind(EDITION)
        .bind(names)
        .bind(texts)
        .fetch_one(connection)
        .await?;
    match installed {
        Some(0) => {}
        Some(count) => log::info!(edition = EDITION, count; "installed the functions of the database"),
        None => log::info!("kept the functions of the database, which a later version has installed"),
    }
    Ok(())
}

/// Binds an author as three values, for a call with `ROW($1, $2, $3)`.
pub(crate) fn bind_author<'q>(
    call: Query<'q, Postgres, PgArguments>,
    author: Option<&'q Author>,
) -> Query<'q, Postgres, PgArguments> {
    call.bind(author.map(|author| author.account_id))
        .bind(author.map(|author| author.username.as_str()))
        .bind(author.and_then(|author| author.ip_address).map(IpNetwork::from))
}

/// Writes ids as the text of a PostgreSQL array: arrays in an array would need equal lengths.
pub(crate) fn array_of(ids: &[i64]) -> String {
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    format!("{{{}}}", ids.join(","))
}
