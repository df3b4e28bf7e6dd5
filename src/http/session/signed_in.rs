//! The account that sent the request. Handlers take it as a parameter, so that none can forget the check.

use std::future::{Future, Ready, ready};
use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, FromRequest, HttpMessage, HttpRequest, HttpResponse, web};
use waffle_domain::refusal::Refusal;
use waffle_domain::role::Permission;
use waffle_service::failure::Failure;
use waffle_service::session::Sessions;
use waffle_service::session::caller::{Caller, Identified};
use waffle_service::session::jwt::TokenSession;

use crate::client_ip::ClientIp;
use crate::error::HttpError;
use crate::headers::{is_api, mark_signed_in};
use crate::public_origin::PublicOrigin;
use crate::same_origin::is_same_origin;
use crate::session::{cookie, flash};

/// A future of an extractor.
pub type Extracting<T> = Pin<Box<dyn Future<Output = Result<T, HttpError>>>>;

/// The signed-in admin, with the current role and name from the database. Refuses with 401 when no one is signed in.
///
/// Also refuses with 403 a request that changes something, unless it proves that no other site sent it. Under `/api`, a
/// Bearer token or a same-origin header is proof. Elsewhere nothing is: take a
/// [`SignedInForm`](crate::session::csrf_form::SignedInForm) there.
#[derive(Clone)]
pub struct SignedIn {
    caller: Caller,
    carrier: Carrier,
    /// The message about the last form, for this page to show.
    pub flash: Option<String>,
}

/// The signed-in admin, if any. An invalid token counts as none.
#[derive(Clone)]
pub struct MaybeSignedIn(pub Option<SignedIn>);

/// The signed-in admin, and the public origin for absolute links.
pub struct SignedInAt {
    pub me: SignedIn,
    pub origin: PublicOrigin,
}

/// The session of a genuine token, if any: for a sign-out, which must work for a deactivated account too. Refuses
/// requests from other sites as [`SignedIn`] does.
pub struct PresentedSession(pub Option<TokenSession>);

/// How the request carried the token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// `Authorization: Bearer …`, which no browser sends by itself.
    Header,
    /// The cookie, which a browser may also add to a request that another site triggers.
    Cookie,
}

impl SignedIn {
    /// Finds out who sent the request, without checking which site it comes from.
    pub async fn identify(request: &HttpRequest) -> Result<Self, HttpError> {
        let sessions = sessions_of(request)?;
        let (session, carrier) = presented_session(request, &sessions)?;
        let ip_address = ClientIp::of(request)?.0;
        let flash = flash::take(request, &sessions, &session);
        let Identified { caller, lacks_second_factor } = Caller::identify(sessions, session, ip_address).await?;
        mark_signed_in(request);
        if lacks_second_factor && !leads_to_second_factor(request) {
            return Err(Refusal::SecondFactorMissing.into());
        }
        Ok(Self { caller, carrier, flash })
    }
}

impl Deref for SignedIn {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.caller
    }
}

impl FromRequest for SignedIn {
    type Error = HttpError;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            if let Some(me) = request.extensions().get::<Self>() {
                return Ok(me.clone());
            }
            let me = Self::identify(&request).await?;
            check_origin(&request, me.carrier)?;
            if let Some(permission) = request.extensions().get::<Permission>() {
                me.require(*permission)?;
            }
            Ok(me)
        })
    }
}

/// Middleware for a route: lets in only an account with a permission, and keeps it for the handler. A form on a page
/// proves first where it comes from, so there the extractors of the account require the permission: [`SignedIn`], and
/// [`SignedInForm`](super::csrf_form::SignedInForm).
pub(crate) async fn let_in<B: MessageBody + 'static>(
    permission: Permission,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if !request.method().is_safe() && !is_api(request.path()) {
        request.extensions_mut().insert(permission);
        return next.call(request).await.map(ServiceResponse::map_into_boxed_body);
    }
    let allowed = async {
        let me = SignedIn::extract(request.request()).await?;
        me.require(permission)?;
        Ok::<_, HttpError>(me)
    };
    match allowed.await {
        Ok(me) => {
            request.extensions_mut().insert(me);
            next.call(request).await.map(ServiceResponse::map_into_boxed_body)
        }
        // `ServiceRequest::into_response` would lose the failure, which the log and pages need.
        Err(refusal) => Ok(ServiceResponse::new(request.into_parts().0, HttpResponse::from_error(refusal))),
    }
}

impl FromRequest for SignedInAt {
    type Error = HttpError;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (me, origin) = (SignedIn::from_request(request, payload), PublicOrigin::of(request));
        Box::pin(async move { Ok(Self { me: me.await?, origin: origin? }) })
    }
}

impl FromRequest for MaybeSignedIn {
    type Error = HttpError;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            match SignedIn::identify(&request).await {
                Ok(me) => {
                    check_origin(&request, me.carrier)?;
                    Ok(Self(Some(me)))
                }
                Err(HttpError(failure)) if matches!(failure.code(), NOT_SIGNED_IN | SECOND_FACTOR_MISSING) => {
                    Ok(Self(None))
                }
                Err(failure) => Err(failure),
            }
        })
    }
}

impl FromRequest for PresentedSession {
    type Error = HttpError;
    type Future = Ready<Result<Self, HttpError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(sessions_of(request).and_then(|sessions| match presented_session(request, &sessions) {
            Ok((session, carrier)) => check_origin(request, carrier).map(|()| Self(Some(session))),
            Err(_) => Ok(Self(None)),
        }))
    }
}

const NOT_SIGNED_IN: &str = "unauthorized";
/// The code of the refusal for an account that must set up a second factor first.
pub const SECOND_FACTOR_MISSING: &str = "second_factor_missing";
/// Where an account without one sets up a second factor.
pub const SECOND_FACTOR_PAGE: &str = "/admin/settings/second-factor";

/// Whether a request may be made without the second factor that the role requires: setting it up, and reading the own
/// account. Signing out is not checked at all.
fn leads_to_second_factor(request: &HttpRequest) -> bool {
    let path = request.path().trim_end_matches('/');
    let under = |place: &str| path.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    under(SECOND_FACTOR_PAGE)
        || under("/api/admin/me/second-factor")
        || (path == "/api/admin/me" && request.method().is_safe())
}

fn check_origin(request: &HttpRequest, carrier: Carrier) -> Result<(), HttpError> {
    if request.method().is_safe() {
        return Ok(());
    }
    let proven = carrier == Carrier::Header || is_same_origin(request);
    if is_api(request.path()) && proven { Ok(()) } else { Err(Refusal::CsrfFailed.into()) }
}

/// Returns the session of a genuine, unexpired token, without asking the database whether it was ended.
pub(super) fn presented_session(
    request: &HttpRequest,
    sessions: &Sessions,
) -> Result<(TokenSession, Carrier), HttpError> {
    let (token, carrier) = presented_token(request)?;
    let session = sessions.check_token(&token).ok_or(Refusal::NotSignedIn)?;
    Ok((session, carrier))
}

/// Returns the token of the header; that of the cookie only if there is no such header at all.
fn presented_token(request: &HttpRequest) -> Result<(String, Carrier), HttpError> {
    if let Some(header) = request.headers().get(header::AUTHORIZATION) {
        return Ok(bearer(header).map(|token| (token, Carrier::Header)).ok_or(Refusal::NotSignedIn)?);
    }
    Ok(cookie::value(request, cookie::TOKEN_COOKIE)
        .map(|token| (token, Carrier::Cookie))
        .ok_or(Refusal::NotSignedIn)?)
}

fn bearer(header: &HeaderValue) -> Option<String> {
    let (scheme, token) = header.to_str().ok()?.trim().split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().to_owned())
}

/// Finds the server's sessions from one of its requests.
pub fn sessions_of(request: &HttpRequest) -> Result<Arc<Sessions>, HttpError> {
    let sessions = request.app_data::<web::Data<Sessions>>().cloned();
    let sessions = sessions.ok_or_else(|| Failure::internal("the server was built without sessions"))?;
    Ok(sessions.into_inner())
}
