//! `/api/admin/admins`: the admins' accounts, for super admins.

pub mod password;
pub mod profile;
pub mod second_factor;
pub mod standing;

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use waffle_domain::new_account::AccountDraft;
use waffle_domain::role::Role;
use waffle_domain::wire::account::AccountView;
use waffle_http::json::Body;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, accounts};

use crate::endpoint::{Answer, created, endpoints, list};

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
