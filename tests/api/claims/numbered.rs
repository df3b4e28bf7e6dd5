//! `POST /api/claims`

use serde_json::json;
use waffle_tests::{TestApp, answer, faults, refusal, refused};

#[tokio::test]
async fn the_claimed_spots_are_answered_ascending() {
    let (app, _, waffle) = TestApp::shared_selling("Box", 5).await;
    let claimed = app.claim(&waffle, &[5, 1, 3], "@Anna").await.ok();
    assert_eq!(claimed.header("cache-control"), "no-store");
    assert_eq!(claimed.header("access-control-allow-origin"), "");
    let spot =
        |number| json!({"id": waffle.spot(number), "number": number, "status": "pending", "claimed_by_handle": "anna"});
    assert_eq!(claimed.json(), json!([spot(1), spot(3), spot(5)]));
}

#[tokio::test]
async fn a_claim_with_a_taken_spot_gets_nothing_and_learns_which() {
    let (app, seller, waffle) = TestApp::selling("Box", 9).await;
    app.claim(&waffle, &[2, 4, 6], "anna").await;
    seller.pay(waffle.spot(4)).await;
    for handle in ["ben", "anna"] {
        let refused = app.claim(&waffle, &[6, 1, 4, 3], handle).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (409, &json!("spots_taken")));
        assert_eq!(refused.json()["taken"], json!([4, 6]));
        assert!(refused.json()["error"].as_str().unwrap().contains('4'));
    }
    assert_eq!(app.claimed_count(&waffle).await, 3);
    app.holds("(SELECT array_agg(handle) FROM buyers) = '{anna}'").await;
    seller.release(waffle.spot(4)).await.ok();
    assert_eq!(app.claim(&waffle, &[4], "ben").await.status, 200);
}

#[tokio::test]
async fn a_taken_spot_is_refused_also_when_only_the_database_knows() {
    let (app, _, waffle) = TestApp::selling("Box", 9).await;
    app.sql(
        "UPDATE spots SET status = 'pending', claimed_by_handle = 'zoe', claimed_at = now() WHERE number IN (2, 3)",
    )
    .await;
    let refused = app.claim(&waffle, &[1, 2, 3], "ben").await;
    assert_eq!((refused.status.as_u16(), &refused.json()["taken"]), (409, &json!([2, 3])));
    app.holds("(SELECT count(*) FROM spots WHERE status <> 'available') = 2").await;
}

#[tokio::test]
async fn numbers_outside_the_board_repeated_or_missing_are_refused() {
    let (app, _, waffle) = TestApp::shared_selling("Box", 5).await;
    for spots in [&[][..], &[0], &[-1], &[6], &[1, 6], &[1, 1], &[2, 1, 2], &[i64::MAX], &[i64::MIN], &[2_147_483_648]]
    {
        assert_eq!(faults(&app.claim(&waffle, spots, "anna").await)[0], "spots", "{spots:?}");
    }
    for spots in [json!(["1"]), json!([1.5]), json!([1e30]), json!([null]), json!("1"), json!(1), json!({"1": 1})] {
        let body = json!({"waffle_id": waffle.id, "spots": spots, "social_handle": "anna"});
        assert_eq!(refusal(&answer(app.claiming(&body)).await), refused(400, "malformed_json"), "{spots}");
    }
    assert_eq!(app.claimed_count(&waffle).await, 0);
    assert_eq!(app.claim(&waffle, &[1, 2, 3, 4, 5], "anna").await.status, 200, "a whole board at once");
}

#[tokio::test]
async fn a_whole_board_of_10000_can_be_claimed_at_once() {
    let (app, _, waffle) = TestApp::selling("Box", 10_000).await;
    let all: Vec<i64> = (1..=10_000).collect();
    let claimed = app.claim(&waffle, &all, "anna").await.ok().json();
    assert_eq!(claimed.as_array().unwrap().len(), 10_000);
    assert_eq!(app.claim(&waffle, &all, "ben").await.json()["taken"].as_array().unwrap().len(), 10_000);
}
