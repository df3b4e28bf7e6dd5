//! Live updates: `WS /ws/:slug`.

pub mod decoder;
pub mod session;
pub mod socket;

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use uuid::Uuid;
use waffle_service::actions::{Services, waffles};

use crate::error::HttpError;
use crate::extractors::InQuery;
use crate::live::socket::Upgrade;
use crate::socket_slots::SocketSlots;

/// A `since` before every log: the answer is `resync`.
const BEFORE_ALL: i64 = -1;

/// The query: where a watcher left off.
#[derive(Deserialize)]
pub struct Place {
    since: Option<i64>,
    /// The id of the waffle that `since` is of.
    waffle: Option<Uuid>,
}

/// Upgrades to a WebSocket that sends the waffle's events after `since`, then every new one. A client that watched
/// another waffle, which had the slug before, is sent `resync`. Before the upgrade: 404 for an unknown or archived
/// waffle, 400 for a request that is not an upgrade, 429 or 503 when too many are open.
pub async fn watch(
    upgrade: Upgrade,
    services: web::Data<Services>,
    slots: web::Data<SocketSlots>,
) -> Result<HttpResponse, HttpError> {
    let snapshot = waffles::public(&services, upgrade.slug()).await?;
    let (InQuery(Place { since, waffle }), id) = (upgrade.query()?, snapshot.waffle.id);
    let since = if waffle.is_some_and(|waffle| waffle != id) { Some(BEFORE_ALL) } else { since };
    upgrade.open(services.waffles.clone(), id, since, &slots)
}
