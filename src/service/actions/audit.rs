//! The audit log: the actions of sellers.

use uuid::Uuid;
use waffle_domain::audit_scope_and_filter::AuditScope;
use waffle_domain::refusal::Refusal;
use waffle_store::audit::entities::{PlacedSpot, still_there};
use waffle_store::audit::trail::{self, AuditEntry};

use crate::actions::Services;
use crate::failure::{Failure, of_read};

/// Finds an entry; 404 if it does not exist or is out of scope.
pub async fn find(services: &Services, scope: AuditScope, id: Uuid) -> Result<AuditEntry, Failure> {
    let found = trail::find(&services.pool, scope, id).await.map_err(of_read)?;
    found.ok_or_else(|| Failure::from(Refusal::NoAuditEntry))
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
