//! `POST /api/admin/forgot-password`

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;
use waffle_domain::wire::done::Done;
use waffle_http::json::Body;
use waffle_http::rate_limit::{self, Allowed};
use waffle_service::actions::{Services, passwords};

use crate::endpoint::{Answer, endpoints, ok};

/// The account whose password is forgotten.
#[derive(Deserialize, ToSchema)]
#[schema(as = ForgottenPassword)]
pub struct Forgotten {
    /// A username, or an e-mail address.
    #[schema(required, nullable = false, example = "anna")]
    username: Option<String>,
}

endpoints! { "Account";
    /// Ask for a new password
    ///
    /// If there is such an active account, a super admin finds a link for it at `GET /api/admin/password-resets`,
    /// which works for an hour and replaces an earlier one. The answer is the same whatever was sent, even if it is
    /// not JSON.
    POST "/api/admin/forgot-password" => forget as forgetPassword,
        ok::<Done>("The request may have been recorded."), TooLarge, SignInsLimited;
}

async fn forget(_: Allowed<rate_limit::Login>, body: Body<Forgotten>, services: web::Data<Services>) -> Answer {
    let name = match body.read().await {
        Ok(body) => body.username.unwrap_or_default(),
        Err(failure) if failure.code() == "payload_too_large" => return Err(failure),
        Err(_) => String::new(),
    };
    passwords::forget(&services, &name).await?;
    Ok(HttpResponse::Ok().json(Done::new(passwords::FORGOTTEN)))
}
