//! `/api/admin/me`: the admin's own account.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use waffle_domain::profile::ProfileDraft;
use waffle_domain::role::Permission;
use waffle_store::connect::PgPool;
use waffle_wire::account::AccountView;

use crate::api::admin::admins::profile::{Edit, save};
use crate::api::document::refusals::{EmailTaken, ValidationFailed};
use crate::clock::Clock;
use crate::session::current_admin::CurrentAdmin;
use crate::web::error::Failure;
use crate::web::json::Body;

/// `GET /api/admin/me`: 200 with the account.
#[utoipa::path(
    get, path = "/api/admin/me", tag = "Account", operation_id = "getOwnAccount",
    summary = "Read the own account",
    responses((status = 200, description = "The account.", body = AccountView)),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn show(admin: CurrentAdmin) -> HttpResponse {
    HttpResponse::Ok().json(AccountView::from(&admin.account))
}

/// `PATCH /api/admin/me`: 200 with the account; all named fields change, or none. 400 `validation_failed`, 409 `email_taken`.
#[utoipa::path(
    patch, path = "/api/admin/me", tag = "Account", operation_id = "editOwnAccount",
    summary = "Edit the own account",
    description = "A field that is not there stays. All named fields change, or none.",
    request_body = Edit,
    responses((status = 200, description = "The account.", body = AccountView), ValidationFailed, EmailTaken),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn edit(
    admin: CurrentAdmin,
    body: Body<Edit>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ChangeOwnAccount)?;
    let draft = body.read().await?.into();
    let account = save(&admin, admin.id(), &draft, &pool, &clock).await?;
    Ok(HttpResponse::Ok().json(AccountView::from(&account)))
}

/// The time zone to be.
#[derive(Deserialize, ToSchema)]
pub struct NewTimeZone {
    /// By its IANA name.
    #[schema(required, nullable = false, example = "Europe/Berlin")]
    timezone: Option<String>,
}

/// `PATCH /api/admin/me/timezone`: 200 with the account; 400 `validation_failed` for what is no IANA time zone.
#[utoipa::path(
    patch, path = "/api/admin/me/timezone", tag = "Account", operation_id = "setOwnTimeZone",
    summary = "Choose the time zone in which you read dates",
    description = "The API itself tells all times in UTC.",
    request_body = NewTimeZone,
    responses((status = 200, description = "The account.", body = AccountView), ValidationFailed),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn set_timezone(
    admin: CurrentAdmin,
    body: Body<NewTimeZone>,
    pool: web::Data<PgPool>,
    clock: web::Data<Clock>,
) -> Result<HttpResponse, Failure> {
    admin.require(Permission::ChangeOwnAccount)?;
    let timezone = Some(body.read().await?.timezone.unwrap_or_default());
    let draft = ProfileDraft { timezone, ..ProfileDraft::default() };
    let account = save(&admin, admin.id(), &draft, &pool, &clock).await?;
    Ok(HttpResponse::Ok().json(AccountView::from(&account)))
}
