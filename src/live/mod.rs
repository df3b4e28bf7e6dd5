//! Live updates: `WS /ws/:slug`.

pub mod decoder;
pub mod session;
pub mod socket;

use actix_web::{HttpResponse, web};
use serde::Deserialize;

use crate::actions::{Services, waffles};
use crate::live::socket::Upgrade;
use crate::web::error::Failure;
use crate::web::extractors::InQuery;
use crate::web::socket_places::SocketPlaces;

/// The query: where a watcher left off.
#[derive(Deserialize)]
pub struct Place {
    since: Option<i64>,
}

/// Upgrades to a WebSocket that sends the waffle's events after `since`, then every new one. Before the upgrade: 404
/// for an unknown or archived waffle, 400 for a request that is not an upgrade, 429 or 503 when too many are open.
pub async fn watch(
    upgrade: Upgrade,
    place: InQuery<Place>,
    services: web::Data<Services>,
    places: web::Data<SocketPlaces>,
) -> Result<HttpResponse, Failure> {
    let snapshot = waffles::public(&services, upgrade.slug()).await?;
    let since = place.read()?.since;
    upgrade.open(services.waffles.clone(), snapshot.waffle.id, since, &places)
}
