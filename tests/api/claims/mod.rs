//! `/api/claims`

mod keys;
mod numbered;
mod random;
mod rate_limit;
mod terms;

use serde_json::json;
use waffle_tests::{TestApp, answer, faults, refusal, refused};

#[tokio::test]
async fn every_field_at_fault_is_named() {
    let app = TestApp::shared().await;
    for body in [json!({}), json!({"waffle_id": "box", "spots": [], "count": 0, "social_handle": ""})] {
        assert_eq!(faults(&answer(app.claiming(&body)).await), ["waffle_id", "spots", "social_handle"], "{body}");
        let random = answer(app.claiming_random(&body)).await;
        assert_eq!(faults(&random), ["waffle_id", "count", "social_handle"], "{body}");
    }
}

#[tokio::test]
async fn an_unknown_waffle_is_404() {
    let app = TestApp::start().await;
    let body =
        json!({"waffle_id": "00000000-0000-4000-8000-000000000000", "spots": [1], "count": 1, "social_handle": "anna"});
    assert_eq!(refusal(&answer(app.claiming(&body)).await), refused(404, "not_found"));
    assert_eq!(refusal(&answer(app.claiming_random(&body)).await), refused(404, "not_found"));
    let keyed = app.claiming(&body).header("idempotency-key", "k");
    assert_eq!(refusal(&answer(keyed).await), refused(404, "not_found"));
    app.holds("NOT EXISTS (SELECT FROM buyers) AND NOT EXISTS (SELECT FROM idempotency_keys)").await;
}

#[tokio::test]
async fn nothing_can_be_claimed_of_a_completed_waffle() {
    let (app, seller, waffle) = TestApp::selling("Box", 5).await;
    let not_active = refused(409, "waffle_not_active");
    app.claim(&waffle, &[1], "anna").await;
    // The server's memory doesn't know this yet.
    app.sql("UPDATE waffles SET status = 'completed', completed_at = now()").await;
    assert_eq!(refusal(&app.claim(&waffle, &[2], "ben").await), not_active);
    assert_eq!(refusal(&app.claim_random(&waffle, 2, "ben").await), not_active);
    app.sql("UPDATE waffles SET status = 'active', completed_at = NULL").await;
    seller.pay(waffle.spot(1)).await;
    app.draws(&waffle, &[1]).await;
    for spots in [&[2][..], &[1]] {
        assert_eq!(refusal(&app.claim(&waffle, spots, "ben").await), not_active);
    }
    assert_eq!(refusal(&app.claim_random(&waffle, 2, "ben").await), not_active);
    let keyed = json!({"waffle_id": waffle.id, "spots": [1], "social_handle": "ben"});
    assert_eq!(refusal(&answer(app.claiming(&keyed).header("idempotency-key", "k")).await), not_active);
    app.holds("(SELECT array_agg(handle) FROM buyers) = '{anna}'").await;
}
