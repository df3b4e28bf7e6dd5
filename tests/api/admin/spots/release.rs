//! `POST /api/admin/spots/:id/release`

use serde_json::{Value, json};
use waffle_tests::{TestApp, refusal, refused};

#[tokio::test]
async fn a_pending_or_paid_spot_becomes_available_and_forgets_who_had_it() {
    let (app, seller, waffle) = TestApp::selling_by(("mia", "waffle_manager"), "Box", 5).await;
    app.claim(&waffle, &[1, 2], "anna").await;
    seller.pay(waffle.spot(2)).await;
    for number in [1, 2] {
        let id = waffle.spot(number);
        let body = seller.release(id).await.ok().json();
        let spot = json!({"id": id, "number": number, "status": "available", "claimed_by_handle": null});
        assert_eq!(body["spot"], spot);
        assert!(!body["message"].as_str().unwrap().is_empty());
        assert_eq!(body.as_object().unwrap().len(), 2);
        let listed = &app.spots(&waffle).await[number - 1];
        assert_eq!((&listed["claimed_at"], &listed["paid_at"]), (&Value::Null, &Value::Null));
    }
    assert_eq!(app.claimed_count(&waffle).await, 0);
    assert_eq!(app.claim(&waffle, &[1, 2], "ben").await.status, 200, "free for the next buyer");
}

#[tokio::test]
async fn available_spots_winners_and_losers_are_not_released_and_a_refusal_leaves_no_trace() {
    let (app, seller, waffle) = TestApp::selling("Box", 4).await;
    app.claim(&waffle, &[1, 2], "anna").await;
    seller.pay_many(&waffle, &[waffle.spot(1), waffle.spot(2)]).await;
    app.draws(&waffle, &[1]).await;
    let seq = app.get(&waffle.api("/spots")).await.header("x-event-seq").to_owned();
    for number in [1, 2, 3] {
        let answer = seller.release(waffle.spot(number)).await;
        assert_eq!(refusal(&answer), refused(409, "spot_not_releasable"), "{number}");
    }
    assert_eq!(app.get(&waffle.api("/spots")).await.header("x-event-seq"), seq);
}

#[tokio::test]
async fn a_spot_of_a_completed_or_archived_waffle_can_be_released() {
    let (app, seller, waffle) = TestApp::selling("Box", 4).await;
    app.claim(&waffle, &[1, 2, 3], "anna").await;
    seller.pay(waffle.spot(1)).await;
    app.draws(&waffle, &[1]).await;
    assert_eq!(seller.release(waffle.spot(2)).await.status, 200);
    app.archives(&waffle).await;
    assert_eq!(seller.release(waffle.spot(3)).await.status, 200);
    assert_eq!(seller.get(&waffle.admin_api("")).await.json()["claimed_count"], 1);
}
