//! `GET /api/openapi.json`: the description of the API, and whether it is true.

mod answers;
mod kinds_of_texts;
pub(crate) mod limits;
pub(crate) mod structure;

use reqwest::Method;
use serde_json::Value;
use waffle_tests::{TestApp, answer};

/// Every described operation, such as `GET /api/waffles`, with its description.
pub(crate) fn operations(document: &Value) -> Vec<(String, &Value)> {
    let paths = document["paths"].as_object().unwrap().iter();
    let methods = paths.flat_map(|(path, item)| {
        item.as_object()
            .unwrap()
            .iter()
            .map(move |(method, operation)| (format!("{} {path}", method.to_uppercase()), operation))
    });
    methods.collect()
}

pub(crate) async fn document(app: &TestApp) -> Value {
    app.get("/api/openapi.json").await.json()
}

#[tokio::test]
async fn the_description_is_a_public_read() {
    let app = TestApp::shared().await;
    let first = app.get("/api/openapi.json").await;
    assert_eq!((first.status.as_u16(), first.header("content-type")), (200, "application/json"));
    assert_eq!(first.header("access-control-allow-origin"), "*");
    assert_eq!(first.header("cache-control"), "no-cache");
    let tag = first.header("etag").to_owned();
    let again = answer(app.request(Method::GET, "/api/openapi.json").header("if-none-match", &tag)).await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    let packed = answer(app.request(Method::GET, "/api/openapi.json/").header("accept-encoding", "gzip")).await;
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert!(packed.body.len() * 5 < first.body.len(), "{} of {} bytes", packed.body.len(), first.body.len());
}
