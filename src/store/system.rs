//! How the database fares, for those who run the service.

use sqlx::FromRow;
use sqlx::postgres::PgPool;

use crate::failure::StoreFailure;

/// What the database tells of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromRow)]
pub struct DatabaseFacts {
    /// Its size on disk, in bytes.
    pub bytes: i64,
    /// Waffles that take claims: active, and not archived.
    pub active_waffles: i64,
    /// Audit records that wait to be moved into the log.
    pub audit_backlog: i64,
}

/// Reads the facts of now.
pub async fn facts(pool: &PgPool) -> Result<DatabaseFacts, StoreFailure> {
    let query = sqlx::query_as(
        "SELECT pg_database_size(current_database()) AS bytes,
            (SELECT count(*) FROM waffles WHERE status = 'active' AND NOT archived) AS active_waffles,
            (SELECT count(*) FROM audit_outbox) AS audit_backlog",
    );
    Ok(query.fetch_one(pool).await?)
}
