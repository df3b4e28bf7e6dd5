//! How a request of `waffle doctor` arrives, after all proxies. For anyone else, nothing is at its address: it is no
//! route, and a request without the proof is answered as at any other unknown address.

use std::convert::Infallible;
use std::net::IpAddr;

use actix_web::http::Method;
use actix_web::http::header::{HeaderMap, HeaderName};
use actix_web::{HttpRequest, HttpResponse, web};
use bytes::Bytes;
use futures_util::stream;
use serde::{Deserialize, Serialize};
use waffle_domain::refusal::Refusal;
use waffle_domain::wire::frame::{FrameKind, frame};
use waffle_service::config::TrustedProxies;
use waffle_service::doctor_pass::DoctorPass;
use waffle_service::failure::Failure;

use crate::client_ip::ClientIp;
use crate::error::HttpError;
use crate::live::socket::shake_hands;

/// Where the doctor asks.
pub const ADDRESS: &str = "/api/doctor";
/// The header with its proof.
pub const PROOF: &str = "x-waffle-doctor";

/// How a request arrived.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrival {
    /// The other end of the connection: the nearest proxy, if there is one.
    pub peer: IpAddr,
    /// Whether that is a trusted proxy.
    pub peer_trusted: bool,
    /// The client's address, by which limits count.
    pub client: IpAddr,
    /// These headers, each with its values separated by commas.
    pub host: Option<String>,
    pub forwarded_for: Option<String>,
    pub forwarded_host: Option<String>,
    pub forwarded_proto: Option<String>,
    pub request_id: Option<String>,
    pub via: Option<String>,
}

impl Arrival {
    fn of(request: &HttpRequest) -> Result<Self, HttpError> {
        let peer = request.peer_addr().ok_or_else(|| Failure::internal("the connection has no peer address"))?.ip();
        let header = |name| header(request.headers(), name);
        Ok(Self {
            peer: peer.to_canonical(),
            peer_trusted: request.app_data::<web::Data<TrustedProxies>>().is_some_and(|proxies| proxies.contains(peer)),
            client: ClientIp::of(request)?.0,
            host: header("host"),
            forwarded_for: header("x-forwarded-for"),
            forwarded_host: header("x-forwarded-host"),
            forwarded_proto: header("x-forwarded-proto"),
            request_id: header("x-request-id"),
            via: header("via"),
        })
    }
}

fn header(headers: &HeaderMap, name: &'static str) -> Option<String> {
    let lines = headers.get_all(HeaderName::from_static(name));
    let lines: Vec<_> = lines.map(|line| String::from_utf8_lossy(line.as_bytes())).collect();
    (!lines.is_empty()).then(|| lines.join(", "))
}

/// The first bytes of an upgraded connection: a message.
pub fn greeting() -> Vec<u8> {
    frame(FrameKind::Text, b"hello doctor")
}

/// Answers requests without a route: the doctor's with how they arrive, or, if they ask for a WebSocket, with one that
/// says hello and ends. All others get 404.
pub async fn answer(request: HttpRequest, pass: web::Data<DoctorPass>) -> Result<HttpResponse, HttpError> {
    let proof = request.headers().get(PROOF).and_then(|proof| proof.to_str().ok());
    let asked = request.method() == Method::GET && request.path() == ADDRESS;
    if !asked || !proof.is_some_and(|proof| pass.holds(proof)) {
        return Err(Refusal::NoRoute.into());
    }
    if let Some(mut upgraded) = shake_hands(&request) {
        let greeting = Ok::<_, Infallible>(Bytes::from(greeting()));
        return Ok(upgraded.streaming(stream::once(async { greeting })));
    }
    Ok(HttpResponse::Ok().json(Arrival::of(&request)?))
}
