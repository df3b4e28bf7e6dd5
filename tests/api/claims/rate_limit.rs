//! How often one address may claim.

use std::time::Duration;

use reqwest::Method;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use waffle_tests::{TestApp, answer, form, refusal, refused};

#[tokio::test]
async fn a_refused_buyer_can_read_and_others_can_claim() {
    let app =
        TestApp::with(&[("WAFFLE__RATE_LIMIT__CLAIMS_PER_MINUTE", "60"), ("WAFFLE__RATE_LIMIT__CLAIMS_BURST", "1")])
            .await;
    let waffle = app.seller().await.waffle("Box", 5).await;
    assert_eq!(app.claim(&waffle, &[1], "anna").await.status, 200);
    for path in ["/api/claims", "/api/claims/random", "/api/claims/"] {
        let limited = answer(app.request(Method::POST, path).body("no json")).await;
        assert_eq!(refusal(&limited), refused(429, "rate_limited"), "{path}");
        assert_eq!(limited.header("retry-after"), "1", "{path}");
    }
    assert_eq!(app.get(&waffle.api("/spots")).await.status, 200);
    let body = serde_json::json!({"waffle_id": waffle.id, "spots": [2], "social_handle": "ben"});
    // What a client itself puts on the left counts for nothing, nor do our own proxies on the right.
    let clients = [("203.0.113.9", 200), ("198.51.100.1, 203.0.113.9", 429), ("203.0.113.9, 127.0.0.1", 429)];
    for (client, status) in clients {
        let claim = app.claiming(&body).header("x-forwarded-for", client);
        assert_eq!(answer(claim).await.status, status, "{client}");
    }
    assert_eq!(app.claimed_count(&waffle).await, 2);
}

#[tokio::test]
async fn the_body_of_a_refused_claim_is_not_waited_for() {
    let app =
        TestApp::with(&[("WAFFLE__RATE_LIMIT__CLAIMS_PER_MINUTE", "60"), ("WAFFLE__RATE_LIMIT__CLAIMS_BURST", "1")])
            .await;
    assert_eq!(by_api(&app, "none").await, 400);
    let mut connection = TcpStream::connect(app.address).await.unwrap();
    connection.write_all(b"POST /api/claims HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n{").await.unwrap();
    let mut status = [0; 12];
    connection.read_exact(&mut status).await.unwrap();
    assert_eq!(&status, b"HTTP/1.1 429");
}

/// Claims by form, and returns the status.
async fn by_form(app: &TestApp, slug: &str) -> u16 {
    let request = app.request(Method::POST, &format!("/waffle/{slug}/claim"));
    answer(form(request, [("social_handle", "anna"), ("numbers", "1")])).await.status.as_u16()
}

/// Claims through the API, and returns the status.
async fn by_api(app: &TestApp, id: &str) -> u16 {
    let body = serde_json::json!({"waffle_id": id, "spots": [1], "social_handle": "anna"});
    answer(app.claiming(&body)).await.status.as_u16()
}

#[tokio::test]
async fn claims_of_unknown_waffles_count_by_form_and_by_api_alike() {
    let limits = [("WAFFLE__RATE_LIMIT__CLAIMS_PER_MINUTE", "60"), ("WAFFLE__RATE_LIMIT__CLAIMS_BURST", "3")];
    let unknown = "01890000-0000-7000-8000-000000000000";
    let app = TestApp::with(&limits).await;
    let waffle = app.seller().await.waffle("Box", 5).await;
    assert_eq!([by_form(&app, "none").await, by_form(&app, "none").await, by_form(&app, "none").await], [404; 3]);
    assert_eq!([by_form(&app, "none").await, by_form(&app, &waffle.slug).await], [429; 2]);
    assert_eq!([by_api(&app, unknown).await, by_api(&app, &waffle.id).await], [429; 2]);
    app.clock.advance(Duration::from_secs(3));
    assert_eq!([by_api(&app, unknown).await, by_api(&app, unknown).await, by_api(&app, unknown).await], [404; 3]);
    assert_eq!([by_api(&app, unknown).await, by_api(&app, &waffle.id).await], [429; 2]);
    assert_eq!([by_form(&app, "none").await, by_form(&app, &waffle.slug).await], [429; 2]);
    app.clock.advance(Duration::from_secs(1));
    assert_eq!(by_form(&app, &waffle.slug).await, 303, "what waits long enough gets through");
}

/// Claims a waffle's spot this many times, and returns how many of these claims were allowed.
async fn let_by(app: &TestApp, id: &str, tries: usize) -> usize {
    let mut count = 0;
    for _ in 0..tries {
        count += usize::from(by_api(app, id).await != 429);
    }
    count
}

#[tokio::test]
async fn for_thirty_seconds_after_its_opening_a_waffle_has_ten_times_the_limit() {
    let limits = [("WAFFLE__RATE_LIMIT__CLAIMS_PER_MINUTE", "1"), ("WAFFLE__RATE_LIMIT__CLAIMS_BURST", "2")];
    let app = TestApp::with(&limits).await;
    let seller = app.seller().await;
    let minute = Duration::from_mins(1);
    let opening = seller.waffle("Box", 5).await;
    let other = seller.waffle("Other", 5).await;
    let opens_at = app.clock.now() + minute;
    seller.patch(&opening.admin_api(""), &serde_json::json!({"opens_at": opens_at})).await.ok();

    app.clock.advance(Duration::from_millis(59_999));
    assert_eq!(let_by(&app, &opening.id, 3).await, 2, "it is not open yet");
    app.clock.advance(Duration::from_millis(1));
    assert_eq!(let_by(&app, &opening.id, 10).await, 10);
    assert_eq!(by_form(&app, &opening.slug).await, 409, "the form shares it");
    assert_eq!(let_by(&app, &other.id, 1).await, 0, "for another one the limit is the usual");
    assert_eq!(by_form(&app, &other.slug).await, 429);
    // The refused claims on others took from the larger bucket all the same: that holds 18.
    assert_eq!(let_by(&app, &opening.id, 9).await, 5);
    let beyond = answer(app.claiming(&serde_json::json!({"waffle_id": opening.id}))).await;
    assert_eq!(refusal(&beyond), refused(429, "rate_limited"), "and its body is not looked at");
    app.clock.advance(Duration::from_millis(29_999));
    assert_eq!(let_by(&app, &opening.id, 3).await, 3, "what was taken comes back ten times as fast");
    app.clock.advance(Duration::from_millis(1));
    assert_eq!(let_by(&app, &opening.id, 1).await, 0, "it is over");
    app.clock.advance(Duration::from_secs(30));
    assert_eq!(let_by(&app, &opening.id, 2).await, 1, "and the usual one goes on as ever");
}
