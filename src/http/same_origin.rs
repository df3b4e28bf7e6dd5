//! Whether one of this site's pages sent a request, according to the browser.

use actix_web::HttpRequest;
use actix_web::http::header;

use crate::headers::is_api;
use crate::public_origin::PublicOrigin;

/// Returns whether, according to the browser, one of this site's pages sent the request. A request that changes
/// something and relies on the cookie needs this proof.
pub fn is_same_origin(request: &HttpRequest) -> bool {
    // More reliable than comparing hosts, which a proxy may have changed.
    fetch_site(request).map_or_else(|| has_own_origin(request), |site| site.eq_ignore_ascii_case("same-origin"))
}

/// Returns whether, according to the browser, a page of another site sent the request.
///
/// A request without an origin, as from most programs, is not foreign. Nor is the origin `null`, which browsers also
/// send for our pages that send no referrer. Nor is an API call with a Bearer token, wherever it comes from: a browser
/// adds none by itself, and lets no other site's page do so, since our CORS headers do not allow it.
pub fn is_foreign(request: &HttpRequest) -> bool {
    if is_api(request.path()) && has_bearer(request) {
        return false;
    }
    match fetch_site(request) {
        Some(site) if site.eq_ignore_ascii_case("same-origin") => false,
        Some(site) if site.eq_ignore_ascii_case("cross-site") => true,
        _ => request.headers().get(header::ORIGIN).is_some_and(|origin| origin != "null") && !has_own_origin(request),
    }
}

fn has_bearer(request: &HttpRequest) -> bool {
    let value = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    value
        .and_then(|value| value.trim().split_once(' '))
        .is_some_and(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
}

fn fetch_site(request: &HttpRequest) -> Option<&str> {
    request.headers().get("sec-fetch-site").map(|value| value.to_str().unwrap_or_default())
}

/// Compares only hosts, not schemes, since TLS may end at a proxy.
fn has_own_origin(request: &HttpRequest) -> bool {
    let header = |name: &str| request.headers().get(name).map(|value| value.to_str().unwrap_or_default());
    let Some(origin) = header(header::ORIGIN.as_str()).and_then(host_of) else { return false };
    let public = PublicOrigin::asked(request).ok();
    let own_hosts = [header(header::HOST.as_str()), public.as_ref().and_then(|public| host_of(public.as_str()))];
    own_hosts
        .into_iter()
        .flatten()
        .any(|own| without_default_port(own).eq_ignore_ascii_case(without_default_port(origin)))
}

fn host_of(origin: &str) -> Option<&str> {
    origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://")).filter(|host| !host.is_empty())
}

fn without_default_port(host: &str) -> &str {
    host.strip_suffix(":443").or_else(|| host.strip_suffix(":80")).unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;
    use actix_web::web;
    use waffle_service::config::TrustedProxies;

    use super::{is_foreign, is_same_origin};

    fn with(headers: &[(&'static str, &str)], own_host: &str) -> bool {
        let request = TestRequest::post().insert_header(("host", own_host));
        let request = headers.iter().fold(request, |request, header| request.insert_header(*header));
        is_same_origin(&request.to_http_request())
    }

    #[test]
    fn the_origins_host_must_be_ours_whatever_the_scheme() {
        assert!(with(&[("origin", "https://shop.example")], "shop.example"));
        assert!(with(&[("origin", "http://shop.example")], "Shop.Example:443"));
        assert!(with(&[("origin", "http://localhost:8080")], "localhost:8080"));
        assert!(!with(&[("origin", "https://evil.example")], "shop.example"));
        assert!(!with(&[("origin", "https://shop.example.evil.example")], "shop.example"));
        assert!(!with(&[("origin", "http://localhost:9090")], "localhost:8080"));
        assert!(!with(&[("origin", "null")], "shop.example"));
        assert!(!with(&[("origin", "https://")], ""));
    }

    #[test]
    fn the_public_origin_is_ours_too() {
        let request = TestRequest::post()
            .insert_header(("host", "127.0.0.1:8080"))
            .insert_header(("origin", "https://shop.example"));
        assert!(!is_same_origin(&request.to_http_request()));
        let proxies = TrustedProxies::parse("10.0.0.1", &mut Vec::new());
        let request = TestRequest::post()
            .peer_addr("10.0.0.1:4711".parse().unwrap())
            .app_data(web::Data::new(proxies))
            .insert_header(("host", "127.0.0.1:8080"))
            .insert_header(("x-forwarded-host", "shop.example"))
            .insert_header(("origin", "https://shop.example"));
        assert!(is_same_origin(&request.to_http_request()));
    }

    #[test]
    fn sec_fetch_site_decides_if_it_is_there() {
        assert!(with(&[("sec-fetch-site", "same-origin")], "shop.example"));
        for site in ["same-site", "cross-site", "none", ""] {
            assert!(!with(&[("sec-fetch-site", site), ("origin", "https://shop.example")], "shop.example"), "{site}");
        }
    }

    #[test]
    fn without_either_header_it_is_not_from_us() {
        assert!(!with(&[], "shop.example"));
    }

    #[test]
    fn a_request_from_another_site_is_foreign_and_one_without_origin_is_not() {
        let foreign = |headers: &[(&'static str, &str)]| {
            let request = TestRequest::post().insert_header(("host", "shop.example"));
            let request = headers.iter().fold(request, |request, header| request.insert_header(*header));
            is_foreign(&request.to_http_request())
        };
        let (own, other) = (("origin", "https://shop.example"), ("origin", "https://evil.example"));
        for headers in [
            &[][..],
            &[own],
            &[("sec-fetch-site", "same-origin")],
            &[("sec-fetch-site", "same-origin"), ("origin", "null")],
            &[("origin", "null")],
            &[("sec-fetch-site", "none")],
            &[("sec-fetch-site", "same-site"), own],
        ] {
            assert!(!foreign(headers), "{headers:?}");
        }
        for headers in [
            &[other][..],
            &[("origin", "null"), ("sec-fetch-site", "cross-site")],
            &[("origin", "")],
            &[("sec-fetch-site", "cross-site")],
            &[("sec-fetch-site", "Cross-Site"), own],
            &[("sec-fetch-site", "same-site"), other],
            &[("sec-fetch-site", "none"), other],
        ] {
            assert!(foreign(headers), "{headers:?}");
        }
    }

    #[test]
    fn a_call_with_a_bearer_token_is_never_foreign_but_a_form_or_another_scheme_is() {
        let foreign = |path: &str, authorization: &str| {
            let request = TestRequest::post().uri(path).insert_header(("host", "shop.example"));
            let request = request.insert_header(("origin", "https://evil.example"));
            is_foreign(&request.insert_header(("authorization", authorization)).to_http_request())
        };
        for token in ["Bearer ey", "bearer ey", " Bearer  ey "] {
            assert!(!foreign("/api/admin/waffles", token), "{token}");
            assert!(foreign("/admin/waffles", token), "{token}");
        }
        // Browsers add these by themselves, once a server has asked for them.
        for other in ["Basic ey", "Negotiate ey", "Bearer", "Bearerey", ""] {
            assert!(foreign("/api/admin/waffles", other), "{other}");
        }
    }
}
