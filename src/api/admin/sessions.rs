//! `/api/admin/me/sessions`: where the admin is signed in.

use actix_web::{HttpResponse, web};
use uuid::Uuid;
use waffle_domain::role::Permission;
use waffle_domain::wire::done::Done;
use waffle_domain::wire::sessions::{SessionView, SessionsEnded};
use waffle_http::error::HttpError;
use waffle_http::extractors::InPath;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, sessions};
use waffle_store::sessions::Session;

use crate::openapi::refusals::NoSession;

fn shown(session: Session, current: Uuid) -> SessionView {
    SessionView {
        id: session.id,
        created_at: session.created_at,
        last_seen_at: session.last_seen_at,
        expires_at: session.expires_at,
        ip_address: session.ip_address,
        browser: session.browser,
        os: session.os,
        device_type: session.device_type,
        current: session.id == current,
    }
}

/// Answers 200 with the sessions, the one seen last first.
#[utoipa::path(
    get, path = "/api/admin/me/sessions", tag = "Account", operation_id = "listSessions",
    summary = "List where you are signed in",
    responses((status = 200, description = "The one seen last first; at most 100.", body = [SessionView])),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn index(me: SignedIn, services: web::Data<Services>) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ChangeOwnAccount)?;
    let sessions = sessions::list(&services, &me).await?;
    let shown: Vec<_> = sessions.into_iter().map(|session| shown(session, me.session.jti)).collect();
    Ok(HttpResponse::Ok().json(shown))
}

/// Ends all sessions but this one, and answers 200 with how many.
#[utoipa::path(
    delete, path = "/api/admin/me/sessions", tag = "Account", operation_id = "endOtherSessions",
    summary = "Sign out everywhere else",
    description = "Ends all of your sessions but the one of this request.",
    responses((status = 200, description = "How many there were.", body = SessionsEnded)),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn end_others(me: SignedIn, services: web::Data<Services>) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ChangeOwnAccount)?;
    let ended = sessions::end_others(&services, &me).await?;
    Ok(HttpResponse::Ok().json(SessionsEnded { ended }))
}

/// Ends one session, and answers 200; 404 if it has ended already, or is another admin's.
#[utoipa::path(
    delete, path = "/api/admin/me/sessions/{id}", tag = "Account", operation_id = "endSession",
    summary = "End one of your sessions",
    params(("id" = Uuid, Path, description = "The session's id.")),
    responses((status = 200, description = "The session has ended.", body = Done), NoSession),
    security(("bearer" = ["waffle_manager"])),
)]
pub async fn end(me: SignedIn, id: InPath<Uuid>, services: web::Data<Services>) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ChangeOwnAccount)?;
    sessions::end(&services, &me, id.read()?).await?;
    Ok(HttpResponse::Ok().json(Done::new("That session has ended.")))
}
