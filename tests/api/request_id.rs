//! `X-Request-Id`.

use reqwest::Method;
use waffle_tests::{Answer, TestApp, answer};

async fn asked_with(app: &TestApp, id: &str) -> Answer {
    answer(app.request(Method::GET, "/api/version").header("x-request-id", id)).await
}

#[tokio::test]
async fn every_answer_has_one_of_its_own() {
    let app = TestApp::shared().await;
    let mut seen = Vec::new();
    for path in ["/api/version", "/api/nothing", "/nothing", "/health", "/api/version"] {
        let id = app.get(path).await.header("x-request-id").to_owned();
        assert!(!id.is_empty() && !seen.contains(&id), "{path} {id:?}");
        seen.push(id);
    }
}

#[tokio::test]
async fn a_trusted_proxy_may_give_it_when_it_is_harmless() {
    let app = TestApp::shared().await;
    for id in ["abc-123", &"x".repeat(128)] {
        assert_eq!(asked_with(&app, id).await.header("x-request-id"), id);
    }
    for id in [&"x".repeat(129), "with space", "semi;colon", "<b>"] {
        assert_ne!(asked_with(&app, id).await.header("x-request-id"), id);
    }
}

#[tokio::test]
async fn nobody_else_may_give_it() {
    let app = TestApp::with(&[("TRUSTED_PROXIES", "10.0.0.0/8")]).await;
    assert_ne!(asked_with(&app, "abc-123").await.header("x-request-id"), "abc-123");
}
