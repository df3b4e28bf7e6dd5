//! `POST /api/admin/waffles/:id/spots/pay`

use serde_json::json;
use waffle_tests::{TestApp, faults, refusal, refused};

#[tokio::test]
async fn pending_spots_are_paid_and_the_others_skipped_with_a_reason() {
    let (app, seller, waffle) = TestApp::selling_by(("mia", "waffle_manager"), "Box", 5).await;
    let other = seller.waffle("Other", 5).await;
    app.claim(&waffle, &[1, 2, 3], "anna").await;
    app.claim(&other, &[1], "anna").await;
    seller.pay(waffle.spot(2)).await;
    let [one, two, three, four] = [1, 2, 3, 4].map(|number| waffle.spot(number));
    let foreign = other.spot(1);
    let paid = seller.pay_many(&waffle, &[three, one, two, four, foreign, 999_999, one]).await.ok().json();
    let spot = |id, number| json!({"id": id, "number": number, "status": "paid", "claimed_by_handle": "anna"});
    assert_eq!(paid["paid"], json!([spot(one, 1), spot(three, 3)]));
    let mut skipped = paid["skipped"].as_array().unwrap().clone();
    skipped.sort_by_key(|skipped| skipped["id"].as_i64());
    let reasons: Vec<_> = skipped.iter().map(|s| (s["id"].as_i64().unwrap(), s["reason"].as_str().unwrap())).collect();
    assert_eq!(
        reasons,
        [(two, "spot_not_pending"), (four, "spot_not_pending"), (foreign, "not_found"), (999_999, "not_found")]
    );
    assert_eq!(paid.as_object().unwrap().len(), 2);
    assert_eq!(app.spots(&other).await[0]["status"], "pending");
}

#[tokio::test]
async fn it_needs_1_to_3000_spot_ids_however_long_they_are() {
    let (_app, seller, waffle) = TestApp::shared_selling("Box", 2).await;
    let path = waffle.admin_api("/spots/pay");
    for body in [json!({}), json!({"spot_ids": null}), json!({"spot_ids": []}), json!({"spot_ids": vec![1; 3_001]})] {
        assert_eq!(faults(&seller.post(&path, &body).await)[0], "spot_ids", "{body:.60}");
    }
    let longest: Vec<i64> = (0..3_000).map(|n| i64::MAX - n).collect();
    let answer = seller.post(&path, &json!({"spot_ids": longest})).await.ok().json();
    assert_eq!(answer["skipped"].as_array().unwrap().len(), 3_000);
}

#[tokio::test]
async fn it_is_for_active_waffles_only() {
    let (app, seller, waffle) = TestApp::selling("Box", 3).await;
    app.claim(&waffle, &[1, 2], "anna").await;
    seller.pay(waffle.spot(1)).await;
    app.draws(&waffle, &[1]).await;
    for ids in [&[waffle.spot(2)][..], &[999_999], &[waffle.spot(1), 999_999]] {
        assert_eq!(refusal(&seller.pay_many(&waffle, ids).await), refused(409, "waffle_not_active"), "{ids:?}");
    }
    assert_eq!(app.spots(&waffle).await[1]["status"], "pending");
}

#[tokio::test]
async fn a_waffle_that_another_server_deleted_is_not_found() {
    let (app, other) = TestApp::two_servers().await;
    let seller = app.seller().await;
    let gone = seller.waffle("Gone", 3).await;
    app.claim(&gone, &[1], "anna").await;
    other.deletes(&gone).await;
    let mut answer = seller.pay_many(&gone, &[gone.spot(1)]).await;
    if refusal(&answer) == refused(503, "outcome_unknown") {
        // This server learned of it in the middle of the request.
        answer = seller.pay_many(&gone, &[gone.spot(1)]).await;
    }
    assert_eq!(refusal(&answer), refused(404, "not_found"));
}
