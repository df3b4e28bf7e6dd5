//! Compression of text responses, when the client accepts it.

use actix_http::encoding::Encoder;
use actix_web::{
    Error, HttpMessage,
    body::{BodySize, BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::header::{self, AcceptEncoding, ContentEncoding, Encoding, HeaderMap, HeaderValue},
    middleware::Next,
};

/// Shorter responses, in bytes, fit into one packet anyway.
const MIN_BYTES: u64 = 512;

/// Middleware: compresses JSON, HTML, CSS, scripts and other text with brotli or gzip.
pub async fn texts<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    // A refused upgrade needs a body of known length: actix announces it as chunked otherwise, but sends it without
    // chunks.
    let upgrade = request.headers().contains_key(header::UPGRADE);
    let accepted = request.get_header::<AcceptEncoding>().filter(|_| !upgrade);
    let encoding = accepted.and_then(|accepted| negotiate(&accepted));
    let mut response = next.call(request).await?.map_into_boxed_body();
    if !is_text(response.headers()) {
        return Ok(response);
    }
    response.headers_mut().append(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    let small = matches!(response.response().body().size(), BodySize::None | BodySize::Sized(0..MIN_BYTES));
    match encoding {
        Some(encoding) if !small => {
            Ok(response.map_body(|head, body| BoxBody::new(Encoder::response(encoding, head, body))))
        }
        _ => Ok(response),
    }
}

fn negotiate(accepted: &AcceptEncoding) -> Option<ContentEncoding> {
    let known = [Encoding::identity(), Encoding::brotli(), Encoding::gzip()];
    match accepted.negotiate(known.iter()) {
        Some(Encoding::Known(encoding)) => Some(encoding).filter(|encoding| *encoding != ContentEncoding::Identity),
        _ => None,
    }
}

fn is_text(headers: &HeaderMap) -> bool {
    let Some(media_type) = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()) else {
        return false;
    };
    let media_type = media_type.split(';').next().unwrap_or_default().trim();
    media_type.starts_with("text/")
        || matches!(
            media_type,
            "application/json" | "application/javascript" | "image/svg+xml" | "application/manifest+json"
        )
}
