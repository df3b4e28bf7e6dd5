//! Forms of HTML pages. A handler gets the fields only after the CSRF proof was checked.

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use serde::de::DeserializeOwned;
use waffle_domain::refusal::Refusal;
use waffle_domain::role::Permission;
use waffle_service::photos::ReceivedFile;
use waffle_service::session::Sessions;
use waffle_service::session::csrf::{CSRF_FIELD, FormOwner};
use waffle_service::session::jwt::TokenSession;

use crate::error::HttpError;
use crate::extractors::InPath;
use crate::form::Form;
use crate::session::cookie;
use crate::session::signed_in::sessions_of;
use crate::session::signed_in::{Extracting, SignedIn, presented_session};
use crate::upload::{Received, Upload, is_multipart};

/// The field of a form that a photo is in.
const PHOTO_FIELD: &str = "photo";

/// A form that a signed-in account sent, of up to `KIB` KiB. Refuses with 401 without a valid session, with 403
/// `csrf_failed` without its proof, then for want of the route's permission, and at last with 400 for a bad path.
pub struct SignedInForm<P = (), const KIB: usize = 64> {
    pub me: SignedIn,
    pub fields: Fields,
    /// The variable parts of the path.
    pub path: P,
}

/// A form that a signed-in account sent, perhaps with a photo. It refuses as a [`SignedInForm`] does.
pub struct PhotoForm<P = ()> {
    pub form: SignedInForm<P>,
    /// None if no file was chosen.
    pub photo: Option<ReceivedFile>,
}

/// A form that a signed-out visitor sent. Refuses with 403 `csrf_failed` without the proof bound to the visitor's
/// cookie.
pub struct VisitorForm(pub Fields);

/// A form on the page of a receipt, whose token is in the path. Refuses with 403 `csrf_failed` without the proof bound
/// to that token.
pub struct ReceiptForm(pub Fields);

/// The sign-out form, which works for a deactivated account too. Refuses with 401 without a genuine token, and with 403
/// `csrf_failed` without the proof of its session.
pub struct SignOutForm(pub TokenSession);

/// The fields of a form, untrimmed and in order.
pub struct Fields(Vec<(String, String)>);

impl Fields {
    /// Returns the value of a field; empty when there is none.
    pub fn text(&self, name: &str) -> &str {
        self.all(name).next().unwrap_or_default()
    }

    /// Returns the names and values of all fields.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns every value of a field that may repeat, as checkboxes do.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(field, _)| field == name).map(|(_, value)| value.as_str())
    }

    /// Sets the only value of a field.
    pub fn set(&mut self, name: &str, value: String) {
        self.0.retain(|(field, _)| field != name);
        self.0.push((name.to_owned(), value));
    }

    fn checked(self, sessions: &Sessions, owner: FormOwner<'_>) -> Result<Self, HttpError> {
        if sessions.csrf_holds(owner, self.text(CSRF_FIELD)) { Ok(self) } else { Err(Refusal::CsrfFailed.into()) }
    }
}

impl<P: DeserializeOwned + 'static, const KIB: usize> FromRequest for SignedInForm<P, KIB> {
    type Error = HttpError;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, form) = (request.clone(), Form::from_request(request, payload));
        Box::pin(async move {
            let me = SignedIn::identify(&request).await?;
            let fields = form.await?.read_up_to(KIB * 1024).await?;
            Self::checked(&request, me, fields)
        })
    }
}

impl<P: DeserializeOwned + 'static, const KIB: usize> SignedInForm<P, KIB> {
    fn checked(request: &HttpRequest, me: SignedIn, fields: Vec<(String, String)>) -> Result<Self, HttpError> {
        let sessions = sessions_of(request)?;
        let fields = Fields(fields).checked(&sessions, FormOwner::Session(me.session.jti))?;
        if let Some(permission) = request.extensions().get::<Permission>() {
            me.require(*permission)?;
        }
        Ok(Self { me, fields, path: InPath::of(request)?.0 })
    }
}

impl<P: DeserializeOwned + 'static> FromRequest for PhotoForm<P> {
    type Error = HttpError;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, mut payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let me = SignedIn::identify(&request).await?;
            let Received { fields, file } = if is_multipart(&request) {
                Upload::from_request(&request, &mut payload).await?.read(PHOTO_FIELD).await?
            } else {
                let form = Form::from_request(&request, &mut payload).await?;
                Received { fields: form.read().await?, file: None }
            };
            Ok(Self { form: SignedInForm::checked(&request, me, fields)?, photo: file })
        })
    }
}

impl FromRequest for SignOutForm {
    type Error = HttpError;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, form) = (request.clone(), Form::from_request(request, payload));
        Box::pin(async move {
            let sessions = sessions_of(&request)?;
            let (session, _) = presented_session(&request, &sessions)?;
            Fields(form.await?.read().await?).checked(&sessions, FormOwner::Session(session.jti))?;
            Ok(Self(session))
        })
    }
}

impl FromRequest for VisitorForm {
    type Error = HttpError;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, form) = (request.clone(), Form::from_request(request, payload));
        Box::pin(async move {
            let visitor = cookie::value(&request, cookie::VISITOR_COOKIE).ok_or(Refusal::CsrfFailed)?;
            let sessions = sessions_of(&request)?;
            Ok(Self(Fields(form.await?.read().await?).checked(&sessions, FormOwner::Visitor(&visitor))?))
        })
    }
}

impl FromRequest for ReceiptForm {
    type Error = HttpError;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, form) = (request.clone(), Form::from_request(request, payload));
        Box::pin(async move {
            let sessions = sessions_of(&request)?;
            let owner = FormOwner::Receipt(request.match_info().query("token"));
            Ok(Self(Fields(form.await?.read().await?).checked(&sessions, owner)?))
        })
    }
}
