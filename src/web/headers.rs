//! Headers that every response carries: security, caching, CORS.

use actix_web::{
    Error,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Method,
        header::{self, HeaderMap, HeaderName, HeaderValue},
    },
    middleware::Next,
};

use super::public_origin;

/// For pages: scripts, styles and connections from our own origin only, nothing inline; images from anywhere, since
/// sellers link to theirs.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: http: data:; \
     font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; \
     frame-ancestors 'none'";
const API_POLICY: &str = "default-src 'none'; frame-ancestors 'none'";
const PERMISSIONS: &str = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()";
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const CROSS_ORIGIN_OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// Tells whether a path belongs to the JSON API. `/api/docs` does not: it is a page.
pub fn is_api(path: &str) -> bool {
    path == "/api" || (path.starts_with("/api/") && path != "/api/docs")
}

/// Middleware: adds the headers. A `Cache-Control` that the handler has set stays.
pub async fn add<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let wanted = request.headers().get(header::ACCESS_CONTROL_REQUEST_METHOD).cloned();
    let mut response = next.call(request).await?;
    let path = response.request().path();
    // Decoded, as the routes read it.
    let (api, secret) = (is_api(path), holds_secret(response.request().match_info().as_str()));
    let preflight = wanted.filter(|_| response.request().method() == Method::OPTIONS);
    let shared = match &preflight {
        Some(wanted) => Method::from_bytes(wanted.as_bytes()).is_ok_and(|wanted| is_shared(&wanted, path)),
        None => is_shared(response.request().method(), path),
    };
    let vary = public_origin::vary(response.request());
    let headers = response.headers_mut();
    secure(headers, api, secret);
    if let Some(vary) = vary {
        headers.append(header::VARY, vary);
    }
    if shared {
        share(headers, preflight.is_some());
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        let value = if api || secret { "no-store" } else { "private, no-cache" };
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(value));
    }
    Ok(response)
}

/// Whether a page's URL contains a secret. Such a URL must not leak as a referrer, nor its page be cached.
fn holds_secret(path: &str) -> bool {
    path.trim_end_matches('/') == "/admin/reset-password"
}

fn secure(headers: &mut HeaderMap, api: bool, secret: bool) {
    let mut set = |name: HeaderName, value: &'static str| headers.insert(name, HeaderValue::from_static(value));
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    if api {
        set(header::CONTENT_SECURITY_POLICY, API_POLICY);
    } else {
        set(header::CONTENT_SECURITY_POLICY, PAGE_POLICY);
        set(header::X_FRAME_OPTIONS, "DENY");
        set(PERMISSIONS_POLICY, PERMISSIONS);
        set(CROSS_ORIGIN_OPENER_POLICY, "same-origin");
        set(header::REFERRER_POLICY, if secret { "no-referrer" } else { "same-origin" });
    }
}

/// Whether other origins may read the response: public reads only.
fn is_shared(method: &Method, path: &str) -> bool {
    let read = method == Method::GET || method == Method::HEAD;
    read && is_api(path) && path != "/api/admin" && !path.starts_with("/api/admin/")
}

fn share(headers: &mut HeaderMap, preflight: bool) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    if preflight {
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, HEAD"));
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("*"));
        headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    } else {
        headers
            .insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("ETag, X-Event-Seq, X-Request-Id"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_reads_are_shared_and_nothing_else() {
        for path in ["/api/waffles", "/api/administrators", "/api/buyers/anna/card"] {
            assert!(is_shared(&Method::GET, path) && is_shared(&Method::HEAD, path), "{path}");
            assert!(!is_shared(&Method::POST, path), "{path}");
        }
        for path in ["/", "/waffle/x", "/api/admin", "/api/admin/me", "/apis", "/ws/x", "/api/docs"] {
            assert!(!is_shared(&Method::GET, path), "{path}");
        }
    }

    #[test]
    fn pages_run_nothing_inline() {
        assert!(!PAGE_POLICY.contains("unsafe"));
        assert!(PAGE_POLICY.parse::<HeaderValue>().is_ok());
    }
}
