//! Who sent the request. Handlers take this as a parameter, so that none can forget the check.

use std::future::{Future, Ready, ready};
use std::net::IpAddr;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{FromRequest, HttpRequest, web};
use uuid::Uuid;
use waffle_domain::account::Account;
use waffle_domain::audit::{AuditAction, AuditRecord, EntityType};
use waffle_domain::author::Author;
use waffle_domain::role::Permission;
use waffle_domain::username::Username;
use waffle_store::accounts::{Presented, SignedInAccount, signed_in};

use crate::session::csrf::FormOwner;
use crate::session::jwt::TokenSession;
use crate::session::{Sessions, cookie};
use crate::web::client_ip::ClientIp;
use crate::web::error::Failure;
use crate::web::headers::{is_api, mark_signed_in};
use crate::web::public_origin::PublicOrigin;
use crate::web::same_origin::is_same_origin;

/// A future of an extractor.
pub type Extracting<T> = Pin<Box<dyn Future<Output = Result<T, Failure>>>>;

/// The signed-in admin, with the current role and name from the database. Refuses with 401 when nobody is signed in.
///
/// Also refuses with 403 a request that changes something, unless it proves that no other site sent it. Under `/api`,
/// a Bearer token or a same-origin header is proof. Elsewhere nothing is: take a
/// [`SignedInForm`](crate::session::form::SignedInForm) there.
#[derive(Clone)]
pub struct SignedIn {
    pub account: Account,
    pub session: TokenSession,
    pub carrier: Carrier,
    /// Where the request came from.
    pub ip_address: IpAddr,
    sessions: web::Data<Sessions>,
}

/// The signed-in admin, if any. An invalid token counts as none.
#[derive(Clone)]
pub struct MaybeSignedIn(pub Option<SignedIn>);

/// The signed-in admin, and the public origin for absolute links.
pub struct SignedInAt {
    pub me: SignedIn,
    pub origin: PublicOrigin,
}

/// The session of a genuine token, if any: for signing out, which has to work for a deactivated account too. Refuses
/// requests from other sites as [`SignedIn`] does.
pub struct PresentedSession(pub Option<TokenSession>);

/// How the request carried the token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// `Authorization: Bearer …`, which no browser sends by itself.
    Header,
    /// The cookie, which a browser may add to a request that another site makes it send.
    Cookie,
}

impl SignedIn {
    /// The account's id.
    pub fn id(&self) -> Uuid {
        self.account.id
    }

    /// The account's username.
    pub fn username(&self) -> &Username {
        &self.account.username
    }

    /// Tells whether the role has the permission.
    pub fn may(&self, permission: Permission) -> bool {
        self.account.role.may(permission)
    }

    /// Refuses with 403 `forbidden` unless the role has the permission.
    pub fn require(&self, permission: Permission) -> Result<(), Failure> {
        if self.may(permission) {
            return Ok(());
        }
        Err(Failure::role_too_low())
    }

    /// Makes a proof for one of this session's forms, to be sent as `csrf_token`.
    pub fn csrf_token(&self) -> String {
        self.sessions.csrf_token(FormOwner::Session(self.session.jti))
    }

    /// Names this admin as the author of a change, for the event log and the audit log.
    pub fn author(&self) -> Author {
        Author {
            account_id: self.account.id,
            username: self.account.username.to_string(),
            ip_address: Some(self.ip_address),
        }
    }

    /// Makes an audit record of what this admin does, to be written in the same transaction.
    pub fn audit(
        &self,
        action: AuditAction,
        entity_type: EntityType,
        entity_id: impl Into<String>,
        detail: impl Into<String>,
    ) -> AuditRecord {
        AuditRecord {
            at: self.sessions.clock.now(),
            admin_id: self.account.id,
            admin_username: self.account.username.clone(),
            action,
            entity_type,
            entity_id: entity_id.into(),
            detail: detail.into(),
            ip_address: Some(self.ip_address),
        }
    }

    /// Finds out who sent the request, without checking which site it comes from.
    pub(super) async fn identify(request: &HttpRequest) -> Result<Self, Failure> {
        let sessions = Sessions::of(request)?;
        let (session, carrier) = presented_session(request, &sessions)?;
        let ip_address = ClientIp::of(request)?.0;
        let (admin_id, session_id, alive) = (session.admin_id, session.jti, sessions.alive());
        let found = signed_in(&sessions.database, &Presented { admin_id, session_id, alive, ip_address }).await?;
        let SignedInAccount { account, has_second_factor } = found.ok_or_else(not_signed_in)?;
        mark_signed_in(request);
        let lacking = sessions.needs_second_factor(account.role) && !has_second_factor;
        if lacking && !leads_to_second_factor(request) {
            return Err(second_factor_missing());
        }
        Ok(Self { account, session, carrier, ip_address, sessions })
    }
}

impl FromRequest for SignedIn {
    type Error = Failure;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let me = Self::identify(&request).await?;
            check_origin(&request, me.carrier)?;
            Ok(me)
        })
    }
}

impl FromRequest for SignedInAt {
    type Error = Failure;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (me, origin) = (SignedIn::from_request(request, payload), PublicOrigin::of(request));
        Box::pin(async move { Ok(Self { me: me.await?, origin: origin? }) })
    }
}

impl FromRequest for MaybeSignedIn {
    type Error = Failure;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            match SignedIn::identify(&request).await {
                Ok(me) => {
                    check_origin(&request, me.carrier)?;
                    Ok(Self(Some(me)))
                }
                Err(failure) if matches!(failure.code(), NOT_SIGNED_IN | SECOND_FACTOR_MISSING) => Ok(Self(None)),
                Err(failure) => Err(failure),
            }
        })
    }
}

impl FromRequest for PresentedSession {
    type Error = Failure;
    type Future = Ready<Result<Self, Failure>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Sessions::of(request).and_then(|sessions| match presented_session(request, &sessions) {
            Ok((session, carrier)) => check_origin(request, carrier).map(|()| Self(Some(session))),
            Err(_) => Ok(Self(None)),
        }))
    }
}

const NOT_SIGNED_IN: &str = "unauthorized";
/// The code of the refusal to somebody who has to set up a second factor first.
pub const SECOND_FACTOR_MISSING: &str = "second_factor_missing";
/// Where somebody who has none sets up a second factor.
pub const SECOND_FACTOR_PAGE: &str = "/admin/settings/second-factor";

/// Whether a request may be made without the second factor that the role must have: setting it up, and learning who one
/// is. Signing out is not checked at all.
fn leads_to_second_factor(request: &HttpRequest) -> bool {
    let path = request.path().trim_end_matches('/');
    let under = |place: &str| path.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    under(SECOND_FACTOR_PAGE)
        || under("/api/admin/me/second-factor")
        || (path == "/api/admin/me" && request.method().is_safe())
}

fn second_factor_missing() -> Failure {
    Failure::forbidden(
        SECOND_FACTOR_MISSING,
        "Your role has to have a second factor here: set it up first (/api/admin/me/second-factor).",
    )
}

fn not_signed_in() -> Failure {
    Failure::unauthorized("Sign in first: there is no token here, or it is not valid any more.")
}

/// Refuses a request that does not prove that it comes from this site.
pub(super) fn csrf_failed() -> Failure {
    Failure::forbidden("csrf_failed", "This form has expired. Reload the page and try again.")
}

fn check_origin(request: &HttpRequest, carrier: Carrier) -> Result<(), Failure> {
    if request.method().is_safe() {
        return Ok(());
    }
    let proven = carrier == Carrier::Header || is_same_origin(request);
    if is_api(request.path()) && proven { Ok(()) } else { Err(csrf_failed()) }
}

/// Returns the session of a genuine, unexpired token, without asking the database whether it was ended.
pub(super) fn presented_session(
    request: &HttpRequest,
    sessions: &Sessions,
) -> Result<(TokenSession, Carrier), Failure> {
    let (token, carrier) = presented_token(request)?;
    let session = sessions.tokens.check(&token, sessions.clock.now()).map_err(|_| not_signed_in())?;
    Ok((session, carrier))
}

/// Returns the token of the header; that of the cookie only if there is no such header at all.
fn presented_token(request: &HttpRequest) -> Result<(String, Carrier), Failure> {
    if let Some(header) = request.headers().get(header::AUTHORIZATION) {
        return bearer(header).map(|token| (token, Carrier::Header)).ok_or_else(not_signed_in);
    }
    cookie::value(request, cookie::TOKEN_COOKIE).map(|token| (token, Carrier::Cookie)).ok_or_else(not_signed_in)
}

fn bearer(header: &HeaderValue) -> Option<String> {
    let (scheme, token) = header.to_str().ok()?.trim().split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().to_owned())
}
