//! Headers that every response carries: security, caching, CORS.

use actix_web::{
    Error, HttpMessage, HttpRequest,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Method,
        header::{self, HeaderMap, HeaderName, HeaderValue},
    },
    middleware::Next,
    web,
};
use waffle_service::config::TrustedProxies;

use super::public_origin;
use super::reader;
use super::secret_path::holds_secret;

/// For pages: scripts, styles and connections from our own origin only, nothing inline; images from anywhere, since
/// sellers link to theirs.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: http: data:; \
     font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; \
     base-uri 'none'; frame-ancestors 'none'";
const API_POLICY: &str = "default-src 'none'; frame-ancestors 'none'";
const PERMISSIONS: &str = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()";
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");
const CROSS_ORIGIN_OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// For a year, browsers use only TLS for this host. Its subdomains are not ours to bind.
const HSTS: &str = "max-age=31536000";
const X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
/// The header with which a sign-out clears the browser's copies of pages. It spares what scripts store: nothing of what
/// a seller saw, but a buyer's receipts. It spares cookies too, since it would also clear those of neighbouring hosts.
pub const FORGET_PAGES: (HeaderName, HeaderValue) =
    (HeaderName::from_static("clear-site-data"), HeaderValue::from_static("\"cache\""));

/// Marks a request of a signed-in account, whose answer must not be stored.
pub fn mark_signed_in(request: &HttpRequest) {
    request.extensions_mut().insert(SignedInAnswer);
}

struct SignedInAnswer;

/// Lets the scripts of this answer's page connect to other origins, too.
pub fn let_connect(request: &HttpRequest, origins: Vec<String>) {
    request.extensions_mut().insert(Connections(origins));
}

struct Connections(Vec<String>);

/// The policy of a page that may connect to other origins, too.
fn connecting(Connections(origins): &Connections) -> Option<HeaderValue> {
    let own = "connect-src 'self'";
    let plain = |origin: &&String| !origin.contains([';', ',', ' ']) && origin.contains("://");
    let wider = origins.iter().filter(plain).fold(own.to_owned(), |sources, origin| format!("{sources} {origin}"));
    HeaderValue::from_str(&PAGE_POLICY.replace(own, &wider)).ok()
}

/// Returns whether a path belongs to the JSON API. `/api/docs` and what is below it do not: they are pages.
pub fn is_api(path: &str) -> bool {
    let below = |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    below("/api") && !below("/api/docs")
}

/// Middleware: adds the headers. A `Cache-Control` that the handler has set stays, unless the request is signed in:
/// such answers are never stored.
pub async fn add<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let wanted = request.headers().get(header::ACCESS_CONTROL_REQUEST_METHOD).cloned();
    let mut response = next.call(request).await?;
    let path = response.request().path();
    // Decoded, as the routes read it.
    let decoded = response.request().match_info().as_str();
    let (api, secret) = (is_api(path), holds_secret(decoded));
    let seller = is_seller_page(decoded) || response.request().extensions().contains::<SignedInAnswer>();
    let wider = response.request().extensions().get::<Connections>().and_then(connecting);
    let over_tls = came_over_tls(response.request());
    let preflight = wanted.filter(|_| response.request().method() == Method::OPTIONS);
    let shared = !secret
        && match &preflight {
            Some(wanted) => Method::from_bytes(wanted.as_bytes()).is_ok_and(|wanted| is_shared(&wanted, path)),
            None => is_shared(response.request().method(), path),
        };
    let vary = public_origin::vary(response.request());
    let headers = response.headers_mut();
    if over_tls {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(HSTS));
    }
    secure(headers, api, secret);
    if let Some(policy) = wider.filter(|_| !api) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    if let Some(vary) = vary {
        headers.append(header::VARY, vary);
    }
    if !api && headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html")) {
        headers.append(header::VARY, HeaderValue::from_static(reader::VARY));
    }
    if shared {
        share(headers, preflight.is_some());
    }
    if seller || secret || !headers.contains_key(header::CACHE_CONTROL) {
        let value = if api || seller || secret { "no-store" } else { "private, no-cache" };
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(value));
    }
    Ok(response)
}

/// Whether this is a page for sellers.
fn is_seller_page(path: &str) -> bool {
    path == "/admin" || path.starts_with("/admin/")
}

/// Whether the client spoke TLS to a trusted proxy, as that proxy reports. Of several proxies the nearest one counts.
fn came_over_tls(request: &HttpRequest) -> bool {
    let proxies = request.app_data::<web::Data<TrustedProxies>>();
    let trusted = request.peer_addr().zip(proxies).is_some_and(|(peer, proxies)| proxies.contains(peer.ip()));
    let told = request.headers().get_all(X_FORWARDED_PROTO).last().and_then(|value| value.to_str().ok());
    let nearest = told.and_then(|told| told.rsplit(',').next()).unwrap_or_default();
    trusted && nearest.trim().eq_ignore_ascii_case("https")
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
        set(header::REFERRER_POLICY, "same-origin");
    }
    if secret {
        // Such an address must not leak to other pages, nor be found by searching.
        set(header::REFERRER_POLICY, "no-referrer");
        set(ROBOTS, "noindex");
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
        headers.insert(
            header::ACCESS_CONTROL_EXPOSE_HEADERS,
            HeaderValue::from_static(
                "ETag, X-Event-Seq, X-Locked-Draw, X-Request-Id, X-Total-Draws, X-Total-Ledger, X-Waffle-Id",
            ),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_reads_are_shared_and_nothing_else() {
        for path in ["/api/waffles", "/api/administrators", "/api/docsearch", "/api/buyers/anna/card"] {
            assert!(is_shared(&Method::GET, path) && is_shared(&Method::HEAD, path), "{path}");
            assert!(!is_shared(&Method::POST, path), "{path}");
        }
        for path in ["/", "/waffle/x", "/api/admin", "/api/admin/me", "/apis", "/ws/x", "/api/docs", "/api/docs/claims"]
        {
            assert!(!is_shared(&Method::GET, path), "{path}");
        }
    }

    #[test]
    fn only_origins_widen_what_a_page_connects_to() {
        let origins = ["https://a.example", "http://127.0.0.1:9", "https://b.example; script-src *", ""];
        let policy = connecting(&Connections(origins.map(str::to_owned).to_vec())).unwrap();
        let policy = policy.to_str().unwrap();
        assert!(policy.contains("; connect-src 'self' https://a.example http://127.0.0.1:9; "), "{policy}");
        assert!(!policy.contains("b.example"), "{policy}");
    }

    #[test]
    fn pages_run_nothing_inline() {
        assert!(!PAGE_POLICY.contains("unsafe"));
        assert!(PAGE_POLICY.parse::<HeaderValue>().is_ok());
    }
}
