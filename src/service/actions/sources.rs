//! The sources of a waffle's claims.

use std::collections::HashSet;

use uuid::Uuid;
use waffle_domain::claim::Source;
use waffle_domain::handle::Handle;
use waffle_domain::wire::sources::Sources;
use waffle_store::sources;

use crate::actions::Services;
use crate::failure::{Failure, of_read};

/// Lists the sources of a waffle's claims that are not forgotten yet.
pub async fn list(services: &Services, waffle_id: Uuid) -> Result<Sources, Failure> {
    Ok(Sources { entries: sources::list(&services.pool, waffle_id).await.map_err(of_read)? })
}

/// Lists the pending spots that came from a source, by number, with their holders.
pub async fn pending(services: &Services, waffle_id: Uuid, source: Source) -> Result<Vec<(i32, String)>, Failure> {
    sources::pending(&services.pool, waffle_id, source).await.map_err(of_read)
}

/// Finds the handles that hold spots from a source that they share with others.
pub async fn sharing(services: &Services, waffle_id: Uuid) -> Result<HashSet<Handle>, Failure> {
    Ok(sources::sharing(&services.pool, waffle_id).await.map_err(of_read)?.into_iter().collect())
}
