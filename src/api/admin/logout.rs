//! `POST /api/admin/logout`

use actix_web::{HttpResponse, web};
use serde_json::json;

use crate::api::document::shapes::Done;
use crate::session::Sessions;
use crate::session::current_admin::PresentedSession;
use crate::web::error::Failure;

/// Ends the token, on every server, and takes the cookie back. Answers 200 without a token too.
#[utoipa::path(
    post, path = "/api/admin/logout", tag = "Account", operation_id = "logOut",
    summary = "Sign out",
    description = "Ends the token for good, on every server. Without one it answers 200 too.",
    responses((status = 200, description = "Signed out; the cookie is taken back.", body = Done,
        headers(("Set-Cookie" = String, description = "`token`, emptied.")))),
    security((), ("bearer" = [])),
)]
pub async fn logout(
    PresentedSession(session): PresentedSession,
    sessions: web::Data<Sessions>,
) -> Result<HttpResponse, Failure> {
    if let Some(session) = session {
        sessions.sign_out(&session).await?;
    }
    Ok(HttpResponse::Ok().cookie(sessions.cookies().no_token()).json(json!({"message": "Signed out."})))
}
