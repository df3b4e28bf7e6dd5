//! Buyers' handles.

use std::time::Duration;

use serde_json::json;
use waffle_tests::app::TestApp;
use waffle_tests::sign_in::{refusal, refused};

#[tokio::test]
async fn a_handle_is_trimmed_lowercased_and_loses_its_ats() {
    let app = TestApp::start().await;
    let seller = app.seller().await;
    let (waffle, lottery) = (seller.waffle("Box", 7).await, seller.waffle("Lottery", 7).await);
    let longest = "a".repeat(64);
    for (number, (typed, handle)) in [
        ("Anna", "anna"),
        (" @Anna\t", "anna"),
        ("@@@anna", "anna"),
        ("A.b_C-9", "a.b_c-9"),
        (&longest, &longest),
        (&format!(" @@{}", longest.to_uppercase()), &longest),
        ("-", "-"),
    ]
    .into_iter()
    .enumerate()
    {
        let claimed = app.claim(&waffle, &[i64::try_from(number).unwrap() + 1], typed).await;
        assert_eq!(claimed.json()[0]["claimed_by_handle"], handle, "{typed}");
        let random = app.claim_random(&lottery, 1, typed).await;
        assert_eq!(random.status, 200, "{typed}");
    }
    app.holds("(SELECT count(*) FROM buyers) = 4 AND (SELECT count(DISTINCT claimed_by_handle) FROM spots) = 4").await;
}

#[tokio::test]
async fn what_is_no_handle_is_refused() {
    let app = TestApp::start().await;
    let waffle = app.seller().await.waffle("Box", 5).await;
    let too_long = "a".repeat(65);
    for typed in
        ["", " ", "@", "@ anna", "an na", "anna@home", "änna", "\u{212a}ate", "a/b", "a\0", "<b>", "🧇", &too_long]
    {
        let numbered = app.claim(&waffle, &[1], typed).await;
        assert_eq!(refusal(&numbered), refused(400, "validation_failed"), "{typed:?}");
        assert_eq!(numbered.json()["fields"][0]["field"], "social_handle");
        let random = app.claim_random(&waffle, 1, typed).await;
        assert_eq!(refusal(&random), refused(400, "validation_failed"), "{typed:?}");
    }
    app.holds("NOT EXISTS (SELECT FROM buyers)").await;
}

#[tokio::test]
async fn the_registry_knows_who_was_first_seen_and_last_touched_when() {
    let app = TestApp::start().await;
    let waffle = app.seller().await.waffle("Box", 3).await;
    app.claim(&waffle, &[1], "anna").await;
    app.clock.advance(Duration::from_mins(1));
    app.claim(&waffle, &[1], "anna").await;
    let seller = app.seller().await;
    let known = async || seller.get("/api/admin/users").await.json()["users"].clone();
    let noon = "2026-06-01T12:00:00Z";
    assert_eq!(known().await, json!([{"handle": "anna", "created_at": noon, "updated_at": noon}]));
    app.claim_random(&waffle, 9, "@Anna").await;
    app.clock.advance(Duration::from_mins(1));
    app.claim_random(&waffle, 9, "anna").await;
    let later = "2026-06-01T12:01:00Z";
    assert_eq!(known().await, json!([{"handle": "anna", "created_at": noon, "updated_at": later}]));
}
