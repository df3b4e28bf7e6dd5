//! Addresses that hold a secret, which is all that is needed to use them. They are kept out of logs, referrers, caches
//! and search engines.

use std::borrow::Cow;

use actix_web::HttpRequest;

/// What precedes the token of a receipt.
const RECEIPTS: [&str; 2] = ["/claim/", "/api/receipts/"];

/// Returns whether a path holds a secret itself, or takes one in its query. `path` is decoded, as the routes read it.
pub fn holds_secret(path: &str) -> bool {
    path.trim_end_matches('/') == "/admin/reset-password" || before_token(path).is_some()
}

/// Returns the path of a request for the log: without the token that it holds, if any.
pub fn shown(request: &HttpRequest) -> Cow<'_, str> {
    match before_token(request.match_info().as_str()) {
        Some(before) => format!("{before}…").into(),
        None => request.path().into(),
    }
}

fn before_token(path: &str) -> Option<&'static str> {
    RECEIPTS.into_iter().find(|before| path.starts_with(before))
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::{holds_secret, shown};

    #[test]
    fn a_token_is_cut_off_whatever_follows_it() {
        for (path, logged) in [
            ("/claim/abc", "/claim/…"),
            ("/claim/abc/paid", "/claim/…"),
            ("/%63laim/abc", "/claim/…"),
            ("/api/receipts/abc/give-back/x", "/api/receipts/…"),
            ("/api/claims", "/api/claims"),
            ("/waffle/box/claim", "/waffle/box/claim"),
        ] {
            assert_eq!(shown(&TestRequest::with_uri(path).to_http_request()), logged, "{path}");
        }
    }

    #[test]
    fn only_addresses_with_a_secret_are_recognized() {
        for path in ["/admin/reset-password", "/admin/reset-password/", "/claim/abc", "/api/receipts/abc/paid"] {
            assert!(holds_secret(path), "{path}");
        }
        for path in ["/admin/login", "/claim", "/api/claims", "/api/receipts", "/waffle/claim"] {
            assert!(!holds_secret(path), "{path}");
        }
    }
}
