//! The audit log. An entry is written to an outbox in the transaction of the change it describes, and moved to the log
//! later.

pub mod entities;
pub mod outbox;
pub mod trail;

use std::fmt::Display;

use chrono::{DateTime, Utc};
use sqlx::postgres::PgConnection;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::author::Author;

use crate::failure::StoreFailure;
use crate::functions::bind_author;

/// Writes an entry for an action of an admin, or of the service itself, in the caller's transaction: both commit, or
/// neither. The entity's id is written as the API shows it; the detail is a sentence for people, without any secret.
pub async fn of_actor<'a>(
    conn: &mut PgConnection,
    by: impl Into<(Option<&'a Author>, DateTime<Utc>)>,
    action: AuditAction,
    (entity_type, entity_id): (EntityType, impl Display),
    detail: &str,
) -> Result<(), StoreFailure> {
    let (author, at) = by.into();
    let insert = sqlx::query(
        "INSERT INTO audit_outbox (admin_id, admin_username, ip_address, action, entity_type, entity_id, detail, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    );
    bind_author(insert, author)
        .bind(action.as_str())
        .bind(entity_type.as_str())
        .bind(entity_id.to_string())
        .bind(detail)
        .bind(at)
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
    use waffle_domain::audit::{AuditAction, EntityType};
    use waffle_domain::author::Author;
    use waffle_test_databases::TestDatabase;

    use super::of_actor;

    fn at() -> DateTime<Utc> {
        DateTime::from_timestamp(1_700_000_000, 0).unwrap()
    }

    async fn write(conn: &mut PgConnection) {
        let ip_address = Some("203.0.113.7".parse().unwrap());
        let author = Author { account_id: Uuid::from_u128(1), username: "anna".to_owned(), ip_address };
        let spot = (EntityType::Spot, 17);
        of_actor(conn, author.at(at()), AuditAction::MarkPaid, spot, "Marked spot 3 paid").await.unwrap();
    }

    async fn entries(conn: &mut PgConnection) -> i64 {
        sqlx::query_scalar("SELECT count(*) FROM audit_outbox").fetch_one(conn).await.unwrap()
    }

    #[tokio::test]
    async fn a_record_commits_with_its_transaction_and_only_with_it() {
        let (_database, pool) = TestDatabase::with_pool::<crate::pools::PgPool>(1).await.unwrap();
        let mut conn = pool.acquire().await.unwrap();

        let mut transaction = conn.begin().await.unwrap();
        write(&mut transaction).await;
        transaction.rollback().await.unwrap();
        assert_eq!(entries(&mut conn).await, 0);

        let mut transaction = conn.begin().await.unwrap();
        write(&mut transaction).await;
        transaction.commit().await.unwrap();
        let row =
            sqlx::query("SELECT *, host(ip_address) AS ip FROM audit_outbox").fetch_one(&mut *conn).await.unwrap();
        assert_eq!(row.get::<DateTime<Utc>, _>("at"), at());
        assert_eq!(row.get::<Uuid, _>("admin_id"), Uuid::from_u128(1));
        let texts = ["admin_username", "action", "entity_type", "entity_id", "detail", "ip"]
            .map(|name| row.get::<String, _>(name));
        assert_eq!(texts, ["anna", "mark_paid", "spot", "17", "Marked spot 3 paid", "203.0.113.7"]);
    }
}
