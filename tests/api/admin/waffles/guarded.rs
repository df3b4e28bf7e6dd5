//! Callers and bodies that each address under `/api/admin/waffles/:id` refuses before it does anything.

use reqwest::Method;
use serde_json::{Value, json};
use waffle_tests::app::{TestApp, answer};
use waffle_tests::sign_in::{PASSWORD, bearer, refusal, refused};

const UNKNOWN: &str = "00000000-0000-4000-8000-000000000000";

/// Each address with a valid body; `None` where it reads none.
fn calls() -> Vec<(Method, &'static str, Option<Value>)> {
    let numbers = || Some(json!({"winning_spot_numbers": [1]}));
    vec![
        (Method::GET, "", None),
        (Method::PATCH, "", Some(json!({"title": "Other"}))),
        (Method::DELETE, "", Some(json!({"confirmation": "DELETE", "password": PASSWORD}))),
        (Method::POST, "/archive", None),
        (Method::POST, "/unarchive", None),
        (Method::POST, "/winner", numbers()),
        (Method::POST, "/change-winner", numbers()),
        (Method::POST, "/clear-winner", None),
        (Method::POST, "/spots/pay", Some(json!({"spot_ids": [1]}))),
        (Method::GET, "/activity", None),
    ]
}

/// Asserts that the only waffle is unchanged since its spot 1 was paid.
async fn assert_untouched(app: &TestApp) {
    app.holds(
        "(SELECT (title, status, archived, last_seq, paid_count) = ('Box', 'active', false, 2, 1) FROM waffles)
         AND (SELECT array_agg(action ORDER BY seq) FROM audit_trail) = '{create_waffle,mark_paid}'",
    )
    .await;
}

#[tokio::test]
async fn unknown_ids_are_404_and_what_is_no_id_400() {
    let app = TestApp::start().await;
    let seller = app.seller().await;
    for (method, rest, body) in calls() {
        let send = async |method: Method, id: &str| {
            let path = format!("/api/admin/waffles/{id}{rest}");
            answer(bearer(&app, method, &path, &seller.token).json(&body.clone().unwrap_or_default())).await
        };
        assert_eq!(refusal(&send(method.clone(), UNKNOWN).await), refused(404, "not_found"), "{method} {rest}");
        assert_eq!(refusal(&send(method.clone(), "box").await), refused(400, "bad_path"), "{method} {rest}");
    }
    app.holds("NOT EXISTS (SELECT FROM audit_trail)").await;
}

#[tokio::test]
async fn values_of_another_kind_are_refused() {
    let app = TestApp::start().await;
    let seller = app.seller().await;
    let waffle = seller.waffle("Box", 3).await;
    app.claim(&waffle, &[1], "anna").await;
    seller.pay(waffle.spot(1)).await;
    for (rest, body) in [
        ("", json!({"title": 5})),
        ("", json!({"spot_price": 1.5})),
        ("", json!({"payment_methods": ["x"]})),
        ("/winner", json!({"winning_spot_numbers": ["1"]})),
        ("/change-winner", json!({"winning_spot_numbers": 1})),
    ] {
        let method = if rest.is_empty() { Method::PATCH } else { Method::POST };
        let request = bearer(&app, method, &waffle.admin_api(rest), &seller.token).json(&body);
        assert_eq!(refusal(&answer(request).await), refused(400, "malformed_json"), "{rest} {body}");
    }
    assert_untouched(&app).await;
}

#[tokio::test]
async fn the_role_is_judged_before_the_waffle_and_the_waffle_before_the_word() {
    let app = TestApp::start().await;
    let manager = app.seller_as("mia", "waffle_manager").await;
    let admin = app.seller_as("ada", "admin").await;
    for rest in ["/archive", "/unarchive"] {
        let path = format!("/api/admin/waffles/{UNKNOWN}{rest}");
        assert_eq!(refusal(&manager.post(&path, &json!({})).await), refused(403, "forbidden"), "{rest}");
    }
    let delete = async |token: &str| {
        let request = bearer(&app, Method::DELETE, &format!("/api/admin/waffles/{UNKNOWN}"), token);
        refusal(&answer(request.json(&json!({"confirmation": "no", "password": ""}))).await)
    };
    assert_eq!(delete(&manager.token).await, refused(403, "forbidden"));
    assert_eq!(delete(&admin.token).await, refused(404, "not_found"));
}
