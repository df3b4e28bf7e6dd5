//! Archived waffles, which the public can't see.

use waffle_tests::{TestApp, refusal, refused};

#[tokio::test]
async fn a_claim_is_404_from_the_moment_of_archiving() {
    let (app, _, waffle) = TestApp::selling("Box", 3).await;
    app.claim(&waffle, &[1], "anna").await;
    // The database knows that it is archived; the server's memory doesn't yet.
    app.sql("UPDATE waffles SET archived = true").await;
    assert_eq!(refusal(&app.claim(&waffle, &[2], "anna").await), refused(404, "not_found"));
    assert_eq!(refusal(&app.claim_random(&waffle, 2, "anna").await), refused(404, "not_found"));
}
