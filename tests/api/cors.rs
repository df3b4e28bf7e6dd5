//! What other origins may do.

use reqwest::Method;

use crate::app::{Answer, TestApp, answer};

async fn preflight(app: &TestApp, path: &str, method: &str) -> Answer {
    let request = app.request(Method::OPTIONS, path).header("origin", "https://elsewhere.example");
    answer(request.header("access-control-request-method", method)).await
}

#[tokio::test]
async fn public_reads_are_open_to_every_origin() {
    let app = TestApp::start().await;
    for path in ["/api/version", "/api/nothing"] {
        assert_eq!(app.get(path).await.header("access-control-allow-origin"), "*", "{path}");
    }
    let answer = preflight(&app, "/api/version", "GET").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    assert_eq!(answer.header("access-control-allow-methods"), "GET, HEAD");
}

#[tokio::test]
async fn nothing_else_is() {
    let app = TestApp::start().await;
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
