//! `PATCH /api/admin/admins/:id/password`

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_domain::role::Permission;
use waffle_domain::wire::account::AccountView;
use waffle_http::error::HttpError;
use waffle_http::extractors::InPath;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, accounts};

use crate::openapi::refusals::{Busy, NoAccount, OwnPassword, ValidationFailed};

/// The new password.
#[derive(Deserialize, ToSchema)]
pub struct NewPassword {
    #[doc = " At most 72 bytes, and at least as many characters as the setting `password_min_length` says; none of the \
        common passwords, not one character over and over, and without the service's name. It must still be such a \
        password without the username in it."]
    #[schema(required, nullable = false, min_length = 1, max_length = 72, example = "another long sentence")]
    new_password: Option<String>,
}

/// Sets another admin's password and answers 200 with the account; its sessions stay valid. 404 for an unknown id, 400
/// `validation_failed` for what the policy refuses, 409 `own_account` for one's own, which needs the current password.
#[utoipa::path(
    patch, path = "/api/admin/admins/{id}/password", tag = "Admins", operation_id = "setPassword",
    summary = "Set another account's password",
    description = "The sessions of the account stay.",
    params(("id" = Uuid, Path, description = "The account's id.")),
    request_body = NewPassword,
    responses(
        (status = 200, description = "The account.", body = AccountView),
        ValidationFailed, NoAccount, OwnPassword, Busy,
    ),
    security(("bearer" = ["super_admin"])),
)]
pub async fn set(
    me: SignedIn,
    id: InPath<Uuid>,
    body: Body<NewPassword>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ManageAdmins)?;
    let id = id.read()?;
    let account = accounts::find(&services, id).await?;
    let password = body.read().await?.new_password.unwrap_or_default();
    let account = accounts::set_password(&services, &me.author(), &account, &password).await?;
    Ok(HttpResponse::Ok().json(AccountView::from(&account)))
}
