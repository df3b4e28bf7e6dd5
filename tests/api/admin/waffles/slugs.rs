//! Slugs: the names of waffles in public addresses.

use futures_util::future::join_all;
use waffle_tests::TestApp;

#[tokio::test]
async fn a_taken_slug_gets_a_number_also_when_its_waffle_is_archived() {
    let (app, seller, first) = TestApp::selling("Box", 2).await;
    app.archive(&first).await;
    assert_eq!(seller.waffle("BOX!", 2).await.slug, "box-2");
    let third = seller.waffle("box", 2).await;
    assert_eq!(third.slug, "box-3");
    assert_eq!(seller.waffle("Box 2", 2).await.slug, "box-2-2");
    app.delete(&third).await;
    assert_eq!(seller.waffle("Box", 2).await.slug, "box-3", "free again after a delete");
}

#[tokio::test]
async fn many_sellers_at_once_get_names_without_a_gap() {
    let (_app, seller) = TestApp::with_seller().await;
    let waffles = join_all((0..8).map(|_| seller.waffle("Box", 2))).await;
    let mut slugs: Vec<_> = waffles.into_iter().map(|waffle| waffle.slug).collect();
    slugs.sort();
    assert_eq!(slugs, ["box", "box-2", "box-3", "box-4", "box-5", "box-6", "box-7", "box-8"]);
}

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
