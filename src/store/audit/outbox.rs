//! Moves audit entries from the outbox to the log.

use crate::pools::PgPool;

use crate::failure::StoreFailure;

/// A single statement, so that each entry is in exactly one of the two tables at any time, even after a crash. Several
/// servers may run it at the same time, because locked entries are skipped.
const TRANSFER: &str = "
    WITH taken AS (
        DELETE FROM audit_outbox
        WHERE seq = ANY (ARRAY(SELECT seq FROM audit_outbox ORDER BY seq LIMIT $1 FOR UPDATE SKIP LOCKED))
        RETURNING seq, id, at, admin_id, admin_username, action, entity_type, entity_id, detail, ip_address
    )
    INSERT INTO audit_log (seq, id, at, admin_id, admin_username, action, entity_type, entity_id, detail, ip_address)
    SELECT * FROM taken ORDER BY seq";

/// Moves at most `limit` entries, oldest first, and returns how many. Moves all of them or none.
pub async fn transfer(pool: &PgPool, limit: i64) -> Result<u64, StoreFailure> {
    Ok(sqlx::query(TRANSFER).bind(limit).execute(pool).await?.rows_affected())
}
