//! Reads the audit log, newest first, including entries that still wait in the outbox.

use std::net::IpAddr;

use chrono::{DateTime, Utc};
use ipnetwork::IpNetwork;
use serde::{Deserialize, Serialize};
use sqlx::postgres::{PgConnection, PgRow, Postgres};
use sqlx::{QueryBuilder, Row};
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_domain::audit_scope_and_filter::{AuditFilter, AuditScope, FilterTexts};
use waffle_domain::csv_column::{Column, time};
use waffle_domain::invalid::Invalid;
use waffle_domain::paging::{PageSize, Paging};
use waffle_domain::role::Permission;

use crate::failure::StoreFailure;
use crate::pools::{PgPool, acquire};
use crate::table::{Exported, Table};
use crate::transaction::in_snapshot;

row! {
    /// What an admin did.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
    pub struct AuditEntry {
        // Orders all entries.
        #[serde(skip)]
        pub seq: i64,
        pub id: Uuid,
        #[serde(rename = "timestamp")]
        pub at: DateTime<Utc>,
        /// `null` for what the service did by itself, such as drawing winners, and for what an operator did at the
        /// terminal.
        #[schema(required)]
        pub admin_id: Option<Uuid>,
        /// The name at that time.
        #[schema(required, example = "anna")]
        pub admin_username: Option<String>,
        #[schema(schema_with = actions)]
        pub action: String,
        #[schema(schema_with = entity_types)]
        pub entity_type: String,
        /// The id of what was changed.
        #[schema(example = "17")]
        pub entity_id: String,
        /// A sentence for a person.
        pub detail: String,
        #[schema(required, value_type = Option<String>, example = "203.0.113.7")]
        pub ip_address: Option<IpAddr> = address,
    }
}

fn actions() -> Object {
    codes("What was done.", AuditAction::ALL.iter().map(|action| action.as_str()))
}

fn entity_types() -> Object {
    codes("What kind of thing it was done to.", EntityType::ALL.iter().map(|entity| entity.as_str()))
}

fn codes(description: &str, known: impl Iterator<Item = &'static str>) -> Object {
    ObjectBuilder::new().schema_type(Type::String).description(Some(description)).enum_values(Some(known)).build()
}

/// The log, as far as an account may see it.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct AuditLog {
    /// The admin who did it.
    #[param(format = "id", example = "0197a1c4-8f1e-7c52-9d3b-5e8f0a6b2c41")]
    admin_id: String,
    /// The action's code.
    #[param(format = "action", example = "mark_paid")]
    action: String,
    /// The kind of entity it was done to.
    #[param(pattern = "^(waffle|spot|admin|settings)?$", example = "spot")]
    entity_type: String,
    /// The start of the range: `YYYY-MM-DD`, a day of UTC, or RFC 3339.
    #[param(format = "date", example = "2026-11-01")]
    from: String,
    /// The end of the range.
    #[param(format = "date", example = "2026-11-30")]
    to: String,
    /// From 1; a page past the end is empty. A CSV file is never cut.
    #[param(format = "page", example = "1")]
    page: String,
    /// Entries of a page: 50 unless asked otherwise; more than 100 are 100.
    #[param(format = "page", example = "50")]
    per_page: String,
}

impl Table for AuditLog {
    type Row = AuditEntry;
    type Filter = (AuditScope, AuditFilter);

    const PERMISSION: Permission = Permission::ReadAuditLog;
    const PAGE: [&'static str; 2] = ["AuditEntries", "A page of the log."];
    const ROWS: [&'static str; 2] = ["entries", ""];
    const THINGS: &'static str = "entries";
    const PAGE_SIZE: PageSize = PageSize { default: 50, most: 100 };

    fn filter(&self, reader: &Account) -> Result<Self::Filter, Invalid> {
        let Self { admin_id, action, entity_type, from, to, .. } = self;
        let filter = AuditFilter::parse(&FilterTexts { admin_id, action, entity_type, from, to })?;
        Ok((AuditScope::of(reader), filter))
    }

    fn paging(&self) -> [&str; 2] {
        [&self.page, &self.per_page]
    }

    /// Fails with the errors of both.
    fn check(&self, reader: &Account) -> Result<(Self::Filter, Paging), Invalid> {
        match (self.filter(reader), Paging::parse(&self.page, &self.per_page, Self::PAGE_SIZE)) {
            (Ok(filter), Ok(paging)) => Ok((filter, paging)),
            (filter, paging) => Err(Invalid::of_all([filter.err(), paging.err()])),
        }
    }

    async fn read(
        pool: &PgPool,
        (scope, filter): &Self::Filter,
        paging: Paging,
    ) -> Result<(Vec<AuditEntry>, i64), StoreFailure> {
        list(pool, *scope, filter, paging).await.map(|found| (found.entries, found.total))
    }

    /// Written from parsed values, so nothing needs escaping.
    fn kept(&self, (_, filter): &Self::Filter) -> String {
        [
            ("admin_id", filter.admin_id.map(|id| id.to_string())),
            ("action", filter.action.map(|action| action.as_str().to_owned())),
            ("entity_type", filter.entity_type.map(|kind| kind.as_str().to_owned())),
            ("from", filter.range.from_text()),
            ("to", filter.range.to_text()),
        ]
        .into_iter()
        .filter_map(|(name, value)| value.map(|value| format!("{name}={value}&")))
        .collect()
    }
}

impl Exported for AuditLog {
    const FILE: &'static str = "audit.csv";
    const COLUMNS: &'static [Column<AuditEntry>] = &[
        ("id", |entry| entry.id.to_string()),
        ("timestamp", |entry| time(entry.at)),
        ("admin_id", |entry| entry.admin_id.map_or_else(String::new, |id| id.to_string())),
        ("admin_username", |entry| entry.admin_username.clone().unwrap_or_default()),
        ("action", |entry| entry.action.clone()),
        ("entity_type", |entry| entry.entity_type.clone()),
        ("entity_id", |entry| entry.entity_id.clone()),
        ("detail", |entry| entry.detail.clone()),
        ("ip_address", |entry| entry.ip_address.map(|address| address.to_string()).unwrap_or_default()),
    ];

    async fn after(
        connection: &mut PgConnection,
        (scope, filter): &Self::Filter,
        last: Option<&AuditEntry>,
        limit: i64,
    ) -> Result<Vec<AuditEntry>, StoreFailure> {
        before(connection, *scope, filter, last.map(|entry| entry.seq), limit).await
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
    in_snapshot(&mut acquire(pool).await?, async |transaction| {
        let within = Within { authors: visible(transaction, scope).await?, filter };
        let mut query =
            QueryBuilder::new("SELECT count(*), coalesce(min(seq), 0), coalesce(max(seq), 0) FROM audit_trail");
        within.push_to(&mut query);
        let (total, oldest, newest): (i64, i64, i64) =
            query.build_query_as().persistent(false).fetch_one(&mut *transaction).await?;
        let (rows, left) = (i64::from(paging.per_page()), total - paging.offset());
        if left <= 0 {
            return Ok(AuditPage { entries: Vec::new(), total });
        }
        let (order, limit, offset) = if left < total / 2 {
            ("ASC", rows.min(left), (left - rows).max(0))
        } else {
            ("DESC", rows, paging.offset())
        };
        let mut query = whole_entries();
        within.push_to(&mut query);
        query.push(" AND seq BETWEEN ").push_bind(oldest).push(" AND ").push_bind(newest);
        query.push(" ORDER BY seq ").push(order).push(" LIMIT ").push_bind(limit).push(" OFFSET ").push_bind(offset);
        let entries = read(query, transaction).await?;
        Ok(AuditPage { entries, total })
    })
    .await
}

/// Finds an entry, if it is in the scope.
pub async fn find(pool: &PgPool, scope: AuditScope, id: Uuid) -> Result<Option<AuditEntry>, StoreFailure> {
    let mut connection = acquire(pool).await?;
    let authors = visible(&mut connection, scope).await?;
    let found: Option<AuditEntry> =
        sqlx::query_as("SELECT * FROM audit_trail WHERE id = $1").bind(id).fetch_optional(&mut *connection).await?;
    Ok(found.filter(|entry| authors.is_none_or(|authors| entry.admin_id.is_some_and(|id| authors.contains(&id)))))
}

/// Reads at most `limit` entries that come before `seq`, newest first; without `seq`, the newest ones.
pub async fn before(
    connection: &mut PgConnection,
    scope: AuditScope,
    filter: &AuditFilter,
    seq: Option<i64>,
    limit: i64,
) -> Result<Vec<AuditEntry>, StoreFailure> {
    let within = Within { authors: visible(connection, scope).await?, filter };
    let mut query = whole_entries();
    within.push_to(&mut query);
    query.push(" AND seq < ").push_bind(seq.unwrap_or(i64::MAX));
    query.push(" ORDER BY seq DESC LIMIT ").push_bind(limit);
    read(query, connection).await
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

#[cfg(test)]
mod tests {
    use waffle_domain::audit_scope_and_filter::{AuditFilter, AuditScope, FilterTexts};

    use super::{AuditLog, Table};

    #[test]
    fn links_keep_the_filters_that_are_set_and_nothing_else() {
        let kept = |action, from, to| {
            let filter = AuditFilter::parse(&FilterTexts { action, from, to, ..FilterTexts::default() }).unwrap();
            AuditLog::default().kept(&(AuditScope::Everyone, filter))
        };
        assert_eq!(kept(" ", "", ""), "");
        assert_eq!(
            kept("mark_paid", "2026-06-01", "2026-06-01T14:00:00+02:00"),
            "action=mark_paid&from=2026-06-01&to=2026-06-01T12:00:00Z&"
        );
    }
}
