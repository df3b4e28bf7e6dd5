//! Buyers' handles.

use std::time::Duration;

use serde_json::json;
use waffle_tests::TestApp;

#[tokio::test]
async fn the_registry_knows_who_was_first_seen_and_last_touched_when() {
    let (app, _, waffle) = TestApp::selling("Box", 3).await;
    app.claim(&waffle, &[1], "anna").await;
    app.clock.advance(Duration::from_mins(1));
    app.claim(&waffle, &[1], "anna").await;
    let seller = app.seller().await;
    let known = async || seller.get("/api/admin/users").await.json()["users"].clone();
    let noon = "2026-06-01T12:00:00Z";
    assert_eq!(known().await, json!([{"handle": "anna", "created_at": noon, "updated_at": noon}]));
    app.claim_random(&waffle, 9, "@Anna").await;
    app.clock.advance(Duration::from_mins(1));
    app.claim_random(&waffle, 9, "anna").await;
    let later = "2026-06-01T12:01:00Z";
    assert_eq!(known().await, json!([{"handle": "anna", "created_at": noon, "updated_at": later}]));
}
