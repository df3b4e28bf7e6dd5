//! The audit trail: records commit with the change that they tell of.

use ipnetwork::IpNetwork;
use sqlx::PgConnection;
use waffle_domain::audit::AuditRecord;

/// Writes a record in the caller's transaction: both commit, or neither.
pub async fn record(conn: &mut PgConnection, record: &AuditRecord) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO audit_outbox (at, admin_id, admin_username, action, entity_type, entity_id, detail, ip_address)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(record.at)
    .bind(record.admin_id)
    .bind(record.admin_username.as_str())
    .bind(record.action.as_str())
    .bind(record.entity_type.as_str())
    .bind(&record.entity_id)
    .bind(&record.detail)
    .bind(record.ip_address.map(IpNetwork::from))
    .execute(conn)
    .await?;
    Ok(())
}
