//! `POST /api/admin/waffles/:id/winner`, `/clear-winner` and `/change-winner`

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::draw::reason::Reason;
use waffle_domain::role::Permission;
use waffle_http::error::HttpError;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, winners};
use waffle_store::winners::WinnerOperation;

use crate::admin::waffles::{Changed, changed};
use crate::openapi::refusals::{DrawLocked, NoWaffle, ValidationFailed, WaffleNotActive, WaffleNotCompleted};

/// The numbers drawn.
#[derive(Deserialize, ToSchema)]
#[schema(as = DrawnNumbers)]
pub struct Numbers {
    /// As many as the waffle has items, none twice, each of them paid.
    #[schema(required, nullable = false, min_items = 1, max_items = 10, example = json!([17]))]
    winning_spot_numbers: Option<Vec<i64>>,
}

/// Other numbers.
#[derive(Deserialize, ToSchema)]
pub struct OtherNumbers {
    /// As many as the waffle has items, none twice, each of them paid.
    #[schema(required, nullable = false, min_items = 1, max_items = 10, example = json!([17]))]
    winning_spot_numbers: Option<Vec<i64>>,
    /// Why the winners are changed; public.
    #[schema(min_length = 1, max_length = 500, example = "The winner gave it back.")]
    reason: Option<String>,
}

/// Why winners are cleared.
#[derive(Default, Deserialize, ToSchema)]
pub struct ClearReason {
    /// Public.
    #[schema(min_length = 1, max_length = 500, example = "A payment was marked by mistake.")]
    reason: Option<String>,
}

/// Draws winners, completes the waffle, and answers 200 with the detail and a message; 400 with the invalid numbers,
/// 404, 409 `waffle_not_active` for a completed waffle.
#[utoipa::path(
    post, path = "/api/admin/waffles/{id}/winner", tag = "Payments and draws", operation_id = "drawWinners",
    summary = "Draw winners",
    description = "Completes the waffle: the numbers win, every other paid spot loses. The board need not be full.",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    request_body = Numbers,
    responses(
        (status = 200, description = "The waffle.", body = Changed),
        ValidationFailed, NoWaffle, WaffleNotActive, DrawLocked,
    ),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn set(
    me: SignedIn,
    id: InPath<Uuid>,
    body: Body<Numbers>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::SetWinners)?;
    let id = id.read()?;
    let numbers = body.read().await?.winning_spot_numbers.unwrap_or_default();
    let seq = winners::set(&services, &me.author(), id, (&WinnerOperation::Set(numbers), None)).await?;
    changed(&services, id, seq, Some("The winners are drawn.".into())).await
}

/// Draws other winners instead; answers like [`set`], but 409 `waffle_not_completed` for an active waffle.
#[utoipa::path(
    post, path = "/api/admin/waffles/{id}/change-winner", tag = "Payments and draws", operation_id = "changeWinners",
    summary = "Draw other winners instead",
    description = "Of the spots that are paid or were in the draw, the numbers win and every other one loses. \
        The ledger keeps the earlier result and the reason.",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    request_body = OtherNumbers,
    responses(
        (status = 200, description = "The waffle.", body = Changed),
        ValidationFailed, NoWaffle, WaffleNotCompleted, DrawLocked,
    ),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn change(
    me: SignedIn,
    id: InPath<Uuid>,
    body: Body<OtherNumbers>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::SetWinners)?;
    let id = id.read()?;
    let OtherNumbers { winning_spot_numbers, reason } = body.read().await?;
    let reason = Reason::parse_optional(reason.as_deref())?;
    let operation = WinnerOperation::Change(winning_spot_numbers.unwrap_or_default());
    let seq = winners::set(&services, &me.author(), id, (&operation, reason.as_ref())).await?;
    changed(&services, id, seq, Some("The winners are changed.".into())).await
}

/// Clears the draw and answers 200 with the detail and a message; 409 `waffle_not_completed` for an active waffle.
#[utoipa::path(
    post, path = "/api/admin/waffles/{id}/clear-winner", tag = "Payments and draws", operation_id = "clearWinners",
    summary = "Take a draw back",
    description = "Winners and losers are paid spots again, and the waffle is active. The ledger keeps the result and \
        the reason.",
    params(("id" = Uuid, Path, description = "The waffle's id.")),
    request_body = Option<ClearReason>,
    responses(
        (status = 200, description = "The waffle.", body = Changed),
        ValidationFailed, NoWaffle, WaffleNotCompleted, DrawLocked,
    ),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn clear(
    me: SignedIn,
    id: InPath<Uuid>,
    body: Body<ClearReason>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::SetWinners)?;
    let id = id.read()?;
    let reason = body.read_if_any().await?.and_then(|body| body.reason);
    let reason = Reason::parse_optional(reason.as_deref())?;
    let seq = winners::set(&services, &me.author(), id, (&WinnerOperation::Clear, reason.as_ref())).await?;
    changed(&services, id, seq, Some("The draw is cleared; the waffle is active again.".into())).await
}
