//! `POST /api/admin/login`

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use waffle_domain::refusal::Refusal;
use waffle_domain::wire::account::AccountView;
use waffle_http::client::client;
use waffle_http::json::Body;
use waffle_http::rate_limit::{self, Allowed};
use waffle_http::session::cookie::Cookies;
use waffle_language::say;
use waffle_service::actions::Services;
use waffle_service::actions::sign_in::{self, Outcome, Tried};
use waffle_service::failure::{Failure, FieldError};

use crate::endpoint::values::text;
use crate::endpoint::{Answer, endpoints, ok};

/// The credentials.
#[derive(Deserialize, ToSchema)]
#[schema(as = Login)]
pub struct SignIn {
    #[schema(required, nullable = false, min_length = 1, format = "not_blank", example = "admin")]
    username: Option<String>,
    #[schema(required, nullable = false, min_length = 1, example = "a long sentence")]
    password: Option<String>,
    /// A code of the app, or a recovery code: for accounts with a second factor.
    #[schema(nullable = false)]
    code: Option<String>,
}

/// The token and its account.
#[derive(Serialize, ToSchema)]
#[schema(as = LoggedIn)]
struct Begun<'a> {
    /// A JWT.
    token: &'a str,
    expires_at: DateTime<Utc>,
    admin: AccountView<'a>,
}

endpoints! { "Account";
    /// Sign in
    ///
    /// After five failures in a row, a username is locked for the address that they came from, for 15 minutes; both
    /// numbers are settings. Without a second factor, `code` is ignored.
    POST "/api/admin/login" => sign_in as logIn,
        ok::<Begun>("The token, which is set as the cookie `token` too.")
            .header("Set-Cookie", text, "`token`, HttpOnly and SameSite=Lax."),
        ValidationFailed, WrongCredentials, CodeRequired, WrongCode, Deactivated, SignInsLimited, LockedOut,
        Busy;
}

async fn sign_in(
    _: Allowed<rate_limit::Login>,
    request: HttpRequest,
    body: Body<SignIn>,
    services: web::Data<Services>,
) -> Answer {
    let SignIn { username, password, code } = body.read().await?;
    let (username, password) = (username.unwrap_or_default(), password.unwrap_or_default());
    let code = code.unwrap_or_default();
    let missing = [
        username.trim().is_empty().then(|| FieldError::new("username", say!("fault-username-missing"))),
        password.is_empty().then(|| FieldError::new("password", say!("fault-password-missing"))),
    ];
    if missing.iter().any(Option::is_some) {
        return Err(Failure::validation(missing.into_iter().flatten()).into());
    }
    let tried = Tried { username: &username, password: &password, code: &code };
    let signed_in = match sign_in::sign_in(&services, client(&request)?, tried).await? {
        Outcome::Begun(session) => session,
        Outcome::NeedsCode(_) => return Err(Refusal::CodeRequired.into()),
    };
    let body = Begun {
        token: &signed_in.token.text,
        expires_at: signed_in.token.expires_at,
        admin: AccountView::from(&signed_in.account),
    };
    let cookie = Cookies::of(&services.sessions).token(signed_in.token.text.clone(), signed_in.max_age);
    Ok(HttpResponse::Ok().cookie(cookie).json(body))
}
