//! `GET /api/admin/waffles/:id/expired`

use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_domain::role::Permission;
use waffle_domain::wire::expired::Expired;
use waffle_http::error::HttpError;
use waffle_http::extractors::InPath;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, expired, waffles};

use crate::openapi::refusals::NoWaffle;

/// Answers 200 with the spots that were not paid in time during the last 7 days, by handle; 404 for an unknown waffle.
#[utoipa::path(
    get, path = "/api/admin/waffles/{id}/expired", tag = "Payments and draws", operation_id = "listExpired",
    summary = "List spots that were not paid in time",
    description = "During the last 7 days. Spots that are still free can be assigned again.",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    responses((status = 200, description = "The spots by handle, the newest first.", body = Expired), NoWaffle),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn show(me: SignedIn, id: InPath<Uuid>, services: web::Data<Services>) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ManageSpots)?;
    let id = id.read()?;
    waffles::by_id(&services, id).await?;
    Ok(HttpResponse::Ok().json(expired::list(&services, id).await?))
}
