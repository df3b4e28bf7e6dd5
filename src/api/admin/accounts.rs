//! `/api/admin/admins`: the admins' accounts, for super admins.

pub mod password;
pub mod profile;
pub mod standing;

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use waffle_domain::new_account::AccountDraft;
use waffle_domain::role::{Permission, Role};
use waffle_domain::wire::account::AccountView;
use waffle_http::error::HttpError;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, accounts};

use crate::openapi::refusals::{Busy, EmailTaken, UsernameTaken, ValidationFailed};

/// A new account.
#[derive(Deserialize, ToSchema)]
#[schema(as = NewAccount)]
pub struct Creation {
    /// Of `a-z 0-9 . _ -`; capitals become lowercase. Never changes.
    #[schema(required, nullable = false, min_length = 3, max_length = 64, example = "anna")]
    username: Option<String>,
    #[schema(required, nullable = false, min_length = 3, max_length = 254, example = "anna@example.com")]
    email: Option<String>,
    #[doc = " At most 72 bytes, and at least as many characters as the setting `password_min_length` says; none of the \
        common passwords, not one character over and over, and without the service's name. It must still be such a \
        password without the username in it."]
    #[schema(required, nullable = false, min_length = 1, max_length = 72, example = "a long sentence")]
    password: Option<String>,
    /// `admin`, unless it is one of these.
    #[schema(nullable = false, value_type = Option<Role>)]
    role: Option<String>,
    #[schema(max_length = 100, example = "Anna")]
    first_name: Option<String>,
    #[schema(max_length = 100)]
    last_name: Option<String>,
    #[schema(max_length = 100)]
    display_name: Option<String>,
}

/// Answers 200 with all accounts, active ones first.
#[utoipa::path(
    get, path = "/api/admin/admins", tag = "Admins", operation_id = "listAccounts",
    summary = "List accounts",
    responses((status = 200, description = "All of them, the active ones first.", body = [AccountView])),
    security(("bearer" = ["super_admin"])),
)]
pub async fn index(me: SignedIn, services: web::Data<Services>) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ManageAdmins)?;
    let accounts = accounts::list(&services).await?;
    Ok(HttpResponse::Ok().json(accounts.iter().map(AccountView::from).collect::<Vec<_>>()))
}

/// Answers 201 with the account; 400 `validation_failed` with every invalid field, 409 `username_taken` or
/// `email_taken`.
#[utoipa::path(
    post, path = "/api/admin/admins", tag = "Admins", operation_id = "createAccount",
    summary = "Create an account",
    request_body = Creation,
    responses(
        (status = 201, description = "The account, active, in the time zone UTC.", body = AccountView),
        ValidationFailed, UsernameTaken, EmailTaken, Busy,
    ),
    security(("bearer" = ["super_admin"])),
)]
pub async fn create(
    me: SignedIn,
    body: Body<Creation>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ManageAdmins)?;
    let body = body.read().await?;
    let text = Option::unwrap_or_default;
    let draft = AccountDraft {
        username: text(body.username),
        email: text(body.email),
        password: text(body.password),
        role: text(body.role),
        first_name: text(body.first_name),
        last_name: text(body.last_name),
        display_name: text(body.display_name),
    };
    let account = accounts::create(&services, &me.author(), &draft).await?;
    Ok(HttpResponse::Created().json(AccountView::from(&account)))
}
