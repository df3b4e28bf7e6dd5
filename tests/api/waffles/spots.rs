//! `GET /api/waffles/:slug/spots`

use serde_json::{Value, json};
use waffle_tests::TestApp;

#[tokio::test]
async fn every_spot_is_listed_ascending_with_its_times() {
    let (app, seller, waffle) = TestApp::shared_selling("Box", 3).await;
    app.claim(&waffle, &[3, 1], "@Anna").await;
    seller.pay(waffle.spot(3)).await;
    let noon = "2026-06-01T12:00:00Z";
    let spot = |number: usize, status: &str, handle: Option<&str>, claimed: Option<&str>, paid: Option<&str>| {
        json!({"id": waffle.spot(number), "number": number, "status": status, "claimed_by_handle": handle,
            "claimed_at": claimed, "paid_at": paid, "pay_by": null})
    };
    assert_eq!(
        Value::from(app.spots(&waffle).await),
        json!([
            spot(1, "pending", Some("anna"), Some(noon), None),
            spot(2, "available", None, None, None),
            spot(3, "paid", Some("anna"), Some(noon), Some(noon)),
        ])
    );
}

#[tokio::test]
async fn the_newest_sequence_number_is_in_the_header() {
    let (app, seller, waffle) = TestApp::shared_selling("Box", 3).await;
    let seq = async || app.get(&waffle.api("/spots")).await.header("x-event-seq").to_owned();
    assert_eq!(seq().await, "0");
    app.claim(&waffle, &[1, 2], "anna").await;
    assert_eq!(seq().await, "2");
    seller.pay(waffle.spot(1)).await;
    assert_eq!(seq().await, "3");
    app.claim(&waffle, &[1], "ben").await;
    assert_eq!(seq().await, "3", "a refusal is no event");
    seller.release(waffle.spot(1)).await;
    assert_eq!(seq().await, "4");
}

#[tokio::test]
async fn whoever_changed_a_spot_reads_what_he_wrote() {
    let (app, _, waffle) = TestApp::shared_selling("Box", 40).await;
    for number in 1..=20 {
        app.claim(&waffle, &[number], "anna").await;
        assert_eq!(app.claimed_count(&waffle).await, u64::try_from(number).unwrap());
    }
}

#[tokio::test]
async fn winners_and_losers_are_shown() {
    let (app, seller, waffle) = TestApp::selling("Box", 3).await;
    app.claim(&waffle, &[1, 2, 3], "anna").await;
    seller.pay_many(&waffle, &[waffle.spot(1), waffle.spot(2)]).await;
    app.complete(&waffle, &[2]).await;
    let statuses: Vec<_> = app.spots(&waffle).await.iter().map(|spot| spot["status"].clone()).collect();
    assert_eq!(statuses, ["loser", "winner", "pending"]);
}
