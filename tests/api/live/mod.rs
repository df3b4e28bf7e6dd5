//! `WS /ws/:slug`

use crate::app::TestApp;

#[tokio::test]
async fn an_actors_panic_does_not_hinder_the_next_read() {
    let app = TestApp::start().await;
    assert_eq!(app.waffles.restarts(), 0);
    assert_eq!(app.get("/ws/none").await.status, 404);
}
