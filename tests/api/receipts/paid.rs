//! `POST /api/receipts/:token/paid`

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use waffle_tests::{TestApp, answer, faults, refusal, refused};

use super::{Receipt, spots};

#[tokio::test]
async fn a_buyer_says_that_he_paid_and_takes_it_back() {
    let (app, _, waffle) = TestApp::selling("Box", 6).await;
    let receipt = Receipt::of(&app, &waffle, &[1], "anna").await;
    let mut watcher = app.watching(&waffle).await;
    app.clock.advance(Duration::from_mins(1));
    let said = receipt.says_paid(&app, Some("from Anna B.")).await;
    assert_eq!(said["says_paid_at"], "2026-06-01T12:01:00Z");
    assert_eq!(said, receipt.read(&app).await);
    assert_eq!(spots(&said), ["1 pending yours"], "the seller marks it paid");
    assert_eq!(watcher.next().await, json!({"type": "notes_changed", "seq": 2}), "and nothing of the waffle");
    let mut late = app.watch(&format!("/ws/{}?since=1", waffle.slug)).await;
    assert_eq!(late.next().await, json!({"type": "notes_changed", "seq": 2}));
    app.holds("(SELECT note FROM payment_notes) = 'from Anna B.'").await;
    app.clock.advance(Duration::from_mins(1));
    let again = receipt.says_paid(&app, Some("from Anna B.")).await;
    assert_eq!(again["says_paid_at"], "2026-06-01T12:01:00Z", "said already");
    assert_eq!(receipt.says_paid(&app, Some("")).await["says_paid_at"], "2026-06-01T12:02:00Z");
    assert_eq!(receipt.says_paid(&app, None).await["says_paid_at"], Value::Null);
    assert_eq!(receipt.says_paid(&app, None).await["says_paid_at"], Value::Null);
}

#[tokio::test]
async fn a_note_has_up_to_200_characters_and_must_be_there() {
    let (app, _, waffle) = TestApp::shared_selling("Box", 6).await;
    let receipt = Receipt::of(&app, &waffle, &[1], "anna").await;
    assert_eq!(receipt.post(&app, "/paid", &json!({"note": "ß".repeat(200)})).await.status, 200);
    for body in [json!({}), json!({"note": "ß".repeat(201)}), json!({"note": "a\u{0}"}), json!({"text": "x"})] {
        assert_eq!(faults(&receipt.post(&app, "/paid", &body).await)[0], "note", "{body}");
    }
    for body in [json!({"note": 5}), json!({"note": ["x"]}), json!([]), json!("x")] {
        assert_eq!(refusal(&receipt.post(&app, "/paid", &body).await), refused(400, "malformed_json"), "{body}");
    }
    assert!(receipt.read(&app).await["says_paid_at"].is_string(), "what was said stays");
}

#[tokio::test]
async fn who_says_that_he_paid_keeps_his_spots_past_the_deadline_on_every_server() {
    let (app, other) = TestApp::two_servers().await;
    let seller = app.seller().await;
    let waffle = seller.waffle("Box", 6).await;
    seller.patch(&waffle.admin_api(""), &json!({"pay_within_minutes": 30})).await;
    let anna = Receipt::of(&app, &waffle, &[1], "anna").await;
    let ben = Receipt::of(&other, &waffle, &[2], "ben").await;
    anna.says_paid(&other, Some("")).await;
    let overdue = "UPDATE spots SET pay_by = now() - interval '1 minute' WHERE pay_by IS NOT NULL;
        UPDATE waffles SET next_pay_by = now() - interval '1 minute'";
    app.sql(overdue).await;
    for server in [&app, &other] {
        server.becomes(&ben.path(""), |receipt| spots(&receipt.json()) == ["2 available"]).await;
        assert_eq!(spots(&anna.read(server).await), ["1 pending yours"]);
    }
    let reasons: Vec<_> = seller.activity(&waffle, "").await.iter().map(|entry| entry["reason"].clone()).collect();
    assert_eq!(reasons, [json!("expired"), Value::Null, Value::Null]);
    // Once the note is taken back, it no longer keeps them.
    anna.says_paid(&app, None).await;
    other.becomes(&anna.path(""), |receipt| spots(&receipt.json()) == ["1 available"]).await;
}

#[tokio::test]
async fn his_word_keeps_spots_only_so_long_where_the_seller_wants_it_so() {
    let (app, seller, waffle) = TestApp::selling("Box", 6).await;
    let terms = json!({"pay_within_minutes": 30, "says_paid_grace_hours": 1});
    seller.patch(&waffle.admin_api(""), &terms).await;
    let anna = Receipt::of(&app, &waffle, &[1], "anna").await;
    let page = |receipt: &Receipt| format!("/claim/{}", receipt.0);
    let html = app.get(&page(&anna)).await.text();
    assert!(html.contains("keeps your spots for up to 1 hour after the deadline"), "{html}");
    let told = anna.says_paid(&app, Some("")).await;
    let until = &told["says_paid_until"];
    assert!(until.as_str() > told["spots"][0]["pay_by"].as_str(), "{told}");
    let desk = seller.get(&waffle.admin_api("/buyers")).await.json();
    assert_eq!(desk["entries"][0]["says_paid_until"], *until);
    let html = app.get(&page(&anna)).await.text();
    assert!(html.contains("<span data-kept-limited>") && html.contains("<span data-kept-open hidden>"), "{html}");
    app.sql(
        "UPDATE spots SET pay_by = now() - interval '1 minute' WHERE pay_by IS NOT NULL;
         UPDATE payment_notes SET kept_until = now() - interval '1 second';
         UPDATE waffles SET next_pay_by = now() - interval '1 minute'",
    )
    .await;
    app.becomes(&anna.path(""), |receipt| spots(&receipt.json()) == ["1 available"]).await;
    assert_eq!(seller.activity(&waffle, "").await[0]["reason"], "expired");
}

#[tokio::test]
async fn receipts_share_the_limit_of_claims() {
    let limits = [("WAFFLE__RATE_LIMIT__CLAIMS_PER_MINUTE", "60"), ("WAFFLE__RATE_LIMIT__CLAIMS_BURST", "3")];
    let app = TestApp::with(&limits).await;
    let waffle = app.seller().await.waffle("Box", 6).await;
    let receipt = Receipt::of(&app, &waffle, &[1], "anna").await;
    receipt.says_paid(&app, Some("")).await;
    assert_eq!(receipt.give_back(&app, &[9]).await.status, 409);
    for rest in ["/paid", "/give-back"] {
        let limited = receipt.post(&app, rest, &json!({})).await;
        assert_eq!(refusal(&limited), refused(429, "rate_limited"), "{rest}");
        assert_eq!(limited.header("retry-after"), "1");
    }
    assert_eq!(app.claim(&waffle, &[2], "anna").await.status, 429);
    let unknown = answer(app.request(Method::POST, "/api/receipts/x/paid").json(&json!({"note": ""}))).await;
    assert_eq!(unknown.status, 429, "who asks for too much does not learn which tokens there are");
    receipt.read(&app).await;
}
