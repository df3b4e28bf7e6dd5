//! `/api/admin/blocked-handles`: handles that may not claim.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use waffle_domain::handle::Handle;
use waffle_domain::role::Permission;
use waffle_domain::wire::blocked_handles::BlockedHandle;
use waffle_domain::wire::done::Done;
use waffle_http::error::HttpError;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, blocked_handles};

use crate::openapi::refusals::{AlreadyBlocked, NotBlocked, ValidationFailed};

/// A handle to block.
#[derive(Deserialize, ToSchema)]
pub struct NewBlock {
    #[schema(required, nullable = false, example = "@troll")]
    handle: Option<String>,
    /// Only sellers see it.
    #[schema(max_length = 500, example = "claims and never pays")]
    reason: Option<String>,
}

/// Answers 200 with the blocked handles, the newest first.
#[utoipa::path(
    get, path = "/api/admin/blocked-handles", tag = "Buyers registry", operation_id = "listBlockedHandles",
    summary = "List the handles that may not claim",
    responses((status = 200, description = "The handles, the newest first.", body = [BlockedHandle])),
    security(("bearer" = ["admin"])),
)]
pub async fn index(me: SignedIn, services: web::Data<Services>) -> Result<HttpResponse, HttpError> {
    me.require(Permission::BlockHandles)?;
    Ok(HttpResponse::Ok().json(blocked_handles::list(&services).await?))
}

/// Answers 201 with the handle; 400 `validation_failed`, 409 `already_blocked`.
#[utoipa::path(
    post, path = "/api/admin/blocked-handles", tag = "Buyers registry", operation_id = "blockHandle",
    summary = "Keep a handle from claiming",
    description = "On all waffles. Its spots stay, and sellers can still assign spots to it.",
    request_body = NewBlock,
    responses((status = 201, description = "The handle.", body = BlockedHandle), ValidationFailed, AlreadyBlocked),
    security(("bearer" = ["admin"])),
)]
pub async fn block(
    me: SignedIn,
    body: Body<NewBlock>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::BlockHandles)?;
    let body = body.read().await?;
    let handle = Handle::parse_field("handle", &body.handle.unwrap_or_default())?;
    let reason = body.reason.unwrap_or_default();
    let reason = blocked_handles::parse_reason(&reason)?;
    let blocked = blocked_handles::block(&services, &me.author(), &handle, reason).await?;
    Ok(HttpResponse::Created().json(blocked))
}

/// Answers 200 with a message; 400 for what can't be a handle, 404 for one that is not blocked.
#[utoipa::path(
    delete, path = "/api/admin/blocked-handles/{handle}", tag = "Buyers registry", operation_id = "unblockHandle",
    summary = "Let a handle claim again",
    params(("handle" = String, Path, description = "The handle.", example = "troll")),
    responses((status = 200, description = "It may claim again.", body = Done), ValidationFailed, NotBlocked),
    security(("bearer" = ["admin"])),
)]
pub async fn unblock(
    me: SignedIn,
    handle: InPath<String>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::BlockHandles)?;
    let handle = Handle::parse_field("handle", &handle.read()?)?;
    blocked_handles::unblock(&services, &me.author(), &handle).await?;
    Ok(HttpResponse::Ok().json(Done::new("The handle may claim again.")))
}
