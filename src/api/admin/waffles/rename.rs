//! `POST /api/admin/waffles/:id/rename`

use actix_web::{HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::handle::Handle;
use waffle_domain::role::Permission;
use waffle_domain::wire::spot::Spot;
use waffle_http::error::HttpError;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::spots::Selected;
use waffle_service::actions::{Services, spots};

use crate::openapi::refusals::{DrawLocked, NoSpot, Overloaded, SpotNotReleasable, ValidationFailed};

/// Spots that get another handle.
#[derive(Deserialize, ToSchema)]
pub struct Rename {
    /// Ids, not numbers.
    #[schema(required, nullable = false, min_items = 1, max_items = 3000, example = json!([17, 18]))]
    spot_ids: Option<Vec<i64>>,
    /// Their new handle.
    #[schema(required, nullable = false, example = "@anna")]
    social_handle: Option<String>,
}

/// The spots that got another handle.
#[derive(Serialize, ToSchema)]
struct Renamed {
    renamed: Vec<Spot>,
}

/// Gives all of the spots another handle, or none. Answers 200 with those that had another one before; 404 for an
/// unknown waffle and for spots of another one, 409 `spot_not_releasable` for spots that are neither pending nor paid,
/// and `draw_locked`.
#[utoipa::path(
    post, path = "/api/admin/waffles/{id}/rename", tag = "Payments and draws", operation_id = "renameSpots",
    summary = "Give spots another handle",
    description = "For a typing error, or a gift: pending and paid spots keep their status and their times. All of \
        them, or none.",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    request_body = Rename,
    responses(
        (status = 200, description = "The spots.", body = Renamed),
        ValidationFailed, NoSpot, SpotNotReleasable, DrawLocked, Overloaded,
    ),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn rename(
    me: SignedIn,
    id: InPath<Uuid>,
    body: Body<Rename>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ManageSpots)?;
    let id = id.read()?;
    let body = body.read().await?;
    let handle = Handle::parse(&body.social_handle.unwrap_or_default())?;
    let selected = Selected::named(id, body.spot_ids.unwrap_or_default())?;
    let changes = spots::rename(&services, me.author(), selected, handle).await?;
    Ok(HttpResponse::Ok().json(Renamed { renamed: changes.iter().map(Spot::after).collect() }))
}
