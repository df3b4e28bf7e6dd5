//! What all tables hold, so that a copy can be compared with the database.

use std::collections::BTreeMap;

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions};

use crate::TestDatabaseError;

/// Returns a checksum of the rows of every table, by the table's name, all of one moment.
pub async fn checksums(database: &PgConnectOptions) -> Result<BTreeMap<String, String>, TestDatabaseError> {
    let mut connection = database.connect().await?;
    sqlx::raw_sql("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").execute(&mut connection).await?;
    let names = "SELECT format('%I', relname) FROM pg_class
                 WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace";
    let names: Vec<String> = sqlx::query_scalar(names).fetch_all(&mut connection).await?;
    let mut sums = BTreeMap::new();
    for name in names {
        let sum = format!(
            "SELECT count(*) || ' ' || coalesce(md5(string_agg(row::text, E'\\n' ORDER BY row::text)), '')
             FROM {name} AS row"
        );
        let sum = sqlx::query_scalar(AssertSqlSafe(sum)).fetch_one(&mut connection).await?;
        sums.insert(name, sum);
    }
    Ok(sums)
}
