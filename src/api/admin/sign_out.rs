//! `POST /api/admin/logout`

use actix_web::{HttpRequest, HttpResponse, web};
use waffle_domain::wire::done::Done;
use waffle_http::headers::FORGET_PAGES;
use waffle_http::session::cookie;
use waffle_http::session::cookie::Cookies;
use waffle_http::session::signed_in::PresentedSession;
use waffle_service::actions::{Services, sign_in};

use crate::endpoint::{Answer, endpoints, ok};

endpoints! { "Account";
    /// Sign out
    ///
    /// Ends the token for good, on every server. Without one it answers 200 too.
    POST "/api/admin/logout" => sign_out as logOut,
        ok::<Done>("Signed out. If a token came, the cookie `token` is removed, and `Clear-Site-Data` makes the \
                browser clear its cache.");
}

async fn sign_out(
    request: HttpRequest,
    PresentedSession(session): PresentedSession,
    services: web::Data<Services>,
) -> Answer {
    if let Some(session) = &session {
        sign_in::sign_out(&services, session).await?;
    }
    let mut response = HttpResponse::Ok();
    if session.is_some() || cookie::value(&request, cookie::TOKEN_COOKIE).is_some() {
        response.cookie(Cookies::of(&services.sessions).no_token()).insert_header(FORGET_PAGES);
    }
    Ok(response.json(Done::new("Signed out.")))
}
