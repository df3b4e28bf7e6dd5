//! `PATCH` and `DELETE /api/admin/admins/:id`: an account's role, and whether it is active.

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::role::{Permission, Role};
use waffle_domain::standing::StandingChange;
use waffle_domain::wire::account::AccountView;
use waffle_http::error::HttpError;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, accounts};

use crate::openapi::refusals::{
    Busy, GuessingLocked, LastSuperAdmin, NoAccount, OwnAccount, ValidationFailed, WrongPassword,
};

/// The changes; an absent field stays as it is.
#[derive(Default, Deserialize, ToSchema)]
#[schema(as = StandingChange)]
pub struct Change {
    #[schema(nullable = false, value_type = Option<Role>)]
    role: Option<String>,
    /// `false` deactivates, and `true` brings the account back.
    #[schema(example = true)]
    active: Option<bool>,
    /// Your password: needed to lower the role and to deactivate.
    current_password: Option<String>,
}

/// What confirms a deactivation.
#[derive(Default, Deserialize, ToSchema)]
#[schema(as = DeactivationConfirmation)]
pub struct Confirmation {
    /// Your password.
    #[schema(required, nullable = false, min_length = 1, example = "a long sentence")]
    current_password: Option<String>,
}

/// Answers 200 with the account, even if nothing changes. 404 for an unknown id; 400 for an unknown role, and for a
/// lower role or `active: false` without the current password; 403 `invalid_password`, 409 `own_account` or
/// `last_super_admin`.
#[utoipa::path(
    patch, path = "/api/admin/admins/{id}", tag = "Admins", operation_id = "changeStanding",
    summary = "Change the role of an account, or whether it is active",
    description = "An absent field stays as it is. It applies immediately, to open sessions too. May be repeated.",
    params(("id" = Uuid, Path, description = "The account's id.")),
    request_body = Change,
    responses(
        (status = 200, description = "The account.", body = AccountView),
        ValidationFailed, WrongPassword, GuessingLocked, NoAccount, OwnAccount, LastSuperAdmin, Busy,
    ),
    security(("bearer" = ["super_admin"])),
)]
pub async fn edit(
    me: SignedIn,
    id: InPath<Uuid>,
    body: Body<Change>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ManageAdmins)?;
    let id = id.read()?;
    let account = accounts::find(&services, id).await?;
    let body = body.read().await?;
    let change =
        StandingChange { role: body.role.as_deref().map(accounts::parse_role).transpose()?, active: body.active };
    let password = body.current_password.unwrap_or_default();
    let account = accounts::change_standing(&services, &me, &account, change, &password).await?;
    Ok(HttpResponse::Ok().json(AccountView::from(&account)))
}

/// Deactivates the account and answers 200 with it, also when repeated. 404 for an unknown id, 400 without the current
/// password, 403 `invalid_password`, 409 `own_account` or `last_super_admin`.
#[utoipa::path(
    delete, path = "/api/admin/admins/{id}", tag = "Admins", operation_id = "deactivateAccount",
    summary = "Deactivate an account",
    description = "Its sessions end. The account is kept, and a change of `active` brings it back. May be repeated.",
    params(("id" = Uuid, Path, description = "The account's id.")),
    request_body = Confirmation,
    responses(
        (status = 200, description = "The account.", body = AccountView),
        ValidationFailed, WrongPassword, GuessingLocked, NoAccount, OwnAccount, LastSuperAdmin, Busy,
    ),
    security(("bearer" = ["super_admin"])),
)]
pub async fn deactivate(
    me: SignedIn,
    id: InPath<Uuid>,
    body: Body<Confirmation>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ManageAdmins)?;
    let id = id.read()?;
    let account = accounts::find(&services, id).await?;
    let password = body.read_if_any().await?.unwrap_or_default().current_password.unwrap_or_default();
    let change = StandingChange { role: None, active: Some(false) };
    let account = accounts::change_standing(&services, &me, &account, change, &password).await?;
    Ok(HttpResponse::Ok().json(AccountView::from(&account)))
}
