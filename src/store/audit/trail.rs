//! Reads the audit log, newest first, including entries that still wait in the outbox.

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use ipnetwork::IpNetwork;
use sqlx::postgres::{PgConnection, PgPool, PgRow, Postgres};
use sqlx::{Connection, QueryBuilder, Row};
use uuid::Uuid;
use waffle_domain::audit_filter::{AuditFilter, AuditScope};
use waffle_domain::paging::Paging;

use crate::failure::StoreFailure;

row! {
    /// An entry of the audit log.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct AuditEntry {
        /// Orders all entries.
        pub seq: i64,
        pub id: Uuid,
        pub at: DateTime<Utc>,
        /// Who did it; none for actions of the service itself.
        pub admin_id: Option<Uuid>,
        pub admin_username: Option<String>,
        /// A code of [`AuditAction`](waffle_domain::audit::AuditAction).
        pub action: String,
        /// A code of [`EntityType`](waffle_domain::audit::EntityType).
        pub entity_type: String,
        pub entity_id: String,
        pub detail: String,
        pub ip_address: Option<IpAddr> = address,
    }
}

fn address(row: &PgRow, column: &str) -> Result<Option<IpAddr>, sqlx::Error> {
    row.try_get(column).map(|network: Option<IpNetwork>| network.map(|network| network.ip()))
}

/// A page of entries, and how many there are on all pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditPage {
    pub entries: Vec<AuditEntry>,
    pub total: i64,
}

/// Reads a page and the total in one snapshot.
///
/// The scan for the total also finds the first and the last matching entry, so that the scan for the page can start
/// there, at the nearer end. Whole entries are fetched only for the page itself.
pub async fn list(
    pool: &PgPool,
    scope: AuditScope,
    filter: &AuditFilter,
    paging: Paging,
) -> Result<AuditPage, StoreFailure> {
    let mut connection = pool.acquire().await.map_err(|e| StoreFailure::of_connecting(&e))?;
    let mut transaction = connection.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    let within = Within { authors: visible(&mut transaction, scope).await?, filter };
    let mut query = QueryBuilder::new("SELECT count(*), coalesce(min(seq), 0), coalesce(max(seq), 0) FROM audit_trail");
    within.push_to(&mut query);
    let (total, oldest, newest): (i64, i64, i64) =
        query.build_query_as().persistent(false).fetch_one(&mut *transaction).await?;
    let (rows, left) = (i64::from(paging.per_page()), total - paging.offset());
    if left <= 0 {
        return Ok(AuditPage { entries: Vec::new(), total });
    }
    let (order, limit, offset) =
        if left < total / 2 { ("ASC", rows.min(left), (left - rows).max(0)) } else { ("DESC", rows, paging.offset()) };
    let mut query = whole_entries();
    within.push_to(&mut query);
    query.push(" AND seq BETWEEN ").push_bind(oldest).push(" AND ").push_bind(newest);
    query.push(" ORDER BY seq ").push(order).push(" LIMIT ").push_bind(limit).push(" OFFSET ").push_bind(offset);
    let entries = read(query, &mut transaction).await?;
    transaction.commit().await?;
    Ok(AuditPage { entries, total })
}

/// Finds an entry, if it is in the scope.
pub async fn find(pool: &PgPool, scope: AuditScope, id: Uuid) -> Result<Option<AuditEntry>, StoreFailure> {
    let mut connection = pool.acquire().await.map_err(|e| StoreFailure::of_connecting(&e))?;
    let authors = visible(&mut connection, scope).await?;
    let found: Option<AuditEntry> =
        sqlx::query_as("SELECT * FROM audit_trail WHERE id = $1").bind(id).fetch_optional(&mut *connection).await?;
    Ok(found.filter(|entry| authors.is_none_or(|authors| entry.admin_id.is_some_and(|id| authors.contains(&id)))))
}

/// Reads at most `limit` entries that come before `seq`, newest first; without `seq`, the newest ones.
pub async fn before(
    pool: &PgPool,
    scope: AuditScope,
    filter: &AuditFilter,
    seq: Option<i64>,
    limit: i64,
) -> Result<Vec<AuditEntry>, StoreFailure> {
    let mut connection = pool.acquire().await.map_err(|e| StoreFailure::of_connecting(&e))?;
    let within = Within { authors: visible(&mut connection, scope).await?, filter };
    let mut query = whole_entries();
    within.push_to(&mut query);
    query.push(" AND seq < ").push_bind(seq.unwrap_or(i64::MAX));
    query.push(" ORDER BY seq DESC LIMIT ").push_bind(limit);
    read(query, &mut connection).await
}

/// Begins a query for whole entries. The caller adds the conditions for their numbers.
fn whole_entries() -> QueryBuilder<Postgres> {
    QueryBuilder::new("SELECT * FROM audit_trail WHERE seq = ANY (ARRAY(SELECT seq FROM audit_trail")
}

async fn read(
    mut query: QueryBuilder<Postgres>,
    connection: &mut PgConnection,
) -> Result<Vec<AuditEntry>, StoreFailure> {
    query.push(")) ORDER BY seq DESC");
    // Not prepared, so that it is planned for these values: one action may have most entries, another only a few.
    Ok(query.build_query_as().persistent(false).fetch_all(connection).await?)
}

/// Lists the accounts whose entries are in the scope, as ids and usernames, sorted by username.
pub async fn authors(pool: &PgPool, scope: AuditScope) -> Result<Vec<(Uuid, String)>, StoreFailure> {
    let mut query = QueryBuilder::new("SELECT id, username FROM admins WHERE true");
    if let AuditScope::SelfAndManagers(id) = scope {
        query.push(" AND (role = 'waffle_manager' OR id = ").push_bind(id).push(")");
    }
    query.push(" ORDER BY username");
    Ok(query.build_query_as().fetch_all(pool).await?)
}

/// Lists the accounts whose entries are in the scope; `None` stands for all.
async fn visible(connection: &mut PgConnection, scope: AuditScope) -> Result<Option<Vec<Uuid>>, StoreFailure> {
    let AuditScope::SelfAndManagers(id) = scope else { return Ok(None) };
    let ids = sqlx::query_scalar("SELECT id FROM admins WHERE role = 'waffle_manager' OR id = $1");
    Ok(Some(ids.bind(id).fetch_all(connection).await?))
}

/// Which entries are wanted.
struct Within<'a> {
    /// Whose entries; `None` stands for all.
    authors: Option<Vec<Uuid>>,
    filter: &'a AuditFilter,
}

impl Within<'_> {
    /// Adds the conditions. Filters that are not set are left out, so that the others can use their indexes.
    fn push_to(&self, query: &mut QueryBuilder<Postgres>) {
        query.push(" WHERE true");
        if let Some(authors) = &self.authors {
            query.push(" AND admin_id = ANY (").push_bind(authors.clone()).push(")");
        }
        if let Some(id) = self.filter.admin_id {
            query.push(" AND admin_id = ").push_bind(id);
        }
        if let Some(action) = self.filter.action {
            query.push(" AND action = ").push_bind(action.as_str());
        }
        if let Some(entity_type) = self.filter.entity_type {
            query.push(" AND entity_type = ").push_bind(entity_type.as_str());
        }
        if let Some(start) = self.filter.range.start() {
            query.push(" AND at >= ").push_bind(start);
        }
        if let Some(end) = self.filter.range.end() {
            query.push(" AND at < ").push_bind(end);
        }
    }
}
