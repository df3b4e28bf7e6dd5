//! `/admin/waffles/new`

use crate::app::TestApp;

#[tokio::test]
async fn a_seller_creates_a_waffle_and_gets_its_link() {
    let app = TestApp::with(&[("WAFFLE__SERVER__PUBLIC_URL", "https://waffles.example.com")]).await;
    let seller = app.signed_in().await;
    let form = seller.get("/admin/waffles/new").await;
    assert_eq!((form.status(), form.value("#total_spots"), form.value("#item_count")), (200, "100".into(), "1".into()));
    let fields = [
        ("title", "Golden Hour"),
        ("description", "One.\r\nTwo."),
        ("total_spots", "1,000"),
        ("spot_price", "25.5"),
        ("item_count", "2"),
        ("image_url", "https://pictures.example/a.png"),
        ("social_media_links", "https://www.social.example/me\r\n\r\nhttp://shop.example"),
    ];
    let manage = seller.send_and_follow("/admin/waffles/new", &fields).await;
    assert_eq!(manage.status(), 200);
    assert!(manage.words("[role=status]").contains("Post its link!"));
    assert_eq!(manage.value("#share"), "https://waffles.example.com/waffle/golden-hour");
    let page = app.visitor().get("/waffle/golden-hour").await;
    assert!(page.words(".facts").contains("$25.50 a spot 1,000 spots 2 winners"), "{}", page.words(".facts"));
    assert_eq!(page.words("[data-description]"), "One. Two.");
    assert_eq!(page.attribute(".waffle-image img", "src"), "https://pictures.example/a.png");
    assert_eq!(page.words(".links"), "social.example shop.example");
}

#[tokio::test]
async fn every_mistake_is_marked_and_what_was_typed_stays() {
    let app = TestApp::start().await;
    let seller = app.signed_in().await;
    let fields = [
        ("title", "  "),
        ("description", "kept"),
        ("total_spots", "1"),
        ("spot_price", "free"),
        ("item_count", "11"),
        ("image_url", "javascript:alert(1)"),
        ("social_media_links", "ftp://x"),
    ];
    let refused = seller.send("/admin/waffles/new", &fields).await;
    assert_eq!(refused.status(), 400);
    assert!(refused.has("[role=alert]"));
    for (name, value) in fields {
        let field = refused.one(&format!("#{name}"));
        let shown = if field.value().name() == "textarea" {
            field.text().collect()
        } else {
            refused.value(&format!("#{name}"))
        };
        assert_eq!(shown, value, "{name}");
        assert_eq!(field.value().attr("aria-invalid").is_some(), name != "description", "{name}");
    }
    assert!(refused.words("#spot_price-note").contains("25.00"));
    assert_eq!(app.get("/api/waffles").await.text(), "[]");
}

#[tokio::test]
async fn a_form_without_the_sessions_proof_creates_nothing() {
    let app = TestApp::start().await;
    let (seller, other) = (app.signed_in().await, app.signed_in().await);
    let foreign = other.get("/admin/waffles/new").await.value("main [name=csrf_token]");
    for proof in ["", "nonsense", &foreign] {
        let fields = [("title", "Camera"), ("total_spots", "10"), ("spot_price", "1"), ("csrf_token", proof)];
        let refused = seller.post("/admin/waffles/new", &fields).await;
        assert_eq!(refused.status(), 403, "{proof:?}");
        assert!(refused.has("h1"));
    }
    assert_eq!(app.get("/api/waffles").await.text(), "[]");
}
