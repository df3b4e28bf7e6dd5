//! `GET /api/admin/waffles/:id/activity`

use std::time::Duration;

use serde_json::{Value, json};
use waffle_tests::{TestApp, refusal, refused};

#[tokio::test]
async fn every_transition_is_listed_newest_first_with_who_and_when() {
    let (app, seller, waffle) = TestApp::selling_by(("mia", "waffle_manager"), "Box", 5).await;
    assert_eq!(seller.activity(&waffle, "").await, [Value::Null; 0]);
    app.claim(&waffle, &[2, 1], "@Anna").await;
    app.clock.advance(Duration::from_millis(1_500));
    seller.pay(waffle.spot(2)).await;
    seller.release(waffle.spot(1)).await;
    app.claim(&waffle, &[1], "ben").await;
    let first = "2026-06-01T12:00:00Z";
    let then = "2026-06-01T12:00:01.500Z";
    let entry = |seq, at, spot, from, to, handle, admin: Option<&str>| {
        json!({"seq": seq, "at": at, "spot_number": spot, "from_status": from, "to_status": to, "social_handle": handle,
            "admin_username": admin, "reason": null})
    };
    assert_eq!(
        seller.activity(&waffle, "").await,
        [
            entry(5, then, 1, "available", "pending", "ben", None),
            entry(4, then, 1, "pending", "available", "anna", Some("mia")),
            entry(3, then, 2, "pending", "paid", "anna", Some("mia")),
            entry(2, first, 2, "available", "pending", "anna", None),
            entry(1, first, 1, "available", "pending", "anna", None),
        ]
    );
}

#[tokio::test]
async fn the_list_is_read_in_parts() {
    let (app, seller, waffle) = TestApp::shared_selling("Box", 150).await;
    app.claim_random(&waffle, 120, "anna").await;
    let parts = async |query: &str| -> (usize, Option<i64>) {
        let entries = seller.activity(&waffle, query).await;
        (entries.len(), entries.first().and_then(|entry| entry["seq"].as_i64()))
    };
    assert_eq!(parts("").await, (100, Some(120)), "100 unless told otherwise");
    assert_eq!(parts("?before=21").await, (20, Some(20)));
    assert_eq!(parts("?limit=7&before=21").await, (7, Some(20)));
    assert_eq!(parts("?before=1").await, (0, None));
    assert_eq!(parts("?limit=101").await, (100, Some(120)), "more is lowered");
    assert_eq!(parts("?limit=0").await, (100, Some(120)), "less is the default");
    for bad in ["?limit=x", "?before=x", "?before=1.5"] {
        let answer = seller.get(&waffle.admin_api(&format!("/activity{bad}"))).await;
        assert_eq!(refusal(&answer), refused(400, "bad_query"), "{bad}");
    }
}

#[tokio::test]
async fn only_what_happened_to_spots_is_listed_also_of_an_archived_waffle() {
    let (app, seller, waffle) = TestApp::selling("Box", 5).await;
    app.claim(&waffle, &[3], "anna").await;
    app.archives(&waffle).await;
    let entries = seller.activity(&waffle, "").await;
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0]["spot_number"], 3);
}
