//! Callers and bodies that each address under `/api/admin/waffles/:id` refuses before it does anything.

use reqwest::Method;
use serde_json::{Value, json};
use waffle_tests::app::{TestApp, answer};
use waffle_tests::sign_in::{PASSWORD, bearer, refusal, refused, with_cookie};

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
async fn nobody_gets_in_without_a_sign_in_and_a_cookie_needs_the_sites_own_page() {
    let app = TestApp::start().await;
    let seller = app.seller().await;
    let waffle = seller.waffle("Box", 3).await;
    app.claim(&waffle, &[1], "anna").await;
    seller.pay(waffle.spot(1)).await;
    for (method, rest, body) in calls() {
        let path = waffle.admin_api(rest);
        let body = body.unwrap_or_default();
        for request in [app.request(method.clone(), &path), bearer(&app, method.clone(), &path, "nonsense")] {
            let stranger = answer(request.json(&body)).await;
            assert_eq!(refusal(&stranger), refused(401, "unauthorized"), "{method} {path}");
        }
        let by_cookie = || with_cookie(&app, method.clone(), &path, &seller.token).json(&body);
        if method == Method::GET {
            assert_eq!(answer(by_cookie()).await.status, 200, "{path}");
            continue;
        }
        for foreign in [by_cookie(), by_cookie().header("sec-fetch-site", "cross-site")] {
            assert_eq!(refusal(&answer(foreign).await), refused(403, "csrf_failed"), "{method} {path}");
        }
    }
    assert_untouched(&app).await;
}

#[tokio::test]
async fn unknown_ids_are_404_what_is_no_id_400_and_another_method_405() {
    let app = TestApp::start().await;
    let seller = app.seller().await;
    for (method, rest, body) in calls() {
        let send = async |method: Method, id: &str| {
            let path = format!("/api/admin/waffles/{id}{rest}");
            answer(bearer(&app, method, &path, &seller.token).json(&body.clone().unwrap_or_default())).await
        };
        assert_eq!(refusal(&send(method.clone(), UNKNOWN).await), refused(404, "not_found"), "{method} {rest}");
        assert_eq!(refusal(&send(method.clone(), "box").await), refused(400, "bad_path"), "{method} {rest}");
        let other = send(Method::PUT, UNKNOWN).await;
        assert_eq!(refusal(&other), refused(405, "method_not_allowed"), "{rest}");
        assert!(other.header("allow").contains(method.as_str()), "{rest}: {}", other.header("allow"));
    }
    app.holds("NOT EXISTS (SELECT FROM audit_trail)").await;
}

#[tokio::test]
async fn bodies_of_another_kind_or_size_are_refused() {
    let app = TestApp::start().await;
    let seller = app.seller().await;
    let waffle = seller.waffle("Box", 3).await;
    app.claim(&waffle, &[1], "anna").await;
    seller.pay(waffle.spot(1)).await;
    for (method, rest, body) in calls() {
        if body.is_none() {
            continue;
        }
        let send = async |content_type: &str, text: String| {
            let request = bearer(&app, method.clone(), &waffle.admin_api(rest), &seller.token);
            refusal(&answer(request.header("content-type", content_type).body(text)).await)
        };
        for text in ["", "{", "[]", "null", "7"] {
            let refusal = send("application/json", text.to_owned()).await;
            assert_eq!(refusal, refused(400, "malformed_json"), "{method} {rest} {text}");
        }
        let form = send("application/x-www-form-urlencoded", "a=b".to_owned()).await;
        assert_eq!(form, refused(415, "unsupported_media_type"), "{method} {rest}");
        let large = send("application/json", " ".repeat(64 * 1_024 + 1)).await;
        assert_eq!(large, refused(413, "payload_too_large"), "{method} {rest}");
    }
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
