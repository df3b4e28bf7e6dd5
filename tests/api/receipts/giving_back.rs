//! `POST /api/receipts/:token/give-back`

use std::time::Duration;

use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use waffle_tests::{TestApp, faults, refusal, refused};

use super::{Receipt, spots};

#[tokio::test]
async fn pending_spots_go_back_and_everybody_hears_of_it() {
    let (app, other) = TestApp::two_servers().await;
    let seller = app.seller().await;
    let waffle = seller.waffle("Box", 6).await;
    let receipt = Receipt::of(&app, &waffle, &[1, 2, 3], "anna").await;
    let mut watcher = app.watching(&waffle).await;
    let back = receipt.give_back(&other, &[3, 1]).await.ok().json();
    assert_eq!(spots(&back), ["1 available", "2 pending yours", "3 available"]);
    assert_eq!(back["owed"], 2_500);
    assert_eq!(back["waffle"]["available_count"], 5);
    for number in [1, 3] {
        let spot = watcher.next().await["spot"].clone();
        assert_eq!((&spot["number"], &spot["status"]), (&json!(number), &json!("available")));
    }
    let entry = &seller.activity(&waffle, "?spot=3").await[0];
    assert_eq!((&entry["reason"], &entry["admin_username"]), (&json!("given_back"), &Value::Null));
    assert_eq!((&entry["from_status"], &entry["social_handle"]), (&json!("pending"), &json!("anna")));
    let ben = Receipt::of(&app, &waffle, &[1], "ben").await;
    assert_eq!(refusal(&receipt.give_back(&app, &[1]).await), refused(409, "not_yours"), "it is Ben's now");
    assert_eq!(spots(&ben.read(&app).await), ["1 pending yours"]);
}

#[tokio::test]
async fn all_of_them_go_back_or_none() {
    let (app, seller, waffle) = TestApp::shared_selling("Box", 6).await;
    let receipt = Receipt::of(&app, &waffle, &[1, 2, 3], "anna").await;
    Receipt::of(&app, &waffle, &[4], "anna").await;
    seller.pay(waffle.spot(3)).await;
    for (numbers, code) in
        [(&[1, 4][..], "not_yours"), (&[1, 5], "not_yours"), (&[1, 10_001], "not_yours"), (&[1, 3], "spot_not_pending")]
    {
        assert_eq!(refusal(&receipt.give_back(&app, numbers).await), refused(409, code), "{numbers:?}");
    }
    for body in [json!({}), json!({"spots": []}), json!({"spots": [1, 1]}), json!({"spots": [0]})] {
        assert_eq!(faults(&receipt.post(&app, "/give-back", &body).await)[0], "spots", "{body}");
    }
    for body in [json!({"spots": ["1"]}), json!({"spots": 1}), json!([1])] {
        assert_eq!(refusal(&receipt.post(&app, "/give-back", &body).await), refused(400, "malformed_json"), "{body}");
    }
    assert_eq!(spots(&receipt.read(&app).await), ["1 pending yours", "2 pending yours", "3 paid yours"]);
}

#[tokio::test]
async fn a_spot_is_given_back_once_or_paid_never_both() {
    let (app, seller, waffle) = TestApp::selling("Box", 40).await;
    let all: Vec<i64> = (1..=40).collect();
    let receipt = Receipt::of(&app, &waffle, &all, "anna").await;
    let both = async |number: usize| {
        let numbers = [i64::try_from(number).unwrap()];
        let (back, paid) = tokio::join!(receipt.give_back(&app, &numbers), seller.pay(waffle.spot(number)));
        (back.status.as_u16(), paid.status.as_u16())
    };
    // A few at the same time: buyers have a small share of the connections, and a slow machine would refuse some of
    // forty.
    let outcomes: Vec<_> = stream::iter((1..=40).map(both)).buffer_unordered(4).collect().await;
    for outcome in outcomes {
        assert!(matches!(outcome, (200, 409) | (409, 200)), "{outcome:?}");
    }
}

#[tokio::test]
async fn an_address_gives_so_many_spots_back_at_once_and_more_as_time_goes_by() {
    let limits = [("WAFFLE__RATE_LIMIT__CLAIMS_PER_MINUTE", "60"), ("WAFFLE__RATE_LIMIT__CLAIMS_BURST", "4")];
    let app = TestApp::with(&limits).await;
    let waffle = app.seller().await.waffle("Box", 1_000).await;
    let all: Vec<i64> = (1..=1_000).collect();
    let receipt = Receipt::of(&app, &waffle, &all, "anna").await;
    // Refused requests take nothing of the two hundred for each of the four.
    let others: Vec<i64> = (1_001..=1_800).collect();
    assert_eq!(refusal(&receipt.give_back(&app, &others).await), refused(409, "not_yours"));
    app.clock.advance(Duration::from_secs(1));
    assert_eq!(receipt.give_back(&app, &all[..500]).await.status, 200);
    let too_many = receipt.give_back(&app, &all[500..801]).await;
    assert_eq!((refusal(&too_many), too_many.header("retry-after")), (refused(429, "rate_limited"), "1"));
    assert_eq!(receipt.give_back(&app, &all[500..800]).await.status, 200);
    app.clock.advance(Duration::from_secs(10));
    assert_eq!(refusal(&receipt.give_back(&app, &all[800..901]).await), refused(429, "rate_limited"), "ten a second");
    assert_eq!(receipt.give_back(&app, &all[800..900]).await.status, 200);
}
