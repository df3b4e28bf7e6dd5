//! The audit log: each entry is read immediately, in order and only once, whichever table it is in.

mod reading;
mod reading_little;
mod transferring;

use chrono::{DateTime, Utc};
use sqlx::postgres::PgConnection;
use uuid::Uuid;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::audit_scope_and_filter::{AuditFilter, AuditScope};
use waffle_domain::author::Author;
use waffle_store::audit::trail::{AuditEntry, list};
use waffle_store::audit::{of_actor, outbox};
use waffle_store::failure::StoreFailure;

use crate::test_store::{TestStore, at, page};

fn admin(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

/// An entry to be written.
struct Deed {
    at: DateTime<Utc>,
    author: Author,
    action: AuditAction,
    entity_type: EntityType,
    entity_id: i64,
}

/// An entry whose entity identifies it.
fn deed(number: i64) -> Deed {
    Deed {
        at: at(number),
        author: author(1, "anna"),
        action: AuditAction::MarkPaid,
        entity_type: EntityType::Spot,
        entity_id: number,
    }
}

fn author(number: u128, username: &str) -> Author {
    let ip_address = Some("203.0.113.7".parse().unwrap());
    Author { account_id: admin(number), username: username.to_owned(), ip_address }
}

async fn record(conn: &mut PgConnection, deed: &Deed) -> Result<(), StoreFailure> {
    let (entity, detail) = ((deed.entity_type, deed.entity_id), format!("spot {}", deed.entity_id));
    of_actor(conn, deed.author.at(deed.at), deed.action, entity, &detail).await
}

impl TestStore {
    async fn connection(&self) -> sqlx::pool::PoolConnection<sqlx::Postgres> {
        self.pool.acquire().await.unwrap()
    }

    async fn write(&self, deed: &Deed) {
        record(&mut *self.connection().await as &mut PgConnection, deed).await.unwrap();
    }

    async fn transfer(&self, limit: i64) -> u64 {
        outbox::transfer(&self.pool, limit).await.unwrap()
    }

    /// The newest hundred entries.
    async fn entries(&self) -> Vec<AuditEntry> {
        list(&self.pool, AuditScope::Everyone, &AuditFilter::default(), page(1, 100)).await.unwrap().entries
    }

    /// The entities of the newest hundred entries, newest first.
    async fn deeds(&self) -> Vec<String> {
        self.entries().await.into_iter().map(|entry| entry.entity_id).collect()
    }
}
