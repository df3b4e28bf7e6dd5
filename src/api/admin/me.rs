//! `/api/admin/me`: the admin's own account.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use waffle_domain::profile::ProfileDraft;
use waffle_domain::role::Permission;
use waffle_domain::wire::account::AccountView;
use waffle_http::error::HttpError;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, accounts};

use crate::admin::accounts::profile::Edit;
use crate::openapi::refusals::{Busy, EmailTaken, GuessingLocked, ValidationFailed, WrongPassword};

/// Answers 200 with the account.
#[utoipa::path(
    get, path = "/api/admin/me", tag = "Account", operation_id = "getOwnAccount",
    summary = "Read the own account",
    responses((status = 200, description = "The account.", body = AccountView)),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn show(me: SignedIn) -> HttpResponse {
    HttpResponse::Ok().json(AccountView::from(&me.account))
}

/// Changes all named fields or none, and answers 200 with the account; 400 `validation_failed`, 403 `invalid_password`,
/// 409 `email_taken`.
#[utoipa::path(
    patch, path = "/api/admin/me", tag = "Account", operation_id = "editOwnAccount",
    summary = "Edit the own account",
    description = "An absent field stays as it is. All named fields change, or none. If there is a `current_password`, \
        a new e-mail address is accepted only if it is right.",
    request_body = Edit,
    responses(
        (status = 200, description = "The account.", body = AccountView),
        ValidationFailed, WrongPassword, GuessingLocked, EmailTaken, Busy,
    ),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn edit(me: SignedIn, body: Body<Edit>, services: web::Data<Services>) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ChangeOwnAccount)?;
    let (draft, password) = body.read().await?.into_parts();
    let account = accounts::change_profile(&services, &me, me.id(), &draft, password.as_deref()).await?;
    Ok(HttpResponse::Ok().json(AccountView::from(&account)))
}

/// The new time zone.
#[derive(Deserialize, ToSchema)]
pub struct NewTimeZone {
    /// By its IANA name.
    #[schema(required, nullable = false, example = "Europe/Berlin")]
    timezone: Option<String>,
}

/// Answers 200 with the account; 400 `validation_failed` for an unknown time zone.
#[utoipa::path(
    patch, path = "/api/admin/me/timezone", tag = "Account", operation_id = "setOwnTimeZone",
    summary = "Choose the time zone of your dates",
    description = "The API itself returns all times in UTC.",
    request_body = NewTimeZone,
    responses((status = 200, description = "The account.", body = AccountView), ValidationFailed),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn set_timezone(
    me: SignedIn,
    body: Body<NewTimeZone>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ChangeOwnAccount)?;
    let timezone = Some(body.read().await?.timezone.unwrap_or_default());
    let draft = ProfileDraft { timezone, ..ProfileDraft::default() };
    let account = accounts::change_profile(&services, &me, me.id(), &draft, None).await?;
    Ok(HttpResponse::Ok().json(AccountView::from(&account)))
}
