//! `GET /api/admin/users`

use std::time::Duration;

use serde_json::{Value, json};
use waffle_tests::{TestApp, faults, refusal, refused};

fn handles(list: &Value) -> Vec<&str> {
    list["users"].as_array().unwrap().iter().map(|user| user["handle"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn whoever_claimed_is_listed_with_first_and_last_claim() {
    let (app, seller) = TestApp::with_seller().await;
    assert_eq!(
        seller.get("/api/admin/users").await.json(),
        json!({"users": [], "page": 1, "per_page": 25, "total": 0})
    );
    let waffle = seller.waffle("Box", 5).await;
    app.claim(&waffle, &[1], "@Anna").await;
    app.clock.advance(Duration::from_mins(1));
    app.claim(&waffle, &[5], "bob").await;
    app.clock.advance(Duration::from_mins(1));
    app.claim(&waffle, &[2, 3], "anna").await;
    assert_eq!(app.claim(&waffle, &[1], "late").await.status, 409);

    let list = seller.get("/api/admin/users/").await;
    assert_eq!((list.status.as_u16(), list.header("cache-control")), (200, "no-store"));
    let users = json!([
        {"handle": "bob", "created_at": "2026-06-01T12:01:00Z", "updated_at": "2026-06-01T12:01:00Z"},
        {"handle": "anna", "created_at": "2026-06-01T12:00:00Z", "updated_at": "2026-06-01T12:02:00Z"},
    ]);
    assert_eq!(list.json()["users"], users, "the newest first; who claimed nothing is not there");
}

#[tokio::test]
async fn a_part_of_a_handle_finds_it_and_means_itself() {
    let (app, seller) = TestApp::with_seller().await;
    app.sql(
        "INSERT INTO buyers SELECT handle, now(), now() FROM \
         unnest(ARRAY['anna_b', 'hannah', 'annab', 'bob']) AS handle",
    )
    .await;
    for (query, found) in [
        ("search=ann", vec!["anna_b", "annab", "hannah"]),
        ("q=ANN", vec!["anna_b", "annab", "hannah"]),
        ("search=%40Anna_b", vec!["anna_b"]),
        ("search=a_b&q=bob", vec!["anna_b"]),
        ("search=&q=bob", vec!["bob"]),
        ("search=nobody", vec![]),
        ("search=%25", vec![]),
        ("search=an%20na", vec![]),
        ("search=%40", vec!["anna_b", "annab", "bob", "hannah"]),
    ] {
        let list = seller.get(&format!("/api/admin/users?{query}")).await.json();
        assert_eq!((handles(&list), list["total"].as_u64()), (found.clone(), Some(found.len() as u64)), "{query}");
    }
    let longest = format!("/api/admin/users?search={}", "a".repeat(1_000));
    assert_eq!(seller.get(&longest).await.json()["total"], 0);
    assert_eq!(faults(&seller.get("/api/admin/users?search=a%00").await)[0], "search");
}

#[tokio::test]
async fn a_page_holds_twenty_five_and_a_hundred_at_most() {
    let (app, seller) = TestApp::with_seller().await;
    app.sql("INSERT INTO buyers SELECT 'b' || lpad(n::text, 3, '0'), now(), now() FROM generate_series(1, 101) AS n")
        .await;
    for (query, page, per_page, shown) in
        [("", 1, 25, 25), ("page=5", 5, 25, 1), ("per_page=101", 1, 100, 100), ("per_page=99&page=2", 2, 99, 2)]
    {
        let list = seller.get(&format!("/api/admin/users?{query}")).await.json();
        let said = json!({"page": list["page"], "per_page": list["per_page"], "total": list["total"]});
        assert_eq!(said, json!({"page": page, "per_page": per_page, "total": 101}), "{query}");
        assert_eq!(handles(&list).len(), shown, "{query}");
    }
    assert_eq!(refusal(&seller.get("/api/admin/users?page=two").await), refused(400, "validation_failed"));
}

#[tokio::test]
async fn handles_from_before_the_registry_are_entered_at_the_start() {
    let mut app = TestApp::start().await;
    let waffle = app.seller().await.waffle("Box", 5).await;
    app.claim(&waffle, &[1, 2], "anna").await;
    app.sql("DELETE FROM buyers").await;
    app.stop();
    let again = TestApp::on(&app.database_url(), &[]).await;
    let list = again.seller().await.get("/api/admin/users").await.json();
    assert_eq!(handles(&list), ["anna"]);
    assert_eq!(list["users"][0]["created_at"], "2026-06-01T12:00:00Z");
}
