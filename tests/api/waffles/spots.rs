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
async fn whoever_changed_a_spot_reads_what_he_wrote() {
    let (app, _, waffle) = TestApp::shared_selling("Box", 40).await;
    for number in 1..=20 {
        app.claim(&waffle, &[number], "anna").await;
        assert_eq!(app.claimed_count(&waffle).await, u64::try_from(number).unwrap());
    }
}
