//! The message about a form, on its way to the page that it redirects to: in a cookie for that path alone, which only
//! this server can read or write, and only for this session. The page shows it once.

use actix_web::body::MessageBody;
use actix_web::cookie::Cookie;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, header};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest};
use waffle_service::session::Sessions;
use waffle_service::session::caller::Caller;
use waffle_service::session::jwt::TokenSession;

use crate::session::cookie::{Cookies, FLASH_COOKIE};

/// The cookie that removes the message that this answer shows.
struct Shown(Cookie<'static>);

/// Leaves a message for the page at an address; `None` if it can't be sealed.
pub fn leave(me: &Caller, address: &str, message: String) -> Option<Cookie<'static>> {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let sealed = me.seal_flash(path, message)?;
    Some(Cookies { secure: me.cookie_secure() }.flash(path.to_owned(), sealed))
}

/// Takes the message that was left for this page. Scripts read pages too, in any tab, and with another `Accept`: they
/// must not take it from the page that a seller is about to see.
pub(super) fn take(request: &HttpRequest, sessions: &Sessions, session: &TokenSession) -> Option<String> {
    let accept = request.headers().get(header::ACCEPT)?.to_str().ok()?;
    let seen = request.method() == Method::GET && accept.contains("text/html");
    let message = left(request, sessions, session).filter(|_| seen)?;
    let spent = Cookies::of(sessions).flash(request.path().to_owned(), String::new());
    request.extensions_mut().insert(Shown(spent));
    Some(message)
}

/// Finds the message among the cookies, which may hold those of other pages too.
fn left(request: &HttpRequest, sessions: &Sessions, session: &TokenSession) -> Option<String> {
    let cookies = request.cookies().ok()?;
    let mut flashes = cookies.iter().filter(|cookie| cookie.name() == FLASH_COOKIE);
    flashes.find_map(|cookie| sessions.open_flash(session.jti, request.path(), cookie.value()))
}

/// Middleware: removes the message with the page that shows it. A page that failed does not, so another try will.
pub async fn forget_shown<B: MessageBody>(request: ServiceRequest, next: Next<B>) -> Result<ServiceResponse<B>, Error> {
    let mut response = next.call(request).await?;
    let shown = response.request().extensions_mut().remove::<Shown>();
    if let Some(Shown(cookie)) = shown.filter(|_| response.status().is_success()) {
        response.response_mut().add_cookie(&cookie)?;
    }
    Ok(response)
}
