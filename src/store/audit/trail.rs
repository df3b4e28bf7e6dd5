//! Reading the audit trail, newest first: the log, and what still waits for it.

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use ipnetwork::IpNetwork;
use sqlx::postgres::{PgPool, PgRow, Postgres};
use sqlx::{FromRow, QueryBuilder, Row};
use uuid::Uuid;
use waffle_domain::audit_filter::{AuditFilter, AuditScope};
use waffle_domain::paging::Paging;

use crate::failure::Failure;

/// What an admin did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// Its place in the order of all entries.
    pub seq: i64,
    pub id: Uuid,
    pub at: DateTime<Utc>,
    pub admin_id: Uuid,
    pub admin_username: String,
    /// A code of [`AuditAction`](waffle_domain::audit::AuditAction).
    pub action: String,
    /// A code of [`EntityType`](waffle_domain::audit::EntityType).
    pub entity_type: String,
    pub entity_id: String,
    pub detail: String,
    pub ip_address: Option<IpAddr>,
}

impl FromRow<'_, PgRow> for AuditEntry {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            seq: row.try_get("seq")?,
            id: row.try_get("id")?,
            at: row.try_get("at")?,
            admin_id: row.try_get("admin_id")?,
            admin_username: row.try_get("admin_username")?,
            action: row.try_get("action")?,
            entity_type: row.try_get("entity_type")?,
            entity_id: row.try_get("entity_id")?,
            detail: row.try_get("detail")?,
            ip_address: row.try_get::<Option<IpNetwork>, _>("ip_address")?.map(|network| network.ip()),
        })
    }
}

/// A page of entries, and how many there are on all pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditPage {
    pub entries: Vec<AuditEntry>,
    pub total: i64,
}

/// Reads a page and the total in one snapshot.
pub async fn list(
    pool: &PgPool,
    scope: AuditScope,
    filter: &AuditFilter,
    paging: Paging,
) -> Result<AuditPage, Failure> {
    let mut query = QueryBuilder::new("SELECT t.total, e.* FROM (SELECT count(*) AS total FROM audit_trail");
    within(&mut query, scope, filter);
    query.push(") t LEFT JOIN (SELECT * FROM audit_trail");
    within(&mut query, scope, filter);
    query.push(" ORDER BY seq DESC LIMIT ").push_bind(i64::from(paging.per_page()));
    query.push(" OFFSET ").push_bind(paging.offset()).push(") e ON true ORDER BY e.seq DESC");
    let rows = query.build().fetch_all(pool).await?;
    let total = rows.first().map(|row| row.try_get("total")).transpose()?.unwrap_or_default();
    // A page without entries is one row with the total alone.
    let present = rows.iter().filter(|row| matches!(row.try_get::<Option<i64>, _>("seq"), Ok(Some(_))));
    Ok(AuditPage { entries: present.map(AuditEntry::from_row).collect::<Result<_, _>>()?, total })
}

/// Finds one entry; none when there is none such in the scope.
pub async fn find(pool: &PgPool, scope: AuditScope, id: Uuid) -> Result<Option<AuditEntry>, Failure> {
    let mut query = QueryBuilder::new("SELECT * FROM audit_trail");
    within(&mut query, scope, &AuditFilter::default());
    query.push(" AND id = ").push_bind(id);
    Ok(query.build_query_as().fetch_optional(pool).await?)
}

/// Reads the entries before another one, at most so many; from the newest one on when there is no other.
pub async fn before(
    pool: &PgPool,
    scope: AuditScope,
    filter: &AuditFilter,
    seq: Option<i64>,
    limit: i64,
) -> Result<Vec<AuditEntry>, Failure> {
    let mut query = QueryBuilder::new("SELECT * FROM audit_trail");
    within(&mut query, scope, filter);
    query.push(" AND seq < ").push_bind(seq.unwrap_or(i64::MAX));
    query.push(" ORDER BY seq DESC LIMIT ").push_bind(limit);
    Ok(query.build_query_as().fetch_all(pool).await?)
}

/// Lists the accounts whose entries are in the scope: ids with usernames, by name.
pub async fn authors(pool: &PgPool, scope: AuditScope) -> Result<Vec<(Uuid, String)>, Failure> {
    let mut query = QueryBuilder::new("SELECT id, username FROM admins WHERE true");
    if let AuditScope::SelfAndManagers(id) = scope {
        query.push(" AND (role = 'waffle_manager' OR id = ").push_bind(id).push(")");
    }
    query.push(" ORDER BY username");
    Ok(query.build_query_as().fetch_all(pool).await?)
}

/// Adds the condition that entries are in the scope and pass the filter. Only what is asked for is written, so that indexes serve it.
fn within(query: &mut QueryBuilder<Postgres>, scope: AuditScope, filter: &AuditFilter) {
    query.push(" WHERE true");
    if let AuditScope::SelfAndManagers(id) = scope {
        query.push(" AND admin_id IN (SELECT a.id FROM admins a WHERE a.role = 'waffle_manager' OR a.id = ");
        query.push_bind(id).push(")");
    }
    if let Some(id) = filter.admin_id {
        query.push(" AND admin_id = ").push_bind(id);
    }
    if let Some(action) = filter.action {
        query.push(" AND action = ").push_bind(action.as_str());
    }
    if let Some(entity_type) = filter.entity_type {
        query.push(" AND entity_type = ").push_bind(entity_type.as_str());
    }
    if let Some(start) = filter.range.start() {
        query.push(" AND at >= ").push_bind(start);
    }
    if let Some(end) = filter.range.end() {
        query.push(" AND at < ").push_bind(end);
    }
}
