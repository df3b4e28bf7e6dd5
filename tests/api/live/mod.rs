//! `WS /ws/:slug`

mod endings;
mod events;
mod inbound;
#[cfg(target_os = "linux")]
mod memory;
mod messages;
mod places;
mod since;
mod slow;
mod upgrades;

use reqwest::Method;
use waffle_tests::{TestApp, answer};

#[tokio::test]
async fn an_address_that_no_waffle_has_is_404_before_the_upgrade() {
    let (app, _, waffle) = TestApp::selling("Box", 2).await;
    for path in ["/ws/none", "/ws/BOX", "/ws/%00", "/ws/box-2?since=0", "/ws"] {
        assert_eq!(app.watch_refused(path).await, 404, "{path}");
    }
    app.archives(&waffle).await;
    assert_eq!(app.watch_refused("/ws/box").await, 404);
    assert_eq!(app.watch_refused("/ws/box?since=0").await, 404);
}

#[tokio::test]
async fn a_refused_upgrade_is_readable_for_those_who_take_compressed_answers_too() {
    let app = TestApp::shared().await;
    for (path, status) in [("/ws/none", 404), ("/about", 200), ("/api/nothing", 404)] {
        let upgrade = app.request(Method::GET, path).header("connection", "Upgrade").header("upgrade", "websocket");
        let answer = answer(upgrade.header("accept-encoding", "gzip, br")).await;
        assert_eq!((answer.status.as_u16(), answer.header("content-encoding")), (status, ""), "{path}");
        assert!(!answer.text().is_empty(), "{path}");
    }
}

#[tokio::test]
async fn a_request_that_is_no_upgrade_is_400() {
    let app = TestApp::start().await;
    app.seller().await.waffle("Box", 2).await;
    for method in [Method::GET, Method::HEAD] {
        let plain = answer(app.request(method, "/ws/box")).await;
        assert_eq!((plain.status.as_u16(), plain.header("content-type")), (400, "text/html; charset=utf-8"));
    }
    assert_eq!(app.get("/ws/none").await.status, 404);
}

#[tokio::test]
async fn a_since_that_is_no_number_is_400_before_the_upgrade() {
    let app = TestApp::start().await;
    app.seller().await.waffle("Box", 2).await;
    for since in ["x", "", "1.5", "9223372036854775808"] {
        assert_eq!(app.watch_refused(&format!("/ws/box?since={since}")).await, 400, "{since}");
    }
}
