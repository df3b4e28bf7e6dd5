//! Live updates: `WS /ws/:slug`.

pub mod session;
pub mod socket;

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;

use crate::actions::{Services, waffles};
use crate::web::error::Failure;
use crate::web::extractors::InQuery;

/// The query: where a watcher left off.
#[derive(Deserialize)]
pub struct Place {
    since: Option<i64>,
}

/// Upgrades to a WebSocket that sends the waffle's events after `since`, then every new one. Before the upgrade: 404
/// for an unknown or archived waffle, 400 for a request that is not an upgrade.
pub async fn watch(
    request: HttpRequest,
    place: InQuery<Place>,
    services: web::Data<Services>,
    payload: web::Payload,
) -> Result<HttpResponse, Failure> {
    let snapshot = waffles::public(&services, request.match_info().query("slug")).await?;
    let place = place.read()?;
    socket::open(&request, payload, services.waffles.clone(), snapshot.waffle.id, place.since)
}
