//! `GET /api/waffles/:slug/spots`

use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpRequest, web};
use waffle_actors::snapshot::Rendered;
use waffle_domain::wire::spot::ListedSpot;
use waffle_http::etag;
use waffle_service::actions::{Services, waffles};
use waffle_service::failure::Failure;

use crate::endpoint::values::{i64, uuid};
use crate::endpoint::{Answer, endpoints, list};

/// The sequence number of the newest event that the answer contains.
pub(super) const X_EVENT_SEQ: HeaderName = HeaderName::from_static("x-event-seq");

/// The waffle's id. Once the waffle is deleted, its slug may lead to another one.
const X_WAFFLE_ID: HeaderName = HeaderName::from_static("x-waffle-id");

endpoints! { "Waffles";
    /// Read the board
    ///
    /// To follow it from there on, connect to `/ws/{slug}?since=…&waffle=…` with the number of `X-Event-Seq` and the
    /// id of `X-Waffle-Id`.
    GET "/api/waffles/{slug}/spots" => show as listSpots,
        list::<ListedSpot>("All spots, ascending by number.")
            .header("X-Event-Seq", i64, "The number of the newest event that the answer contains.")
            .header("X-Waffle-Id", uuid, "The waffle's id: its slug may later be another waffle's."),
        Unchanged, NoPublicWaffle;
}

async fn show(request: HttpRequest, slug: web::Path<String>, services: web::Data<Services>) -> Answer {
    let snapshot = waffles::public(&services, &slug).await?;
    let spots = snapshot.spots.get_or_init(|| {
        let spots: Vec<_> = snapshot.board.spots().map(ListedSpot::from).collect();
        Rendered::new(serde_json::to_vec(&spots).unwrap_or_default())
    });
    let mut response = etag::json(&request, spots);
    response.headers_mut().insert(X_EVENT_SEQ, HeaderValue::from(snapshot.seq));
    let id = HeaderValue::try_from(snapshot.waffle.id.to_string()).map_err(Failure::internal)?;
    response.headers_mut().insert(X_WAFFLE_ID, id);
    Ok(response)
}
