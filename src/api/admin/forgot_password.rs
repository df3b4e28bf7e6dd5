//! `POST /api/admin/forgot-password`

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use waffle_domain::wire::done::Done;
use waffle_http::error::HttpError;
use waffle_http::json::Body;
use waffle_http::rate_limit::{self, Allowed};
use waffle_service::actions::{Services, passwords};

use crate::openapi::refusals::{SignInsLimited, TooLarge};

/// The account whose password is forgotten.
#[derive(Deserialize, ToSchema)]
#[schema(as = ForgottenPassword)]
pub struct Forgotten {
    /// A username, or an e-mail address.
    #[schema(required, nullable = false, example = "anna")]
    username: Option<String>,
}

/// Answers 200 with the same message after the same time, whatever was sent, so that the answer does not reveal which
/// accounts exist. Only a client over the limit (429) and a body that is too large (413) are refused.
#[utoipa::path(
    post, path = "/api/admin/forgot-password", tag = "Account", operation_id = "forgetPassword",
    summary = "Ask for a new password",
    description = "If there is such an active account, a super admin finds a link for it at `GET \
        /api/admin/password-resets`, which works for an hour and replaces an earlier one. The answer is the same \
        whatever was sent, even if it is not JSON.",
    request_body = Forgotten,
    responses((status = 200, description = "The request may have been \
        recorded.", body = Done), TooLarge, SignInsLimited),
)]
pub async fn forget(
    _: Allowed<rate_limit::Login>,
    body: Body<Forgotten>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    let name = match body.read().await {
        Ok(body) => body.username.unwrap_or_default(),
        Err(failure) if failure.code() == "payload_too_large" => return Err(failure),
        Err(_) => String::new(),
    };
    passwords::forget(&services, &name).await?;
    Ok(HttpResponse::Ok().json(Done::new(passwords::FORGOTTEN)))
}
