//! The client of a request: its address and its browser.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::USER_AGENT;
use actix_web::{FromRequest, HttpRequest};
use waffle_domain::user_agent::UserAgent;
use waffle_service::session::client::Client;

use crate::client_ip::ClientIp;
use crate::error::HttpError;

/// The client of a request.
pub struct FromClient(pub Client);

impl FromClient {
    /// Reads it from a request.
    pub fn of(request: &HttpRequest) -> Result<Client, HttpError> {
        let text = request.headers().get(USER_AGENT).map(|value| String::from_utf8_lossy(value.as_bytes()));
        let agent = UserAgent::new(&text.unwrap_or_default());
        ClientIp::of(request).map(|ClientIp(ip_address)| Client { ip_address, agent })
    }
}

impl FromRequest for FromClient {
    type Error = HttpError;
    type Future = Ready<Result<Self, HttpError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Self::of(request).map(Self))
    }
}
