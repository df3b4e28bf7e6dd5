//! The request id: in a request's log lines and on its response.

use actix_web::{
    Error,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::header::{HeaderName, HeaderValue},
    middleware::Next,
    web,
};
use waffle_service::config::TrustedProxies;

const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const MAX_LENGTH: usize = 128;

tokio::task_local! {
    static REQUEST_ID: HeaderValue;
}

/// Returns the id of the request that this task is serving, if any.
pub fn current() -> Option<HeaderValue> {
    REQUEST_ID.try_with(HeaderValue::clone).ok()
}

/// Middleware: gives the request an id, or keeps the one from a trusted proxy, and adds it to the response.
pub async fn identify<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let id = from_trusted_proxy(&request).unwrap_or_else(generate);
    let mut response = REQUEST_ID.scope(id.clone(), next.call(request)).await?;
    response.headers_mut().insert(X_REQUEST_ID, id);
    Ok(response)
}

fn from_trusted_proxy(request: &ServiceRequest) -> Option<HeaderValue> {
    let given = request.headers().get(X_REQUEST_ID)?;
    let peer = request.peer_addr()?.ip();
    let trusted = request.app_data::<web::Data<TrustedProxies>>()?.contains(peer);
    let harmless = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:/+=".contains(byte);
    let usable = (1..=MAX_LENGTH).contains(&given.len()) && given.as_bytes().iter().all(harmless);
    (trusted && usable).then(|| given.clone())
}

fn generate() -> HeaderValue {
    let id = format!("{:016x}", rand::random::<u64>());
    HeaderValue::from_maybe_shared(bytes::Bytes::from(id)).unwrap_or_else(|_| HeaderValue::from_static("none"))
}
