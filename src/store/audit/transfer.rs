//! From the outbox into the log.

use sqlx::postgres::PgPool;

use crate::failure::StoreFailure;

/// One statement, so that a record is in one of the two tables whenever anybody looks and whoever dies. Several servers may run it at once: each
/// takes records that no other one holds.
const TRANSFER: &str = "
    WITH taken AS (
        DELETE FROM audit_outbox
        WHERE seq = ANY (ARRAY(SELECT seq FROM audit_outbox ORDER BY seq LIMIT $1 FOR UPDATE SKIP LOCKED))
        RETURNING seq, id, at, admin_id, admin_username, action, entity_type, entity_id, detail, ip_address
    )
    INSERT INTO audit_log (seq, id, at, admin_id, admin_username, action, entity_type, entity_id, detail, ip_address)
    SELECT * FROM taken ORDER BY seq";

/// Moves the oldest records, at most so many; answers how many. All of them are moved or none, also when the answer is lost.
pub async fn transfer(pool: &PgPool, limit: i64) -> Result<u64, StoreFailure> {
    Ok(sqlx::query(TRANSFER).bind(limit).execute(pool).await?.rows_affected())
}
