//! The payment methods that waffles choose from.

use crate::pools::PgPool;
use sqlx::postgres::PgConnection;
use uuid::Uuid;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::author::By;
use waffle_domain::payment::{PaymentMethod, PaymentMethodEdit};
use waffle_domain::refusal::Refusal;
use waffle_language::say;

use crate::announcements::note;
use crate::audit;
use crate::failure::StoreFailure;
use crate::transaction::committed;
use crate::waffles::{METHOD_COLUMNS, method};

const USERS: &str = "SELECT waffle_id FROM waffle_payment_methods WHERE payment_method_id = $1";

/// A method after a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodChanged {
    pub method: PaymentMethod,
    /// The waffles that show it and still have to announce the change; empty if buyers see no difference.
    pub waffles: Vec<Uuid>,
}

/// Lists all methods: active ones first, then oldest first.
pub async fn list(pool: &PgPool) -> Result<Vec<PaymentMethod>, StoreFailure> {
    let sql = format!("SELECT {METHOD_COLUMNS} FROM payment_methods ORDER BY is_active DESC, created_at, id");
    Ok(sqlx::query(sqlx::AssertSqlSafe(sql)).try_map(|row| method(&row)).fetch_all(pool).await?)
}

/// Finds a method.
pub async fn find(pool: &PgPool, id: Uuid) -> Result<Option<PaymentMethod>, StoreFailure> {
    let sql = format!("SELECT {METHOD_COLUMNS} FROM payment_methods WHERE id = $1");
    Ok(sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id).try_map(|row| method(&row)).fetch_optional(pool).await?)
}

/// Refuses deactivated methods. The lock keeps the others active until the transaction ends. The foreign key checks
/// whether they exist.
pub(crate) async fn can_be_chosen(conn: &mut PgConnection, ids: &[Uuid]) -> Result<(), StoreFailure> {
    let active: Vec<bool> =
        sqlx::query_scalar("SELECT is_active FROM payment_methods WHERE id = ANY($1) ORDER BY id FOR KEY SHARE")
            .bind(ids)
            .fetch_all(conn)
            .await?;
    if active.iter().all(|active| *active) {
        return Ok(());
    }
    Err(Refusal::invalid("payment_methods", say!("fault-method-inactive")).into())
}

/// Counts, for each method, the active and unarchived waffles that offer it. Unused methods are left out.
pub async fn in_use(pool: &PgPool) -> Result<Vec<(Uuid, i64)>, StoreFailure> {
    let counts = sqlx::query_as(
        "SELECT m.payment_method_id, count(*)
         FROM waffle_payment_methods m JOIN waffles w ON w.id = m.waffle_id
         WHERE w.status = 'active' AND NOT w.archived GROUP BY m.payment_method_id",
    );
    Ok(counts.fetch_all(pool).await?)
}

/// Adds an active method with its audit entry. Both have the same time.
pub async fn insert(pool: &PgPool, method: &PaymentMethod, detail: &str, by: By<'_>) -> Result<(), StoreFailure> {
    committed(pool, async |conn| {
        sqlx::query(
            "INSERT INTO payment_methods (id, type, display_name, handle_or_url, instructions, created_at, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, $6)",
        )
        .bind(method.id)
        .bind(&method.kind)
        .bind(&method.display_name)
        .bind(&method.handle_or_url)
        .bind(&method.instructions)
        .bind(by.at)
        .execute(&mut *conn)
        .await?;
        let (action, entity) = (AuditAction::CreatePaymentMethod, (EntityType::Settings, method.id));
        audit::of_actor(conn, by, action, entity, detail).await
    })
    .await
}

/// Changes a method. If anything is different, writes an audit entry and notes that each waffle showing the method
/// still has to announce it.
pub async fn update(
    pool: &PgPool,
    id: Uuid,
    edit: &PaymentMethodEdit,
    action: AuditAction,
    by: By<'_>,
) -> Result<MethodChanged, StoreFailure> {
    committed(pool, async |conn| {
        // FOR UPDATE, so that waffles which choose the method wait.
        let sql = format!("SELECT {METHOD_COLUMNS} FROM payment_methods WHERE id = $1 FOR UPDATE");
        let found = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id).try_map(|row| method(&row));
        let mut method = found.fetch_optional(&mut *conn).await?.ok_or(Refusal::NoPaymentMethod)?;
        let was_active = method.is_active;
        let changed = edit.clone().apply(&mut method);
        if changed.is_empty() {
            return Ok(MethodChanged { method, waffles: Vec::new() });
        }
        sqlx::query(
            "UPDATE payment_methods SET display_name = $2, handle_or_url = $3, is_active = $4, updated_at = $5,
            instructions = $6
         WHERE id = $1",
        )
        .bind(id)
        .bind(&method.display_name)
        .bind(&method.handle_or_url)
        .bind(method.is_active)
        .bind(by.at)
        .bind(&method.instructions)
        .execute(&mut *conn)
        .await?;
        let detail = detail(&method, was_active, &changed);
        audit::of_actor(conn, by, action, (EntityType::Settings, id), &detail).await?;
        let shown = was_active || method.is_active;
        let waffles = if shown { note(conn, USERS, id, by.author).await? } else { Vec::new() };
        Ok(MethodChanged { method, waffles })
    })
    .await
}

/// Describes the change for readers of the audit log.
fn detail(method: &PaymentMethod, was_active: bool, changed: &[&str]) -> String {
    let mut words: Vec<&str> = changed.iter().copied().filter(|field| *field != "is_active").collect();
    match (was_active, method.is_active) {
        (true, false) => words.push("deactivated"),
        (false, true) => words.push("activated"),
        _ => {}
    }
    format!("{} ({}): {}", method.display_name, method.kind, words.join(", "))
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use uuid::Uuid;
    use waffle_domain::author::Author;
    use waffle_domain::payment::PaymentMethod;
    use waffle_test_databases::TestDatabase;

    use super::insert;
    use crate::failure::StoreFailure;

    fn wallet(kind: &str) -> PaymentMethod {
        let (display_name, handle_or_url) = ("Wallet".to_owned(), "@shop".to_owned());
        let (id, kind) = (Uuid::new_v4(), kind.to_owned());
        PaymentMethod { id, kind, display_name, handle_or_url, instructions: None, is_active: true }
    }

    #[tokio::test]
    async fn a_method_and_its_record_are_stored_together_or_not_at_all() {
        let (_database, pool) = TestDatabase::with_pool(2).await.unwrap();
        let author = Author { account_id: Uuid::from_u128(1), username: "anna".to_owned(), ip_address: None };
        let insert = async |method| insert(&pool, method, "Added Wallet", author.at(DateTime::UNIX_EPOCH)).await;
        let (method, unknown) = (wallet("wallet_a"), wallet("cash"));
        insert(&method).await.unwrap();
        let refused = insert(&unknown).await.unwrap_err();
        assert!(matches!(refused, StoreFailure::Constraint(name) if name == "payment_methods_type_known"));
        let stored: Vec<(String, Uuid, bool)> = sqlx::query_as(
            "SELECT o.entity_id, p.id, p.is_active
             FROM audit_outbox o FULL JOIN payment_methods p ON p.id::text = o.entity_id",
        )
        .fetch_all(&pool)
        .await
        .unwrap();
        assert_eq!(stored, [(method.id.to_string(), method.id, true)]);
    }
}
