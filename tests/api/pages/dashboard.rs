//! `/admin`

use waffle_tests::TestApp;

#[tokio::test]
async fn a_card_counts_available_pending_and_paid() {
    let (app, seller) = TestApp::with_browser().await;
    let empty = seller.get("/admin").await;
    assert!(empty.words("main").contains("Create your first waffle"));

    let waffle = seller.create("Camera", 8).await;
    app.visitor().claims(&waffle, "1-3", "anna").await;
    let manage = seller.get(&waffle.manage("?view=spots")).await;
    let pay = manage.attribute("[data-number='2'] [data-act=pay]", "formaction");
    seller.send(&pay, &[]).await;
    let card = seller.get("/admin").await;
    let words = card.words(".admin-card");
    assert!(words.contains("Available 5 Pending 2 Paid 1") && words.contains("37.5 % claimed"), "{words}");
    assert_eq!(card.attribute(".admin-card a", "href"), waffle.manage(""));
}

#[tokio::test]
async fn archived_waffles_have_a_list_of_their_own() {
    let (_app, seller) = TestApp::with_browser().await;
    seller.create("Camera", 8).await;
    let archived = seller.get("/admin?archived=true").await;
    assert!(!archived.has(".admin-card"));
    assert_eq!(archived.words(".tabs [aria-current=page]"), "Archived");
}
