//! The audit log: each entry is read immediately, in order and only once, whichever table it is in.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod reading;
mod reading_little;
mod transferring;

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::PgPool;
use sqlx::postgres::PgConnection;
use uuid::Uuid;
use waffle_domain::audit::{AuditAction, AuditRecord, EntityType};
use waffle_domain::audit_filter::{AuditFilter, AuditScope};
use waffle_domain::paging::{PageSize, Paging};
use waffle_domain::username::Username;
use waffle_private_postgres::TestDatabase;
use waffle_store::audit::trail::{AuditEntry, list};
use waffle_store::audit::{record, transfer};

struct Office {
    pool: PgPool,
    database: TestDatabase,
}

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_780_315_200, 0).unwrap() + TimeDelta::seconds(seconds)
}

fn paging(page: &str, per_page: &str) -> Paging {
    Paging::parse(page, per_page, PageSize { default: 20, most: 100 }).unwrap()
}

fn admin(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

/// An entry whose entity identifies it.
fn deed(number: i64) -> AuditRecord {
    AuditRecord {
        at: at(number),
        admin_id: admin(1),
        admin_username: Username::parse("anna").unwrap(),
        action: AuditAction::MarkPaid,
        entity_type: EntityType::Spot,
        entity_id: number.to_string(),
        detail: format!("spot {number}"),
        ip_address: Some("203.0.113.7".parse().unwrap()),
    }
}

impl Office {
    async fn open(connections: u32) -> Self {
        let database = TestDatabase::create().await.unwrap();
        Self { pool: database.pool(connections).await.unwrap(), database }
    }

    async fn connection(&self) -> sqlx::pool::PoolConnection<sqlx::Postgres> {
        self.pool.acquire().await.unwrap()
    }

    async fn write(&self, deed: &AuditRecord) {
        record(&mut *self.connection().await as &mut PgConnection, deed).await.unwrap();
    }

    async fn transfer(&self, limit: i64) -> u64 {
        transfer::transfer(&self.pool, limit).await.unwrap()
    }

    async fn count(&self, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(&self.pool).await.unwrap()
    }

    /// The newest hundred entries.
    async fn entries(&self) -> Vec<AuditEntry> {
        list(&self.pool, AuditScope::Everyone, &AuditFilter::default(), paging("", "100")).await.unwrap().entries
    }

    /// The entities of the newest hundred entries, newest first.
    async fn deeds(&self) -> Vec<String> {
        self.entries().await.into_iter().map(|entry| entry.entity_id).collect()
    }
}
