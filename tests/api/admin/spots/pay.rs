//! `POST /api/admin/spots/:id/pay`

use serde_json::{Value, json};
use waffle_tests::{TestApp, refusal, refused};

#[tokio::test]
async fn a_pending_spot_becomes_paid() {
    let (app, seller, waffle) = TestApp::selling_by(("mia", "waffle_manager"), "Box", 5).await;
    app.claim(&waffle, &[1, 2, 3], "anna").await;
    let id = waffle.spot(1);
    let body = seller.pay(id).await.ok().json();
    assert_eq!(body["spot"], json!({"id": id, "number": 1, "status": "paid", "claimed_by_handle": "anna"}));
    assert!(body["message"].as_str().unwrap().contains('1'));
    assert_eq!(body.as_object().unwrap().len(), 2);
    let spots = app.spots(&waffle).await;
    assert_eq!(spots[0]["paid_at"], "2026-06-01T12:00:00Z");
    assert_eq!(app.get(&waffle.api("")).await.json()["paid_count"], 1);
}

#[tokio::test]
async fn only_a_pending_spot_can_be_paid_and_a_refusal_leaves_no_trace() {
    let (app, seller, waffle) = TestApp::selling("Box", 4).await;
    app.claim(&waffle, &[1, 2, 3], "anna").await;
    seller.pays(&waffle, [1, 2, 3]).await;
    let not_pending = refused(409, "spot_not_pending");
    for number in [1, 4] {
        assert_eq!(refusal(&seller.pay(waffle.spot(number)).await), not_pending, "paid, available");
    }
    app.draws(&waffle, &[1]).await;
    for number in [1, 2] {
        assert_eq!(refusal(&seller.pay(waffle.spot(number)).await), not_pending, "winner, loser");
    }
    let paid = seller.activity(&waffle, "").await.iter().filter(|entry| entry["to_status"] == "paid").count();
    assert_eq!(paid, 3);
}

#[tokio::test]
async fn a_spot_of_a_completed_or_archived_waffle_can_be_paid() {
    let (app, seller, waffle) = TestApp::selling("Box", 4).await;
    app.claim(&waffle, &[1, 2, 3], "anna").await;
    seller.pay(waffle.spot(1)).await;
    app.draws(&waffle, &[1]).await;
    let paid = seller.pay(waffle.spot(2)).await;
    assert_eq!(
        (paid.status.as_u16(), &paid.json()["spot"]["status"]),
        (200, &Value::from("paid")),
        "neither won nor lost"
    );
    app.archives(&waffle).await;
    assert_eq!(seller.pay(waffle.spot(3)).await.status, 200);
    assert_eq!(seller.get(&waffle.admin_api("")).await.json()["paid_count"], 3);
}
