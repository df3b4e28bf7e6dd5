//! Slugs: the names of waffles in public addresses.

use waffle_tests::TestApp;

#[tokio::test]
async fn a_waffle_is_found_at_once_though_somebody_looked_there_before() {
    let (app, seller) = TestApp::with_seller().await;
    for title in ["box", "crate", "trunk"] {
        let path = format!("/api/waffles/{title}");
        assert_eq!(app.get(&path).await.status, 404);
        seller.waffle(title, 2).await;
        assert_eq!(app.get(&path).await.status, 200);
    }
}
