//! `GET /api/admin/waffles/:id`

use waffle_tests::TestApp;

#[tokio::test]
async fn the_detail_is_what_creating_it_answered_and_shows_what_changed() {
    let (app, seller, waffle) = TestApp::selling_by(("mia", "waffle_manager"), "Box", 3).await;
    app.claim(&waffle, &[1, 2], "anna").await;
    seller.pay(waffle.spot(1)).await;
    let shown = seller.get(&waffle.admin_api("")).await;
    assert_eq!((shown.status.as_u16(), shown.header("cache-control")), (200, "no-store"));
    let shown = shown.json();
    let counts = ["available_count", "pending_count", "paid_count", "claimed_count"].map(|field| shown[field].as_i64());
    assert_eq!(counts, [Some(1), Some(1), Some(1), Some(2)]);
    assert_eq!(shown["fill_percent"], 66.7);
    assert!(shown.as_object().unwrap().contains_key("share_template_id"));
}
