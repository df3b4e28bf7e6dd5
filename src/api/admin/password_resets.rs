//! `GET /api/admin/password-resets`

use actix_web::{HttpResponse, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waffle_http::public_origin::PublicOrigin;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::Services;
use waffle_service::actions::passwords::{self, OpenReset};

use crate::endpoint::{Answer, endpoints, list};

/// An open request for a new password.
#[derive(Serialize, ToSchema)]
#[schema(as = OpenPasswordReset)]
struct Shown<'a> {
    id: Uuid,
    /// The account.
    admin_id: Uuid,
    #[schema(example = "anna")]
    username: &'a str,
    requested_at: DateTime<Utc>,
    /// An hour after the request.
    expires_at: DateTime<Utc>,
    /// Secret: anyone with the token can set the password.
    token: &'a str,
    /// The page where the token is used.
    reset_url: String,
}

endpoints! { "Admins";
    /// Read the open requests for new passwords
    ///
    /// Hand the link over to its owner. The audit log notes each request that you read.
    GET "/api/admin/password-resets" => index as listPasswordResets for ManageAdmins,
        list::<Shown>("The open requests, the newest first."), BadHost, MaybeNoted;
}

async fn index(me: SignedIn, origin: PublicOrigin, services: web::Data<Services>) -> Answer {
    let open = passwords::open_resets(&services, &me.author()).await?;
    let shown = open.iter().map(|OpenReset { reset, token }| Shown {
        id: reset.id,
        admin_id: reset.admin_id,
        username: reset.username.as_str(),
        requested_at: reset.requested_at,
        expires_at: reset.expires_at,
        token,
        reset_url: origin.reset_page(token),
    });
    Ok(HttpResponse::Ok().json(shown.collect::<Vec<_>>()))
}
