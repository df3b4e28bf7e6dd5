//! How many may watch at the same time.

use reqwest::{Method, StatusCode};
use waffle_tests::{Answer, TestApp, answer};

/// Asks for an upgrade from an address, and reads how it is answered.
async fn upgrade(app: &TestApp, from: &str) -> Answer {
    let upgrade = app.request(Method::GET, "/ws/box").header("connection", "Upgrade").header("upgrade", "websocket");
    let upgrade = upgrade.header("sec-websocket-version", "13").header("sec-websocket-key", "AAAAAAAAAAAAAAAAAAAAAA==");
    answer(upgrade.header("x-forwarded-for", from).timeout(std::time::Duration::from_secs(5))).await
}

#[tokio::test]
async fn an_address_has_so_many_sockets_and_others_have_theirs() {
    let app = TestApp::with(&[("WAFFLE__LIVE__SOCKETS_PER_ADDRESS", "2")]).await;
    let waffle = app.seller().await.waffle("Box", 5).await;
    let (one, _other) = (app.watch("/ws/box").await, app.watch("/ws/box").await);
    let refused = upgrade(&app, "127.0.0.1").await;
    assert_eq!((refused.status, refused.header("retry-after")), (StatusCode::TOO_MANY_REQUESTS, "5"));
    assert_eq!(app.watch_refused("/ws/box").await, 429);
    let guest = app.watch_from("2001:db8:0:7::1", "/ws/box").await;
    let neighbour = app.watch_from("2001:db8:0:7:8::2", "/ws/box").await;
    assert_eq!(upgrade(&app, "2001:db8:0:7::3").await.status, StatusCode::TOO_MANY_REQUESTS);
    drop((guest, neighbour));
    assert_eq!(app.claim(&waffle, &[1], "anna").await.status, 200);
    assert_eq!(app.get("/health").await.status, 200);
    drop(one);
    app.becomes(&waffle.api(""), |_| app.waffles.watchers() == 1).await;
    let mut again = app.watch("/ws/box").await;
    again.ping().await;
}

#[tokio::test]
async fn when_all_sockets_are_taken_the_next_one_is_told_to_come_back() {
    let app = TestApp::with(&[("WAFFLE__LIVE__SOCKETS", "2")]).await;
    let waffle = app.seller().await.waffle("Box", 5).await;
    let _watchers = (app.watch("/ws/box").await, app.watch_from("203.0.113.7", "/ws/box").await);
    let refused = upgrade(&app, "203.0.113.8").await;
    assert_eq!((refused.status, refused.header("retry-after")), (StatusCode::SERVICE_UNAVAILABLE, "5"));
    assert_eq!(app.claim(&waffle, &[1], "anna").await.status, 200);
}

#[tokio::test]
async fn a_request_that_is_no_real_upgrade_takes_no_place() {
    let app = TestApp::with(&[("WAFFLE__LIVE__SOCKETS", "1")]).await;
    app.seller().await.waffle("Box", 5).await;
    for key in ["", "AAAA", "AAAAAAAAAAAAAAAAAAAAAA", "!!!!!!!!!!!!!!!!!!!!!!=="] {
        let upgrade =
            app.request(Method::GET, "/ws/box").header("connection", "Upgrade").header("upgrade", "websocket");
        let upgrade = upgrade.header("sec-websocket-version", "13").header("sec-websocket-key", key);
        assert_eq!(answer(upgrade).await.status, 400, "{key}");
    }
    assert_eq!(app.get("/ws/box").await.status, 400);
    assert_eq!(app.watch_refused("/ws/none").await, 404);
    app.watch("/ws/box").await.ping().await;
}
