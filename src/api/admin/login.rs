//! `POST /api/admin/login`

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::api::admin::me::Me;
use crate::session::Sessions;
use crate::web::client_ip::ClientIp;
use crate::web::error::{Failure, FieldError};
use crate::web::json::Body;
use crate::web::rate_limit::{self, Allowed};

/// What is sent.
#[derive(Deserialize)]
pub struct Login {
    username: Option<String>,
    password: Option<String>,
}

#[derive(Serialize)]
struct LoggedIn<'a> {
    token: &'a str,
    expires_at: DateTime<Utc>,
    admin: Me<'a>,
}

/// Answers 200 with the token, and sets it as a cookie. 400 for missing fields, 401 for credentials that are not right, 403 for a
/// deactivated account, 429 for too many tries.
pub async fn login(
    _: Allowed<rate_limit::Login>,
    client: ClientIp,
    sessions: web::Data<Sessions>,
    body: Body<Login>,
) -> Result<HttpResponse, Failure> {
    let Login { username, password } = body.read().await?;
    let (username, password) = (username.unwrap_or_default(), password.unwrap_or_default());
    let missing = [
        username.trim().is_empty().then(|| FieldError::new("username", "A username is required.")),
        password.is_empty().then(|| FieldError::new("password", "A password is required.")),
    ];
    if missing.iter().any(Option::is_some) {
        return Err(Failure::validation(missing.into_iter().flatten()));
    }
    let signed_in = sessions.sign_in(client, &username, &password).await?;
    let body = LoggedIn {
        token: &signed_in.token.text,
        expires_at: signed_in.token.expires_at,
        admin: Me::from(&signed_in.account),
    };
    let cookie = sessions.cookies().token(signed_in.token.text.clone(), signed_in.max_age);
    Ok(HttpResponse::Ok().cookie(cookie).json(body))
}
