//! `/admin`

use waffle_tests::app::TestApp;

#[tokio::test]
async fn whoever_is_not_signed_in_is_led_there_and_back() {
    let app = TestApp::start().await;
    let id = uuid::Uuid::nil();
    for (path, next) in [
        ("/admin".to_owned(), "/admin".to_owned()),
        ("/admin?archived=true".to_owned(), "/admin%3Farchived%3Dtrue".to_owned()),
        ("/admin/waffles/new".to_owned(), "/admin/waffles/new".to_owned()),
        (format!("/admin/waffles/{id}"), format!("/admin/waffles/{id}")),
    ] {
        let page = app.visitor().get(&path).await;
        assert_eq!((page.status(), page.location()), (303, format!("/admin/login?next={next}").as_str()));
    }
}

#[tokio::test]
async fn a_card_counts_available_pending_and_paid() {
    let app = TestApp::start().await;
    let seller = app.signed_in().await;
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
    let app = TestApp::start().await;
    let seller = app.signed_in().await;
    seller.create("Camera", 8).await;
    let archived = seller.get("/admin?archived=true").await;
    assert!(!archived.has(".admin-card"));
    assert_eq!(archived.words(".tabs [aria-current=page]"), "Archived");
}
