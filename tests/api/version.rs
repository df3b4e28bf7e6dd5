//! `GET /api/version`.

use reqwest::Method;
use serde_json::json;
use waffle_tests::TestApp;

#[tokio::test]
async fn the_version_is_the_crates_with_a_v() {
    let app = TestApp::shared().await;
    let answer = app.get("/api/version").await.ok();
    assert_eq!([answer.header("content-type"), answer.header("cache-control")], ["application/json", "no-cache"]);
    let again = app.request(Method::GET, "/api/version").header("if-none-match", answer.header("etag"));
    assert_eq!(waffle_tests::answer(again).await.status, 304);
    assert_eq!(answer.json(), json!({"version": format!("v{}", env!("CARGO_PKG_VERSION"))}));
}
