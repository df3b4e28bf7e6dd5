//! Removes the code that guards a rule of the sale: the negative control of every test that says the rule holds.

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions};

use crate::TestDatabaseError;

/// The lines of the functions that are marked as guards: their names, the functions, the ends of the lines, and what
/// replaces them.
pub const GUARDS: [(&str, &str, &str, &str); 14] = [
    ("block", "claim_spots", "THEN 'handle_blocked' -- guard: block", "AND false THEN 'handle_blocked'"),
    ("opening", "claim_spots", "THEN 'not_open_yet' -- guard: opening", "AND false THEN 'not_open_yet'"),
    ("pause", "claim_spots", "THEN 'claims_paused' -- guard: pause", "AND false THEN 'claims_paused'"),
    ("cap", "claim_spots", "THEN 'too_many_spots' -- guard: cap", "- 20000 THEN 'too_many_spots'"),
    ("sum", "claim_spots", "+ c.spots -- guard: sum", "- 20000"),
    ("judge", "claim_spots", "WHERE p.status <> 'available' -- guard: judge", "WHERE false"),
    ("update", "claim_spots", "AND p.status = 'available' -- guard: update", ""),
    ("count", "claim_spots", "IF changed_count IS DISTINCT FROM expected THEN -- guard: count", "IF false THEN"),
    ("deadline", "change_spots", "AND p.pay_by <= now() -- guard: deadline", "AND p.pay_by IS NOT NULL"),
    ("said", "change_spots", "); -- guard: said", "AND false);"),
    ("buyer", "change_spots", "THEN 'not_found' -- guard: buyer", "AND false THEN 'not_found'"),
    ("origin", "change_spots", "THEN 'wrong_status' -- guard: origin", "AND false THEN 'wrong_status'"),
    ("receipt", "change_spots", "THEN 'wrong_status' -- guard: receipt", "AND false THEN 'wrong_status'"),
    ("lock", "change_spots", "THEN 'locked' -- guard: lock", "AND false THEN 'locked'"),
];

/// Removes the guards that keep spots from being sold twice.
pub async fn remove_claim_guards(database: &PgConnectOptions) -> Result<(), TestDatabaseError> {
    for name in ["judge", "update", "count"] {
        remove_guard(database, name).await?;
    }
    // As a last safety net it would stop overselling a full board.
    let mut connection = database.connect().await?;
    let net = "ALTER TABLE waffles DROP CONSTRAINT waffles_counts_add_up";
    sqlx::raw_sql(net).execute(&mut connection).await?;
    Ok(())
}

/// A guard that was removed.
#[derive(Debug)]
pub struct Removed {
    connection: PgConnection,
    /// The function as it was.
    definition: String,
}

impl Removed {
    /// Puts the guard back.
    pub async fn put_back(mut self) -> Result<(), TestDatabaseError> {
        sqlx::raw_sql(AssertSqlSafe(self.definition)).execute(&mut self.connection).await?;
        sqlx::raw_sql("ALTER TABLE spots ENABLE TRIGGER spots_locked").execute(&mut self.connection).await?;
        Ok(())
    }
}

/// Removes the guard of this name.
pub async fn remove_guard(database: &PgConnectOptions, name: &str) -> Result<Removed, TestDatabaseError> {
    let guard = GUARDS.iter().find(|(guard, ..)| *guard == name);
    let (_, function, line, without) = guard.ok_or_else(|| TestDatabaseError::NoGuard(name.into()))?;
    let mut connection = database.connect().await?;
    let definition = rewrite(&mut connection, function, line, without).await?;
    if name == "lock" {
        // A trigger of the table refuses it as well.
        sqlx::raw_sql("ALTER TABLE spots DISABLE TRIGGER spots_locked").execute(&mut connection).await?;
    }
    Ok(Removed { connection, definition })
}

/// Replaces a part of a function, wherever it occurs in it; returns the function as it was.
pub(super) async fn rewrite(
    connection: &mut PgConnection,
    function: &str,
    part: &str,
    by: &str,
) -> Result<String, TestDatabaseError> {
    let query = sqlx::query_scalar("SELECT pg_get_functiondef($1::text::regproc)").bind(function);
    let definition: String = query.fetch_one(&mut *connection).await?;
    if !definition.contains(part) {
        return Err(TestDatabaseError::NoGuard(part.into()));
    }
    sqlx::raw_sql(AssertSqlSafe(definition.replace(part, by))).execute(connection).await?;
    Ok(definition)
}
