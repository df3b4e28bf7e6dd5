//! Figures about the database for the people that run the service.

use crate::pools::PgPool;

use crate::failure::StoreFailure;

row! {
    /// Figures about the database.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct DatabaseFacts {
        /// Size on disk.
        pub bytes: i64,
        /// Waffles that take claims: active, and not archived.
        pub active_waffles: i64,
        /// Audit entries that wait to be moved to the log.
        pub audit_backlog: i64,
    }
}

/// Reads the current figures.
pub async fn facts(pool: &PgPool) -> Result<DatabaseFacts, StoreFailure> {
    let query = sqlx::query_as(
        "SELECT pg_database_size(current_database()) AS bytes,
            (SELECT count(*) FROM waffles WHERE status = 'active' AND NOT archived) AS active_waffles,
            (SELECT count(*) FROM audit_outbox) AS audit_backlog",
    );
    Ok(query.fetch_one(pool).await?)
}
