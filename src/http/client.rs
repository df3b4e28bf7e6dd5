//! The client of a request, for signing in.

use actix_web::HttpRequest;
use actix_web::http::header::USER_AGENT;
use waffle_domain::user_agent::UserAgent;
use waffle_service::session::client::Client;

use crate::client_ip::ClientIp;
use crate::error::HttpError;

/// The address and the browser of the client that sent a request.
pub fn client(request: &HttpRequest) -> Result<Client, HttpError> {
    let text = request.headers().get(USER_AGENT).map(|value| String::from_utf8_lossy(value.as_bytes()));
    let agent = UserAgent::new(&text.unwrap_or_default());
    ClientIp::of(request).map(|ClientIp(ip_address)| Client { ip_address, agent })
}
