//! `/api/waffles`: what everybody may read.

pub mod detail;
pub mod export;
pub mod list;
pub mod spots;

use std::sync::Arc;

use waffle_actors::snapshot::Snapshot;
use waffle_actors::waffles::Waffles;
use waffle_domain::slug::Slug;
use waffle_store::waffles::WaffleRef;

use crate::web::error::Failure;
use crate::web::refusal::no_waffle;

/// Finds a waffle by its slug, archived ones too; 404 when there is none.
pub async fn by_slug(waffles: &Waffles, slug: &str) -> Result<Arc<Snapshot>, Failure> {
    let slug = Slug::parse(slug).ok_or_else(no_waffle)?;
    waffles.snapshot(&WaffleRef::Slug(slug.to_string())).await?.ok_or_else(no_waffle)
}

/// Finds a waffle that everybody may see; 404 for an archived one.
pub async fn public(waffles: &Waffles, slug: &str) -> Result<Arc<Snapshot>, Failure> {
    let snapshot = by_slug(waffles, slug).await?;
    if snapshot.waffle.archived { Err(no_waffle()) } else { Ok(snapshot) }
}
