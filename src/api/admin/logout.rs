//! `POST /api/admin/logout`

use actix_web::{HttpRequest, HttpResponse, web};
use waffle_wire::done::Done;

use crate::session::current_admin::PresentedSession;
use crate::session::{Sessions, cookie};
use crate::web::error::Failure;

/// Ends the token, on every server, and takes the cookie back, if there is one: another site can't make a browser forget it, since it
/// can't make it send it. Answers 200 without a token too.
#[utoipa::path(
    post, path = "/api/admin/logout", tag = "Account", operation_id = "logOut",
    summary = "Sign out",
    description = "Ends the token for good, on every server. Without one it answers 200 too.",
    responses((status = 200, description = "Signed out. If a token came, the cookie `token` is taken back.", body = Done)),
    security((), ("bearer" = [])),
)]
pub async fn logout(
    request: HttpRequest,
    PresentedSession(session): PresentedSession,
    sessions: web::Data<Sessions>,
) -> Result<HttpResponse, Failure> {
    if let Some(session) = &session {
        sessions.sign_out(session).await?;
    }
    let mut response = HttpResponse::Ok();
    if session.is_some() || cookie::value(&request, cookie::TOKEN_COOKIE).is_some() {
        response.cookie(sessions.cookies().no_token());
    }
    Ok(response.json(Done::new("Signed out.")))
}
