//! The audit log. An entry is written to an outbox in the transaction of the change it describes, and moved to the log
//! later.

pub mod entities;
pub mod trail;
pub mod transfer;

use chrono::{DateTime, Utc};
use ipnetwork::IpNetwork;
use sqlx::postgres::PgConnection;
use waffle_domain::audit::{AuditAction, AuditRecord, EntityType};

use crate::failure::StoreFailure;
use waffle_domain::author::Author;

const INSERT: &str = "INSERT INTO audit_outbox (at, admin_id, admin_username, action, entity_type, entity_id, detail, \
     ip_address) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";

/// Writes an entry in the caller's transaction: both commit, or neither.
pub async fn record(conn: &mut PgConnection, record: &AuditRecord) -> Result<(), StoreFailure> {
    sqlx::query(INSERT)
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

/// Writes an entry for an action of an admin, or of the service itself, in the caller's transaction.
pub(crate) async fn of_actor(
    conn: &mut PgConnection,
    author: impl Into<Option<&Author>>,
    action: AuditAction,
    (entity_type, entity_id): (EntityType, &str),
    detail: &str,
    at: DateTime<Utc>,
) -> Result<(), StoreFailure> {
    let author = author.into();
    sqlx::query(INSERT)
        .bind(at)
        .bind(author.map(|author| author.account_id))
        .bind(author.map(|author| author.username.as_str()))
        .bind(action.as_str())
        .bind(entity_type.as_str())
        .bind(entity_id)
        .bind(detail)
        .bind(author.and_then(|author| author.ip_address).map(IpNetwork::from))
        .execute(conn)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Utc};
    use sqlx::postgres::PgConnection;
    use sqlx::{Connection, Row};
    use uuid::Uuid;
    use waffle_domain::audit::{AuditAction, AuditRecord, EntityType};
    use waffle_domain::username::Username;
    use waffle_private_postgres::TestDatabase;

    use super::record;

    fn entry() -> AuditRecord {
        AuditRecord {
            at: DateTime::from_timestamp(1_700_000_000, 0).unwrap(),
            admin_id: Uuid::from_u128(1),
            admin_username: Username::parse("anna").unwrap(),
            action: AuditAction::MarkPaid,
            entity_type: EntityType::Spot,
            entity_id: "17".to_owned(),
            detail: "Marked spot 3 paid".to_owned(),
            ip_address: Some("203.0.113.7".parse().unwrap()),
        }
    }

    async fn entries(conn: &mut PgConnection) -> i64 {
        sqlx::query_scalar("SELECT count(*) FROM audit_outbox").fetch_one(conn).await.unwrap()
    }

    #[tokio::test]
    async fn a_record_commits_with_its_transaction_and_only_with_it() {
        let (_database, pool) = TestDatabase::with_pool(1).await.unwrap();
        let mut conn = pool.acquire().await.unwrap();

        let mut transaction = conn.begin().await.unwrap();
        record(&mut transaction, &entry()).await.unwrap();
        transaction.rollback().await.unwrap();
        assert_eq!(entries(&mut conn).await, 0);

        let mut transaction = conn.begin().await.unwrap();
        record(&mut transaction, &entry()).await.unwrap();
        transaction.commit().await.unwrap();
        let row =
            sqlx::query("SELECT *, host(ip_address) AS ip FROM audit_outbox").fetch_one(&mut *conn).await.unwrap();
        assert_eq!(row.get::<DateTime<Utc>, _>("at"), entry().at);
        assert_eq!(row.get::<Uuid, _>("admin_id"), Uuid::from_u128(1));
        let texts = ["admin_username", "action", "entity_type", "entity_id", "detail", "ip"]
            .map(|name| row.get::<String, _>(name));
        assert_eq!(texts, ["anna", "mark_paid", "spot", "17", "Marked spot 3 paid", "203.0.113.7"]);
    }
}
