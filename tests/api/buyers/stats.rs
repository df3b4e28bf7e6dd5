//! `GET /api/buyers/:handle/stats`

use reqwest::Method;
use serde_json::json;
use waffle_tests::{TestApp, answer};

use crate::buyers::Evening;

#[tokio::test]
async fn numbers_follow_what_the_seller_does() {
    let (evening, sale) = Evening::with_sale("Box").await;
    evening.app.claims(&sale, &[1, 2, 3], "anna").await;
    evening.app.claims(&sale, &[4], "ben").await;
    evening.pay(&sale, &[1, 2, 4]).await;
    let counts = async |wins, losses, claimed, paid| {
        let stats = evening.stats("anna").await;
        let expected = json!([wins, losses, claimed, paid]);
        let told = ["total_wins", "total_losses", "total_spots_claimed", "total_paid"].map(|name| &stats[name]);
        assert_eq!(json!(told), expected);
    };
    counts(0, 0, 3, 2).await;
    evening.draw(&sale, "winner", &[1]).await;
    counts(1, 1, 3, 2).await;
    evening.draw(&sale, "change-winner", &[4]).await;
    counts(0, 2, 3, 2).await;
    evening.act(&sale, "clear-winner").await;
    counts(0, 0, 3, 2).await;
    evening.app.releases(&sale, 1).await;
    counts(0, 0, 2, 1).await;
    evening.draw(&sale, "winner", &[4]).await;
    evening.pay(&sale, &[3]).await;
    counts(0, 1, 2, 2).await;
}

#[tokio::test]
async fn the_first_claim_is_remembered_after_all_spots_are_gone() {
    let (evening, sale) = Evening::with_sale("Box").await;
    evening.app.claims(&sale, &[1], "anna").await;
    evening.app.releases(&sale, 1).await;
    evening.app.clock.advance(std::time::Duration::from_hours(1));
    evening.app.claims(&sale, &[2], "anna").await;
    evening.app.releases(&sale, 2).await;
    let stats = evening.stats("anna").await;
    assert_eq!(stats["first_seen"], "2026-06-01T12:01:00Z");
    assert_eq!((&stats["total_spots_claimed"], &stats["waffles_entered"]), (&json!(0), &json!(0)));
}

#[tokio::test]
async fn one_address_reads_ten_times_as_many_numbers_cards_and_pages_as_histories() {
    let limits = [("WAFFLE__RATE_LIMIT__BUYERS_PER_MINUTE", "6"), ("WAFFLE__RATE_LIMIT__BUYERS_BURST", "1")];
    let app = TestApp::with(&limits).await;
    let paths = ["/api/buyers/anna/stats", "/api/buyers/anna/card", "/buyer/anna", "/buyer/anna/card"];
    let read =
        async |path: &str, client: &str| answer(app.request(Method::GET, path).header("x-forwarded-for", client)).await;
    for path in paths.iter().cycle().take(10) {
        assert_eq!(read(path, "2001:db8::1").await.status, 200, "{path}");
    }
    for path in paths {
        let refused = read(path, "2001:db8::2").await;
        assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (429, "1"), "{path}");
        assert_eq!(refused.text().contains("Easy on the syrup"), !path.starts_with("/api"), "{path}");
    }
    assert_eq!(read("/api/buyers/anna/history", "2001:db8::1").await.status, 200, "they have a limit of their own");
    assert_eq!(read(paths[0], "2001:db8:0:1::1").await.status, 200);
    app.clock.advance(std::time::Duration::from_secs(1));
    assert_eq!(read(paths[0], "2001:db8::1").await.status, 200);
    assert_eq!(read(paths[0], "2001:db8::1").await.status, 429);
}
