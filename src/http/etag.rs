//! Responses with an `ETag`, which are sent again only when they have changed.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use waffle_actors::snapshot::Rendered;
use waffle_service::failure::Failure;

use crate::error::HttpError;

/// Answers a public read with JSON, or with 304 if the client already has it.
pub fn json(request: &HttpRequest, rendered: &Rendered) -> HttpResponse {
    kept(request, rendered, "application/json")
}

/// Answers a public read with text, as [`json`] does.
pub fn text(request: &HttpRequest, rendered: &Rendered) -> HttpResponse {
    kept(request, rendered, "text/plain; charset=utf-8")
}

/// Answers with a script, as [`json`] does.
pub fn script(request: &HttpRequest, rendered: &Rendered) -> HttpResponse {
    kept(request, rendered, "text/javascript; charset=utf-8")
}

fn kept(request: &HttpRequest, rendered: &Rendered, content_type: &'static str) -> HttpResponse {
    let known = is_known(request, &rendered.etag);
    let mut response = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header((header::ETAG, rendered.etag.as_str())).insert_header((header::CACHE_CONTROL, "no-cache"));
    if known {
        // The headers that the whole answer would have.
        return response.insert_header((header::VARY, "Accept-Encoding")).finish();
    }
    let mut response = response.content_type(content_type).body(rendered.body.clone());
    response.extensions_mut().insert(rendered.codings.clone());
    response
}

/// Returns whether the client already has the version with this tag.
pub fn is_known(request: &HttpRequest, etag: &str) -> bool {
    request.headers().get_all(header::IF_NONE_MATCH).any(|tags| holds(tags, etag))
}

/// Answers a public read with a value, as [`json`] does.
pub fn value(request: &HttpRequest, value: &impl Serialize) -> Result<HttpResponse, HttpError> {
    let body = serde_json::to_vec(value).map_err(Failure::internal)?;
    Ok(json(request, &Rendered::new(body)))
}

/// Compares weakly, as `If-None-Match` requires.
fn holds(tags: &HeaderValue, tag: &str) -> bool {
    let plain = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    tags.to_str().is_ok_and(|tags| tags.trim() == "*" || tags.split(',').any(|other| plain(other) == plain(tag)))
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;
    use waffle_actors::snapshot::Rendered;

    use super::json;

    #[test]
    fn a_known_version_is_not_sent_again() {
        let rendered = Rendered::new("[]");
        let strong = rendered.etag.trim_start_matches("W/").to_owned();
        let status = |tag: &str| {
            let request = TestRequest::get().insert_header(("if-none-match", tag)).to_http_request();
            json(&request, &rendered).status().as_u16()
        };
        assert_eq!(status(&rendered.etag), 304);
        assert_eq!(status(&format!("\"x\", {strong}")), 304);
        assert_eq!(status("*"), 304);
        assert_eq!(status("\"x\""), 200);
    }
}
