//! Archived waffles, which the public can't see.

use reqwest::Method;
use waffle_tests::{TestApp, answer, refusal, refused};

#[tokio::test]
async fn everything_public_of_an_archived_waffle_is_404() {
    let (app, _, waffle) = TestApp::selling("Box", 3).await;
    app.claim(&waffle, &[1], "anna").await;
    app.archive(&waffle).await;
    for path in ["", "/spots", "/export"].map(|rest| waffle.api(rest)) {
        let gone = app.get(&path).await;
        assert_eq!(refusal(&gone), refused(404, "not_found"), "{path}");
        assert_eq!(gone.header("cache-control"), "no-store");
        assert_eq!(answer(app.request(Method::HEAD, &path)).await.status, 404);
    }
    assert_eq!(app.watch_refused("/ws/box").await, 404);
    assert_eq!(refusal(&app.claim(&waffle, &[2], "anna").await), refused(404, "not_found"));
    assert_eq!(refusal(&app.claim(&waffle, &[4], "anna").await), refused(404, "not_found"));
    assert_eq!(refusal(&app.claim_random(&waffle, 1, "anna").await), refused(404, "not_found"));
    assert_eq!(app.get("/api/waffles").await.text(), "[]");
}

#[tokio::test]
async fn a_claim_is_404_from_the_moment_of_archiving() {
    let (app, _, waffle) = TestApp::selling("Box", 3).await;
    app.claim(&waffle, &[1], "anna").await;
    // The database knows that it is archived; the server's memory doesn't yet.
    app.sql("UPDATE waffles SET archived = true").await;
    assert_eq!(refusal(&app.claim(&waffle, &[2], "anna").await), refused(404, "not_found"));
    assert_eq!(refusal(&app.claim_random(&waffle, 2, "anna").await), refused(404, "not_found"));
}
