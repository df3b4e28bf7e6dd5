//! The sources of a waffle's claims.

use std::collections::HashSet;

use uuid::Uuid;
use waffle_domain::claim;
use waffle_domain::handle::Handle;
use waffle_domain::wire::sources::{Source, Sources};
use waffle_store::sources;

use crate::actions::Services;
use crate::failure::Failure;
use crate::failure::of_read;

/// Lists the sources of a waffle's claims that are not forgotten yet.
pub async fn list(services: &Services, waffle_id: Uuid) -> Result<Sources, Failure> {
    let found = sources::list(&services.pool, waffle_id).await.map_err(of_read)?;
    let source = |entry: sources::SourceEntry| Source {
        source: entry.source.to_string(),
        handles: entry.handles,
        handle_count: entry.handle_count,
        spots: entry.spots,
        pending: entry.pending,
        first_at: entry.first_at,
        last_at: entry.last_at,
    };
    Ok(Sources { entries: found.into_iter().map(source).collect() })
}

/// Lists the pending spots that came from a source, by number, with their holders.
pub async fn pending(
    services: &Services,
    waffle_id: Uuid,
    source: claim::Source,
) -> Result<Vec<(i32, String)>, Failure> {
    sources::pending(&services.pool, waffle_id, source).await.map_err(of_read)
}

/// Finds the handles that hold spots from a source that they share with others.
pub async fn sharing(services: &Services, waffle_id: Uuid) -> Result<HashSet<Handle>, Failure> {
    Ok(sources::sharing(&services.pool, waffle_id).await.map_err(of_read)?.into_iter().collect())
}
