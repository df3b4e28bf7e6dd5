//! `POST /api/admin/reset-password`

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use waffle_domain::wire::done::Done;
use waffle_http::client_ip::ClientIp;
use waffle_http::json::Body;
use waffle_http::rate_limit::{self, Allowed};
use waffle_language::say;
use waffle_service::actions::{Services, passwords};
use waffle_service::failure::{Failure, FieldError};

use crate::endpoint::{Answer, endpoints, ok};

/// The token that a `super_admin` handed over, and the new password.
#[derive(Deserialize, ToSchema)]
#[schema(as = PasswordReset)]
pub struct Reset {
    /// The part of the link after `token=`.
    #[schema(required, nullable = false, min_length = 1)]
    token: Option<String>,
    #[doc = " At most 72 bytes, and at least as many characters as the setting `password_min_length` says; none of the \
        common passwords, not one character over and over, and without the service's name. It must still be such a \
        password without the username in it."]
    #[schema(required, nullable = false, min_length = 1, max_length = 72, example = "another long sentence")]
    new_password: Option<String>,
    /// Of the account's second factor, or a recovery code. Needed where there is one.
    #[schema(example = "123456")]
    code: Option<String>,
}

endpoints! { "Account";
    /// Set a new password with a link's token
    ///
    /// A token works once, within an hour. A password or a code that is refused does not use it up. All sessions of
    /// the account end.
    POST "/api/admin/reset-password" => reset as resetPassword,
        ok::<Done>("It is changed."), ValidationFailed, InvalidToken, InvalidCode, CodesLocked, SignInsLimited, Busy;
}

async fn reset(
    _: Allowed<rate_limit::Login>,
    request: HttpRequest,
    body: Body<Reset>,
    services: web::Data<Services>,
) -> Answer {
    let body = body.read().await?;
    let (token, password) = (body.token.unwrap_or_default(), body.new_password.unwrap_or_default());
    let missing = [
        token.trim().is_empty().then(|| FieldError::new("token", say!("fault-reset-token-missing"))),
        password.is_empty().then(|| FieldError::new("new_password", say!("fault-password-missing"))),
    ];
    if missing.iter().any(Option::is_some) {
        return Err(Failure::validation(missing.into_iter().flatten()).into());
    }
    let code = body.code.unwrap_or_default();
    let redemption = passwords::Redemption { token: &token, new: &password, code: &code };
    passwords::reset(&services, ClientIp::of(&request)?.0, redemption).await?;
    Ok(HttpResponse::Ok().json(Done::new(passwords::RESET)))
}
