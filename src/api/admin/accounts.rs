//! `/api/admin/admins`: the admins' accounts, for super admins.

pub mod password;
pub mod profile;
pub mod second_factor;
pub mod standing;

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa::openapi::schema::Object;
use waffle_domain::new_account::AccountDraft;
use waffle_domain::role::Role;
use waffle_domain::wire::account::AccountView;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, accounts};

use crate::endpoint::values::text_or_null;
use crate::endpoint::{Answer, created, endpoints, list};

/// A new account.
#[derive(Deserialize, ToSchema)]
#[schema(as = NewAccount)]
pub struct Creation {
    /// Of `a-z 0-9 . _ -`; capitals become lowercase. Never changes.
    #[schema(required, nullable = false, min_length = 3, max_length = 64, format = "username", example = "anna")]
    username: Option<String>,
    #[schema(
        required,
        nullable = false,
        min_length = 3,
        max_length = 254,
        format = "email",
        example = "anna@example.com"
    )]
    email: Option<String>,
    #[doc = " At most 72 bytes, and at least as many characters as the setting `password_min_length` says; none of the \
        common passwords, not one character over and over, and without the service's name. It must still be such a \
        password without the username in it."]
    #[schema(required, nullable = false, min_length = 1, max_length = 72, example = "a long sentence")]
    password: Option<String>,
    #[schema(required = false, schema_with = any_role)]
    role: Option<String>,
    #[schema(max_length = 100, format = "line_or_none", example = "Anna")]
    first_name: Option<String>,
    #[schema(max_length = 100, format = "line_or_none")]
    last_name: Option<String>,
    #[schema(max_length = 100, format = "line_or_none")]
    display_name: Option<String>,
}

/// An unknown role is `admin`.
fn any_role() -> Object {
    let codes: Vec<&str> = Role::ALL.iter().rev().map(|role| role.as_str()).collect();
    let words = format!("One of `{}`; what is none of them is `admin`.", codes.join("`, `"));
    text_or_null().description(Some(words)).build()
}

endpoints! { "Admins";
    /// List accounts
    GET "/api/admin/admins" => index as listAccounts for ManageAdmins,
        list::<AccountView>("All of them, the active ones first.");

    /// Create an account
    POST "/api/admin/admins" => create as createAccount for ManageAdmins,
        created::<AccountView>("The account, active, in the time zone UTC."),
        ValidationFailed, UsernameTaken, EmailTaken, Busy;
}

async fn index(services: web::Data<Services>) -> Answer {
    let accounts = accounts::list(&services).await?;
    Ok(HttpResponse::Ok().json(accounts.iter().map(AccountView::from).collect::<Vec<_>>()))
}

async fn create(me: SignedIn, body: Body<Creation>, services: web::Data<Services>) -> Answer {
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
