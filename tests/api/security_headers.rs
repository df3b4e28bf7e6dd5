//! Headers that protect pages and people.

use reqwest::Method;
use waffle_tests::{TestApp, answer, with_cookie};

#[tokio::test]
async fn pages_run_only_our_own_files_and_are_never_framed() {
    let app = TestApp::shared().await;
    for path in ["/nothing", "/health", "/robots.txt"] {
        let answer = app.get(path).await;
        let policy = answer.header("content-security-policy");
        for rule in [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "manifest-src 'self'",
            "worker-src 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
        ] {
            assert!(policy.contains(rule), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("referrer-policy"), "same-origin");
        assert!(answer.header("permissions-policy").contains("camera=()"));
    }
    assert_eq!(app.get("/nothing").await.header("cache-control"), "no-store");
}

#[tokio::test]
async fn the_api_is_not_cached_unless_it_says_so() {
    let app = TestApp::shared().await;
    for path in ["/api/admin/me", "/api/nothing"] {
        let answer = app.get(path).await;
        assert_eq!(answer.header("cache-control"), "no-store", "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert!(answer.header("content-security-policy").contains("default-src 'none'"));
    }
}

#[tokio::test]
async fn nobody_keeps_what_somebody_signed_in_was_shown() {
    let (app, seller, waffle) = TestApp::selling("Box", 3).await;
    let (public, export) = (format!("/waffle/{}", waffle.slug), waffle.api("/export"));
    for path in ["/", "/waffles", &public, "/buyer/anna", "/about", "/api/docs"] {
        assert_eq!(app.get(path).await.header("cache-control"), "private, no-cache", "{path}");
        let signed_in = answer(with_cookie(&app, Method::GET, path, &seller.token)).await.ok();
        let shows_who = signed_in.text().contains("/admin/logout");
        let expected = if shows_who { "no-store" } else { "private, no-cache" };
        assert_eq!(signed_in.header("cache-control"), expected, "{path}");
        assert!(shows_who || path == "/api/docs", "{path}");
    }
    for path in ["/admin", "/admin/settings/security", "/admin/login", "/admin/nothing", &export] {
        let signed_in = answer(with_cookie(&app, Method::GET, path, &seller.token)).await;
        assert_eq!(signed_in.header("cache-control"), "no-store", "{path}");
    }
    let stranger = answer(with_cookie(&app, Method::GET, "/waffles", "no token of ours")).await;
    assert_eq!(stranger.header("cache-control"), "private, no-cache");
}

#[tokio::test]
async fn a_browser_that_came_by_tls_is_told_to_come_by_tls_again() {
    let app = TestApp::start().await;
    let policy = async |path: &str, told: &[&str]| {
        let request = app.request(Method::GET, path);
        let request = told.iter().fold(request, |request, proto| request.header("x-forwarded-proto", *proto));
        answer(request).await.header("strict-transport-security").to_owned()
    };
    for path in ["/", "/admin/login", "/api/waffles", "/robots.txt", "/nothing"] {
        assert_eq!(policy(path, &["https"]).await, "max-age=31536000", "{path}");
        assert_eq!(policy(path, &[]).await, "", "{path}");
        assert_eq!(policy(path, &["http"]).await, "", "{path}");
    }
    assert_eq!(policy("/", &["http, HTTPS"]).await, "max-age=31536000", "the nearest proxy counts");
    assert_eq!(policy("/", &["https, http"]).await, "");
    assert_eq!(policy("/", &["https", "http"]).await, "");

    let direct = TestApp::with(&[("TRUSTED_PROXIES", "192.0.2.1")]).await;
    let untrusted = answer(direct.request(Method::GET, "/").header("x-forwarded-proto", "https")).await;
    assert_eq!(untrusted.header("strict-transport-security"), "", "anybody can write that");
}
