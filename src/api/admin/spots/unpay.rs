//! `POST /api/admin/waffles/:id/spots/unpay`

use actix_web::{HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::role::Permission;
use waffle_domain::wire::event::{Event, EventBody};
use waffle_domain::wire::spot::Spot;
use waffle_http::error::HttpError;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::spots::Selected;
use waffle_service::actions::{Services, spots};
use waffle_store::spots::SpotResult;

use crate::admin::spots::{Bulk, Skipped};
use crate::openapi::refusals::{DrawLocked, NoWaffle, Overloaded, ValidationFailed, WaffleNotActive};

/// The result for each spot.
#[derive(Serialize, ToSchema)]
struct Unpaid {
    unpaid: Vec<Spot>,
    skipped: Vec<Skipped>,
}

/// Answers 200 with the spots that are pending again, and those skipped with the reason; 404 for an unknown waffle, 409
/// `waffle_not_active` for a completed one and `draw_locked`.
#[utoipa::path(
    post, path = "/api/admin/waffles/{id}/spots/unpay", tag = "Payments and draws", operation_id = "unpaySpots",
    summary = "Take payments back",
    description = "All that are paid become pending again, together; the others are skipped. If there is a deadline, \
        buyers get at least 15 minutes. Only while the waffle is active.",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    request_body = Bulk,
    responses(
        (status = 200, description = "What became of each.", body = Unpaid),
        ValidationFailed, NoWaffle, WaffleNotActive, DrawLocked, Overloaded,
    ),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn unpay(
    me: SignedIn,
    id: InPath<Uuid>,
    body: Body<Bulk>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ManageSpots)?;
    let id = id.read()?;
    let ids = body.read().await?.spot_ids.unwrap_or_default();
    let mut answer = Unpaid { unpaid: Vec::new(), skipped: Vec::new() };
    for result in spots::unpay(&services, me.author(), Selected::named(id, ids)?).await? {
        match result {
            SpotResult::Changed(Event { body: EventBody::Spot(change), .. }) => {
                answer.unpaid.push(Spot::after(&change));
            }
            other => answer.skipped.extend(Skipped::of(&other, "spot_not_paid")),
        }
    }
    Ok(HttpResponse::Ok().json(answer))
}
