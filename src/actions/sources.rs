//! Where the claims of a waffle came from.

use uuid::Uuid;
use waffle_store::sources;
use waffle_wire::sources::{Source, Sources};

use crate::actions::Services;
use crate::web::error::Failure;
use crate::web::refusal::of_read;

/// Lists the sources of a waffle's claims that are not forgotten yet.
pub async fn list(services: &Services, waffle_id: Uuid) -> Result<Sources, Failure> {
    let found = sources::list(&services.pool, waffle_id).await.map_err(of_read)?;
    let source = |entry: sources::SourceEntry| Source {
        source: entry.source.to_string(),
        handles: entry.handles,
        spots: entry.spots,
        pending: entry.pending,
        first_at: entry.first_at,
        last_at: entry.last_at,
    };
    Ok(Sources { entries: found.into_iter().map(source).collect() })
}
