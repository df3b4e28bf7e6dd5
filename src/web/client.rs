//! The client of a request: its address and its browser.

use std::future::{Ready, ready};
use std::net::IpAddr;

use actix_web::dev::Payload;
use actix_web::http::header::USER_AGENT;
use actix_web::{FromRequest, HttpRequest};
use waffle_domain::user_agent::UserAgent;

use super::client_ip::ClientIp;
use super::error::Failure;

/// The client of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    pub ip_address: IpAddr,
    /// The `User-Agent` header; empty when there is none.
    pub agent: UserAgent,
}

impl Client {
    /// Reads it from a request.
    pub fn of(request: &HttpRequest) -> Result<Self, Failure> {
        let text = request.headers().get(USER_AGENT).map(|value| String::from_utf8_lossy(value.as_bytes()));
        let agent = UserAgent::new(&text.unwrap_or_default());
        ClientIp::of(request).map(|ClientIp(ip_address)| Self { ip_address, agent })
    }
}

impl FromRequest for Client {
    type Error = Failure;
    type Future = Ready<Result<Self, Failure>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Self::of(request))
    }
}
