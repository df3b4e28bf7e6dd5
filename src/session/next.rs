//! Where to go after signing in.

use actix_web::HttpRequest;
use actix_web::http::Method;

/// Where everyone goes who did not come from elsewhere.
pub const HOME: &str = "/admin";

/// The address of the sign-in page, with the way back to what was asked for.
pub fn sign_in_address(request: &HttpRequest) -> String {
    // A form can't be sent again by a redirect; its own address may have no page.
    let wanted = if matches!(*request.method(), Method::GET | Method::HEAD) {
        request.uri().path_and_query().map_or(HOME, |wanted| wanted.as_str())
    } else {
        HOME
    };
    format!("/admin/login?next={}", encode(safe(wanted)))
}

/// The path itself when it leads to this site's admin pages, else their start: never to another site, and never in a circle.
pub fn safe(next: &str) -> &str {
    let path = next.split(['?', '#']).next().unwrap_or_default();
    let ours = path == HOME || path.starts_with("/admin/");
    let circle = path.starts_with("/admin/login") || path.starts_with("/admin/logout");
    let odd = next.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\')
        || path.contains("//")
        || path.contains("..");
    if ours && !circle && !odd { next } else { HOME }
}

fn encode(text: &str) -> String {
    use std::fmt::Write as _;
    text.bytes().fold(String::with_capacity(text.len()), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'.' | b'_' | b'~') {
            encoded.push(char::from(byte));
        } else {
            let written = write!(encoded, "%{byte:02X}");
            debug_assert!(written.is_ok(), "a String takes any text");
        }
        encoded
    })
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::{HOME, safe, sign_in_address};

    #[test]
    fn only_admin_pages_of_this_site_are_gone_back_to() {
        for path in ["/admin", "/admin?archived=true", "/admin/waffles/new", "/admin/waffles/1?a=b&c=d#e"] {
            assert_eq!(safe(path), path);
        }
        for path in [
            "",
            "https://evil.example",
            "//evil.example",
            "/\\evil.example",
            "/admin\\evil",
            "/admin/../waffles",
            "/admin//evil.example",
            "/administrator",
            "/admin/login",
            "/admin/login?next=/admin",
            "/admin/logout",
            "admin",
            "/admin/a\r\nSet-Cookie: x",
            "javascript:1",
        ] {
            assert_eq!(safe(path), HOME, "{path}");
        }
    }

    #[test]
    fn the_way_back_keeps_the_query_and_is_encoded() {
        let request = TestRequest::get().uri("/admin/waffles?archived=true&x=1").to_http_request();
        assert_eq!(sign_in_address(&request), "/admin/login?next=/admin/waffles%3Farchived%3Dtrue%26x%3D1");
        let request = TestRequest::post().uri("/admin/waffles").to_http_request();
        assert_eq!(sign_in_address(&request), "/admin/login?next=/admin");
    }
}
