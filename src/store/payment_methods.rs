//! The pool of payment methods that waffles choose from.

use sqlx::Connection;
use sqlx::postgres::PgPool;
use waffle_domain::audit::AuditRecord;
use waffle_domain::payment::PaymentOption;

use crate::audit;
use crate::failure::Failure;

/// Adds an active method together with its audit record, whose time is its creation's.
pub async fn insert(pool: &PgPool, method: &PaymentOption, record: &AuditRecord) -> Result<(), Failure> {
    let mut connection = pool.acquire().await.map_err(|e| Failure::of_connecting(&e))?;
    let mut transaction = connection.begin().await.map_err(|e| Failure::of_statement(&e).before_commit())?;
    sqlx::query(
        "INSERT INTO payment_methods (id, type, display_name, handle_or_url, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $5)",
    )
    .bind(method.id)
    .bind(&method.kind)
    .bind(&method.display_name)
    .bind(&method.handle_or_url)
    .bind(record.at)
    .execute(&mut *transaction)
    .await
    .map_err(|e| Failure::of_statement(&e).before_commit())?;
    audit::record(&mut transaction, record).await.map_err(Failure::before_commit)?;
    transaction.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use uuid::Uuid;
    use waffle_domain::audit::{AuditAction, AuditRecord, EntityType};
    use waffle_domain::payment::PaymentOption;
    use waffle_domain::username::Username;

    use super::insert;
    use crate::failure::Failure;
    use crate::private_postgres::TestDatabase;

    fn wallet(kind: &str) -> (PaymentOption, AuditRecord) {
        let (display_name, handle_or_url) = ("Wallet".to_owned(), "@shop".to_owned());
        let method = PaymentOption { id: Uuid::new_v4(), kind: kind.to_owned(), display_name, handle_or_url };
        let record = AuditRecord {
            at: DateTime::UNIX_EPOCH,
            admin_id: Uuid::from_u128(1),
            admin_username: Username::parse("anna").unwrap(),
            action: AuditAction::CreatePaymentMethod,
            entity_type: EntityType::Settings,
            entity_id: method.id.to_string(),
            detail: "Added Wallet".to_owned(),
            ip_address: None,
        };
        (method, record)
    }

    #[tokio::test]
    async fn a_method_and_its_record_are_stored_together_or_not_at_all() {
        let database = TestDatabase::create().await.unwrap();
        let pool = database.pool(2).await.unwrap();
        let (method, record) = wallet("wallet_a");
        insert(&pool, &method, &record).await.unwrap();
        let (unknown, its_record) = wallet("cash");
        let refused = insert(&pool, &unknown, &its_record).await.unwrap_err();
        assert!(matches!(refused, Failure::Constraint(name) if name == "payment_methods_type_known"));
        let stored: Vec<(String, Uuid, bool)> = sqlx::query_as(
            "SELECT o.entity_id, p.id, p.is_active FROM audit_outbox o FULL JOIN payment_methods p ON p.id::text = o.entity_id",
        )
        .fetch_all(&pool)
        .await
        .unwrap();
        assert_eq!(stored, [(method.id.to_string(), method.id, true)]);
    }
}
