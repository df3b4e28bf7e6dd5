//! `GET /api/admin/waffles`

use serde_json::Value;
use waffle_tests::{Answer, TestApp};

fn slugs(answer: &Answer) -> Vec<String> {
    assert_eq!(answer.status, 200, "{}", answer.text());
    let waffles: Vec<Value> = serde_json::from_slice(&answer.body).unwrap();
    waffles.iter().map(|waffle| waffle["slug"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn archived_waffles_are_listed_apart() {
    let (app, seller, old) = TestApp::selling("Old", 2).await;
    seller.waffle("New", 2).await;
    app.archives(&old).await;
    for query in ["", "?archived=false", "?archived=", "?archived=1", "?archived=TRUE", "?other=true"] {
        assert_eq!(slugs(&seller.get(&format!("/api/admin/waffles{query}")).await), ["new"], "{query}");
    }
    let archived = seller.get("/api/admin/waffles?archived=true").await;
    assert_eq!(slugs(&archived), ["old"]);
    assert_eq!(archived.json()[0]["archived"], true);
}

#[tokio::test]
async fn a_row_is_the_same_as_in_the_public_list() {
    let (app, seller, waffle) = TestApp::selling_by(("mia", "waffle_manager"), "Box", 4).await;
    app.claim(&waffle, &[1], "anna").await;
    let listed = seller.get("/api/admin/waffles").await;
    assert_eq!(listed.json(), app.get("/api/waffles").await.json());
    assert_eq!(listed.header("cache-control"), "no-store");
    assert_eq!(listed.header("access-control-allow-origin"), "");
}
