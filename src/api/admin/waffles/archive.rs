//! `POST /api/admin/waffles/:id/archive` and `/unarchive`

use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_domain::role::Permission;
use waffle_http::error::HttpError;
use waffle_http::extractors::InPath;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, waffles};

use crate::admin::waffles::{Changed, changed};
use crate::openapi::refusals::{DrawLocked, NoWaffle};

/// Hides the waffle from the public and answers 200 with the detail, also when repeated; 404 for an unknown id.
#[utoipa::path(
    post, path = "/api/admin/waffles/{id}/archive", tag = "Selling", operation_id = "archiveWaffle",
    summary = "Archive a waffle",
    description = "Hides it from everyone except admins. May be repeated.",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    responses((status = 200, description = "The waffle.", body = Changed), NoWaffle, DrawLocked),
    security(("bearer" = ["admin"])),
)]
pub async fn archive(me: SignedIn, id: InPath<Uuid>, services: web::Data<Services>) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ArchiveWaffles)?;
    let id = id.read()?;
    let seq = waffles::archive(&services, &me.author(), id, true).await?;
    changed(&services, id, seq, Some("The waffle is archived.".into())).await
}

/// Lists the waffle again and answers 200 with the detail, also when repeated; 404 for an unknown id.
#[utoipa::path(
    post, path = "/api/admin/waffles/{id}/unarchive", tag = "Selling", operation_id = "unarchiveWaffle",
    summary = "Take a waffle out of the archive",
    description = "May be repeated.",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    responses((status = 200, description = "The waffle.", body = Changed), NoWaffle),
    security(("bearer" = ["admin"])),
)]
pub async fn unarchive(
    me: SignedIn,
    id: InPath<Uuid>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ArchiveWaffles)?;
    let id = id.read()?;
    let seq = waffles::archive(&services, &me.author(), id, false).await?;
    changed(&services, id, seq, Some("The waffle is listed again.".into())).await
}
