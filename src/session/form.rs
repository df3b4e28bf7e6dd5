//! Forms of HTML pages: read only after their proof was checked.

use std::str;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage as _, HttpRequest, web};
use serde::de::DeserializeOwned;

use crate::session::csrf::{CSRF_FIELD, Holder};
use crate::session::current_admin::{CurrentAdmin, Extracting, csrf_failed};
use crate::session::{Sessions, cookie};
use crate::web::error::Failure;

const MAX_BYTES: usize = 64 * 1024;

/// A form sent by somebody signed in, with the proof of that session. `F` is read from the fields; a `Vec<(String, String)>` takes all,
/// repeated ones too.
pub struct AdminForm<F> {
    pub admin: CurrentAdmin,
    pub fields: F,
}

/// A form sent by somebody not signed in yet, with the proof bound to the visitor's cookie.
pub struct VisitorForm<F>(pub F);

impl<F: DeserializeOwned + 'static> FromRequest for AdminForm<F> {
    type Error = Failure;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, mut payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let admin = CurrentAdmin::identify(&request).await?;
            let fields = read(&request, &mut payload, Holder::Session(admin.session.jti)).await?;
            Ok(Self { admin, fields })
        })
    }
}

impl<F: DeserializeOwned + 'static> FromRequest for VisitorForm<F> {
    type Error = Failure;
    type Future = Extracting<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, mut payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let visitor = cookie::value(&request, cookie::VISITOR_COOKIE).ok_or_else(csrf_failed)?;
            Ok(Self(read(&request, &mut payload, Holder::Visitor(&visitor)).await?))
        })
    }
}

async fn read<F: DeserializeOwned>(
    request: &HttpRequest,
    payload: &mut Payload,
    holder: Holder<'_>,
) -> Result<F, Failure> {
    if !request.content_type().eq_ignore_ascii_case("application/x-www-form-urlencoded") {
        return Err(Failure::unsupported_media_type("a form"));
    }
    let body = web::Payload::from_request(request, payload)
        .await
        .map_err(|error| {
            Failure::bad_request("malformed_form", "The form did not arrive whole.").cause(error.to_string())
        })?
        .to_bytes_limited(MAX_BYTES)
        .await
        .map_err(|_| Failure::payload_too_large(MAX_BYTES))?
        .map_err(|error| {
            Failure::bad_request("malformed_form", "The form did not arrive whole.").cause(error.to_string())
        })?;
    let proof: Vec<(String, String)> = parse(&body)?;
    let proof = proof.iter().find(|(name, _)| name == CSRF_FIELD).map_or("", |(_, value)| value);
    if !Sessions::of(request)?.csrf.holds(holder, proof) {
        return Err(csrf_failed());
    }
    parse(&body)
}

fn parse<F: DeserializeOwned>(body: &[u8]) -> Result<F, Failure> {
    serde_urlencoded::from_bytes(body).map_err(|error| {
        Failure::bad_request("malformed_form", "The form lacks a field, or one has a value of another kind.")
            .cause(error)
    })
}
