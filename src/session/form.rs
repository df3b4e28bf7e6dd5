//! Forms of HTML pages: handed out only after their proof was checked.

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};

use crate::session::csrf::{CSRF_FIELD, Holder};
use crate::session::jwt::Session;
use crate::session::signed_in::{Extracting, SignedIn, csrf_failed, presented_session};
use crate::session::{Sessions, cookie};
use crate::web::error::Failure;
use crate::web::form::Form;

/// A form sent by somebody signed in, with the proof of that session: else 401, or 403 `csrf_failed`.
pub struct SignedInForm {
    pub me: SignedIn,
    pub fields: Fields,
}

/// A form sent by somebody not signed in yet, with the proof bound to the visitor's cookie: else 403 `csrf_failed`.
pub struct VisitorForm(pub Fields);

/// The form that ends a session, be its account deactivated: 401 without a genuine token, 403 `csrf_failed` without the proof of that
/// session.
pub struct SignOutForm(pub Session);

/// The fields of a form, as typed and in order.
pub struct Fields(Vec<(String, String)>);

impl Fields {
    /// The value of a field; empty when there is none.
    pub fn text(&self, name: &str) -> &str {
        self.all(name).next().unwrap_or_default()
    }

    /// Every value of a field that may repeat, as checkboxes do.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(field, _)| field == name).map(|(_, value)| value.as_str())
    }

    fn checked(self, sessions: &Sessions, holder: Holder<'_>) -> Result<Self, Failure> {
        if sessions.csrf.holds(holder, self.text(CSRF_FIELD)) { Ok(self) } else { Err(csrf_failed()) }
    }
}

impl FromRequest for SignedInForm {
    type Error = Failure;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, form) = (request.clone(), Form::from_request(request, payload));
        Box::pin(async move {
            let me = SignedIn::identify(&request).await?;
            let sessions = Sessions::of(&request)?;
            let fields = Fields(form.await?.read().await?).checked(&sessions, Holder::Session(me.session.jti))?;
            Ok(Self { me, fields })
        })
    }
}

impl FromRequest for SignOutForm {
    type Error = Failure;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, form) = (request.clone(), Form::from_request(request, payload));
        Box::pin(async move {
            let sessions = Sessions::of(&request)?;
            let (session, _) = presented_session(&request, &sessions)?;
            Fields(form.await?.read().await?).checked(&sessions, Holder::Session(session.jti))?;
            Ok(Self(session))
        })
    }
}

impl FromRequest for VisitorForm {
    type Error = Failure;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, form) = (request.clone(), Form::from_request(request, payload));
        Box::pin(async move {
            let visitor = cookie::value(&request, cookie::VISITOR_COOKIE).ok_or_else(csrf_failed)?;
            let sessions = Sessions::of(&request)?;
            Ok(Self(Fields(form.await?.read().await?).checked(&sessions, Holder::Visitor(&visitor))?))
        })
    }
}
