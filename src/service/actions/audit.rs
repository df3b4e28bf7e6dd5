//! The audit log: the actions of sellers.

use uuid::Uuid;
use waffle_domain::audit_filter::{AuditFilter, AuditScope};
use waffle_domain::paging::Paging;
use waffle_store::audit::entities::{PlacedSpot, still_there};
use waffle_store::audit::trail::{self, AuditEntry, AuditPage};

use crate::actions::Services;
use crate::failure::Failure;
use crate::failure::of_read;

/// Finds a page of the entries that pass a filter, newest first.
pub async fn list(
    services: &Services,
    scope: AuditScope,
    filter: &AuditFilter,
    paging: Paging,
) -> Result<AuditPage, Failure> {
    trail::list(&services.pool, scope, filter, paging).await.map_err(of_read)
}

/// Finds an entry; 404 if it does not exist or is out of scope.
pub async fn find(services: &Services, scope: AuditScope, id: Uuid) -> Result<AuditEntry, Failure> {
    let found = trail::find(&services.pool, scope, id).await.map_err(of_read)?;
    found.ok_or_else(|| Failure::not_found("There is no such audit entry."))
}

/// Lists up to `limit` entries before `last`, newest first, so that an export can continue where its last batch ended.
pub async fn before(
    services: &Services,
    scope: AuditScope,
    filter: &AuditFilter,
    last: Option<i64>,
    limit: i64,
) -> Result<Vec<AuditEntry>, Failure> {
    trail::before(&services.pool, scope, filter, last, limit).await.map_err(of_read)
}

/// Lists the ids and usernames of the accounts that appear in the log.
pub async fn authors(services: &Services, scope: AuditScope) -> Result<Vec<(Uuid, String)>, Failure> {
    trail::authors(&services.pool, scope).await.map_err(of_read)
}

/// Returns those of these waffles and spots that still exist.
pub async fn existing(
    services: &Services,
    waffles: &[Uuid],
    spots: &[i64],
) -> Result<(Vec<Uuid>, Vec<PlacedSpot>), Failure> {
    still_there(&services.pool, waffles, spots).await.map_err(of_read)
}
