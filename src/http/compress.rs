//! Compression of text responses, when the client accepts it.

use std::io::{self, Write};
use std::sync::Arc;

use actix_http::encoding::Encoder;
use actix_web::{
    Error, HttpMessage,
    body::{BodySize, BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::header::{self, AcceptEncoding, ContentEncoding, Encoding, HeaderMap, HeaderValue},
    middleware::Next,
};
use brotli::BrotliCompress;
use brotli::enc::BrotliEncoderParams;
use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use tokio::task::spawn_blocking;
use waffle_actors::snapshot::Codings;

use crate::body_in_pieces::divided;
use crate::personalized_page::PersonalizedPage;

/// Shorter responses, in bytes, fit into one packet anyway.
const MIN_BYTES: u64 = 512;
/// Longer bodies, in bytes, are compressed on a separate thread, so that no request waits.
const LONG: usize = 64 * 1024;
/// Longer bodies, in bytes, would keep their first reader waiting for the best compression.
const LONGEST_EFFORT: usize = 128 * 1024;
/// How far back brotli looks for repetitions, as a power of two: about the length of a page. The usual 22 takes longer
/// to set up than a page takes to compress.
const BROTLI_WINDOW: i32 = 18;

/// How much work a body is worth.
#[derive(Clone, Copy)]
enum Effort {
    /// It is sent once: a page of 33 kB takes 0.15 ms, and 3.9 kB on the wire.
    Once,
    /// It is sent to many.
    Kept,
    /// It is sent for as long as the program runs: a script of 66 kB takes 80 ms, for 2 kB less on the wire.
    Lasting,
}

/// Marks a response that stays the same for as long as the program runs, alongside its [`Codings`]: worth the effort
/// however long it is.
#[derive(Clone, Copy)]
pub struct Lasting;

/// Middleware: compresses JSON, HTML, CSS, scripts and other text with brotli or gzip. A body that comes with
/// [`Codings`] is compressed once for all readers, and so is the shared part of a [`PersonalizedPage`].
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
    let response = match encoding {
        Some(encoding) if !small => compressed(response, encoding).await?,
        _ => response,
    };
    Ok(response.map_body(|_, body| divided(body)))
}

async fn compressed(response: ServiceResponse, encoding: ContentEncoding) -> Result<ServiceResponse, Error> {
    let (request, response) = response.into_parts();
    let (mut head, body) = response.into_parts();
    let codings = head.extensions_mut().remove::<Codings>();
    let lasting = head.extensions_mut().remove::<Lasting>().is_some();
    let copy = head.extensions_mut().remove::<PersonalizedPage>().filter(|_| encoding == ContentEncoding::Brotli);
    let body = match body.try_into_bytes() {
        Ok(body) => body,
        // A stream is compressed while it is sent.
        Err(body) => {
            let streamed = head.set_body(body);
            let streamed = streamed.map_body(|head, body| BoxBody::new(Encoder::response(encoding, head, body)));
            return Ok(ServiceResponse::new(request, streamed));
        }
    };
    let made = match (codings, copy) {
        (Some(codings), _) => {
            let kept = if encoding == ContentEncoding::Brotli { codings.brotli() } else { codings.gzip() };
            // Long ones get little effort: a long board is soon out of date, and hardly gets shorter.
            let usual = if body.len() <= LONG { Effort::Kept } else { Effort::Once };
            let lasting = lasting.then(|| if body.len() <= LONGEST_EFFORT { Effort::Lasting } else { Effort::Kept });
            let effort = lasting.unwrap_or(usual);
            kept.get_or_try_init(|| encode(encoding, body, effort)).await.cloned()
        }
        (None, Some(copy)) => spliced(copy).await,
        (None, None) => encode(encoding, body, Effort::Once).await,
    };
    head.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding.as_str()));
    Ok(ServiceResponse::new(request, head.set_body(BoxBody::new(made?))))
}

/// Returns a reader's copy of a page in brotli. The part that all readers share is compressed for the first of them,
/// with little effort: while claims come in, the page changes with each.
async fn spliced(copy: PersonalizedPage) -> io::Result<Bytes> {
    let copy = Arc::new(copy);
    let compressed = copy.page.brotli.get_or_try_init(async || {
        let parameters = brotli_parameters(Effort::Once);
        if copy.page.text.before.len() + copy.page.text.after.len() <= LONG {
            return copy.compress(&parameters);
        }
        let copy = Arc::clone(&copy);
        spawn_blocking(move || copy.compress(&parameters)).await?
    });
    Ok(copy.spliced(compressed.await?))
}

async fn encode(encoding: ContentEncoding, body: Bytes, effort: Effort) -> io::Result<Bytes> {
    if body.len() <= LONG && !matches!(effort, Effort::Lasting) {
        return encode_now(encoding, &body, effort);
    }
    spawn_blocking(move || encode_now(encoding, &body, effort)).await?
}

fn encode_now(encoding: ContentEncoding, mut body: &[u8], effort: Effort) -> io::Result<Bytes> {
    let mut encoded = Vec::with_capacity(body.len() / 4);
    if encoding == ContentEncoding::Brotli {
        let parameters = BrotliEncoderParams { size_hint: body.len(), ..brotli_parameters(effort) };
        BrotliCompress(&mut body, &mut encoded, &parameters)?;
        return Ok(encoded.into());
    }
    let level = match effort {
        Effort::Once => Compression::fast(),
        Effort::Kept => Compression::default(),
        Effort::Lasting => Compression::best(),
    };
    let mut gzip = GzEncoder::new(encoded, level);
    gzip.write_all(body)?;
    gzip.finish().map(Bytes::from)
}

fn brotli_parameters(effort: Effort) -> BrotliEncoderParams {
    let quality = match effort {
        Effort::Once => 2,
        Effort::Kept => 5,
        Effort::Lasting => 11,
    };
    BrotliEncoderParams { quality, lgwin: BROTLI_WINDOW, ..Default::default() }
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
