//! What other origins may do.

use reqwest::Method;
use waffle_tests::{Answer, TestApp, answer};

async fn preflight(app: &TestApp, path: &str, method: &str) -> Answer {
    let request = app.request(Method::OPTIONS, path).header("origin", "https://elsewhere.example");
    answer(request.header("access-control-request-method", method)).await
}

#[tokio::test]
async fn public_reads_are_open_to_every_origin() {
    let app = TestApp::shared().await;
    for path in ["/api/version", "/api/nothing"] {
        assert_eq!(app.get(path).await.header("access-control-allow-origin"), "*", "{path}");
    }
    let answer = preflight(&app, "/api/version", "GET").await.ok();
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    assert_eq!(answer.header("access-control-allow-methods"), "GET, HEAD");
}

#[tokio::test]
async fn whatever_changes_something_is_refused_to_pages_of_other_sites() {
    let app = TestApp::start().await;
    let claim = |path: &str| app.request(Method::POST, path).body(r#"{"social_handle": "anna"}"#);
    let foreign: [(&str, &str); 3] =
        [("origin", "https://elsewhere.example"), ("sec-fetch-site", "cross-site"), ("origin", "http://127.0.0.1:1")];
    for path in [
        "/api/claims",
        "/api/claims/random",
        "/api/receipts/x/paid",
        "/api/receipts/x/give-back",
        "/waffle/nothing/claim",
        "/api/admin/login",
        "/api/admin/logout",
    ] {
        for (name, value) in foreign {
            let refused = answer(claim(path).header(name, value)).await;
            assert_eq!(refused.status, 403, "{path} {name}: {value}");
            let says_so = refused.text().contains("This request came from another site");
            assert!(says_so, "{path}: {}", refused.text());
        }
    }
    for path in ["/api/claims", "/api/claims/random"] {
        let own = claim(path).header("origin", format!("http://{}", app.address));
        let secretive = claim(path).header("origin", "null");
        for request in [claim(path), own, secretive, claim(path).header("sec-fetch-site", "same-origin")] {
            assert_eq!(answer(request).await.status, 400, "it is looked at: {path}");
        }
    }
    let read = app.request(Method::GET, "/api/waffles").header("origin", "https://elsewhere.example");
    assert_eq!(answer(read.header("sec-fetch-site", "cross-site")).await.status, 200, "what is public may be read");
}

#[tokio::test]
async fn nothing_else_is() {
    let app = TestApp::shared().await;
    for path in ["/", "/health", "/api/admin/me", "/api/admin"] {
        assert_eq!(app.get(path).await.header("access-control-allow-origin"), "", "{path}");
        assert_eq!(preflight(&app, path, "GET").await.header("access-control-allow-origin"), "", "{path}");
    }
    let post = answer(app.request(Method::POST, "/api/version")).await;
    assert_eq!(post.header("access-control-allow-origin"), "");
    for (path, method) in
        [("/api/version", "POST"), ("/api/claims", "POST"), ("/api/claims/random", "POST"), ("/api/version", "G E T")]
    {
        let answer = preflight(&app, path, method).await;
        for header in ["access-control-allow-origin", "access-control-allow-methods", "access-control-allow-headers"] {
            assert_eq!(answer.header(header), "", "{method} {path}");
        }
    }
}
