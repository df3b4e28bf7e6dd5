//! `/api/admin/blocked-handles`

use reqwest::Method;
use serde_json::json;
use waffle_tests::{TestApp, answer, bearer, faults, refusal, refused};

const PATH: &str = "/api/admin/blocked-handles";

#[tokio::test]
async fn a_blocked_handle_claims_nothing_until_it_is_let_off() {
    let (app, seller) = TestApp::with_seller_as("mia", "admin").await;
    let waffle = app.seller().await.waffle("Box", 6).await;
    app.claim(&waffle, &[1], "troll").await;
    assert_eq!(seller.get(PATH).await.json(), json!([]));
    let blocked = seller.post(PATH, &json!({"handle": "@Troll", "reason": " never pays "})).await.ok().json();
    let shown = json!({"handle": "troll", "reason": "never pays", "created_at": "2026-06-01T12:00:00Z",
        "created_by": "mia"});
    assert_eq!((blocked, seller.get(PATH).await.json()), (shown.clone(), json!([shown])));
    assert_eq!(refusal(&seller.post(PATH, &json!({"handle": "troll"})).await), refused(409, "already_blocked"));

    let numbered = json!({"waffle_id": waffle.id, "spots": [2], "social_handle": "troll"});
    assert_eq!(refusal(&answer(app.claiming(&numbered)).await), refused(403, "handle_blocked"));
    let any = json!({"waffle_id": waffle.id, "count": 1, "social_handle": "TROLL"});
    assert_eq!(refusal(&answer(app.claiming_random(&any)).await), refused(403, "handle_blocked"));
    let assigned = seller.post(&waffle.admin_api("/assign"), &json!({"social_handle": "troll", "spots": [2]})).await;
    assert_eq!(assigned.status, 200, "a seller still can");
    app.claim(&waffle, &[3], "anna").await;

    answer(bearer(&app, Method::DELETE, &format!("{PATH}/Troll"), &seller.token)).await.ok();
    let free = answer(bearer(&app, Method::DELETE, &format!("{PATH}/troll"), &seller.token)).await;
    assert_eq!(refusal(&free), refused(404, "not_found"));
    app.claim(&waffle, &[4], "troll").await;
    app.holds(
        "(SELECT string_agg(action || ' ' || entity_id || ' ' || detail, ', ' ORDER BY action) FROM audit_trail
            WHERE admin_username = 'mia' AND action LIKE '%block\\_handle')
        = 'block_handle troll @troll: never pays, unblock_handle troll @troll'",
    )
    .await;
}

#[tokio::test]
async fn what_can_not_be_a_handle_or_a_reason_is_refused() {
    let (app, seller) = TestApp::with_seller().await;
    for (body, field) in [
        (json!({}), "handle"),
        (json!({"handle": "a b"}), "handle"),
        (json!({"handle": "anna", "reason": "x".repeat(501)}), "reason"),
        (json!({"handle": "anna", "reason": "\0"}), "reason"),
    ] {
        assert_eq!(faults(&seller.post(PATH, &body).await)[0], field, "{body}");
    }
    seller.post(PATH, &json!({"handle": "anna", "reason": "ü".repeat(500)})).await.ok();
    let none = seller.post(PATH, &json!({"handle": "ben", "reason": null})).await;
    assert_eq!(none.json()["reason"], json!(null));
    let odd = answer(bearer(&app, Method::DELETE, &format!("{PATH}/a%20b"), &seller.token)).await;
    assert_eq!(refusal(&odd), refused(400, "validation_failed"));
}
