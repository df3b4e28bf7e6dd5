//! The browser of the client, as it says of itself.

use std::convert::Infallible;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::USER_AGENT;
use actix_web::{FromRequest, HttpRequest};
use waffle_domain::user_agent::UserAgent;

/// The `User-Agent` header; empty when there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClientAgent(pub UserAgent);

impl FromRequest for ClientAgent {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let text = request.headers().get(USER_AGENT).map(|value| String::from_utf8_lossy(value.as_bytes()));
        ready(Ok(Self(UserAgent::new(&text.unwrap_or_default()))))
    }
}
