//! `/`, `/waffles` and `/about`

use waffle_tests::{TestApp, words};

#[tokio::test]
async fn home_shows_the_active_waffles_with_their_counts() {
    let app = TestApp::start().await;
    let empty = app.visitor().get("/").await;
    assert_eq!(empty.status(), 200);
    assert!(empty.words("main").contains("Nothing on the iron yet"));

    let seller = app.signed_in().await;
    let older = seller.create("Camera", 10).await;
    seller.create("Knife", 20).await;
    app.visitor().claims(&older, "1-4", "anna").await;
    let home = app.visitor().get("/").await;
    let titles: Vec<_> = home.all(".card-title").into_iter().map(words).collect();
    assert_eq!(titles, ["Knife", "Camera"]);
    let card = "[data-waffle=camera]";
    assert!(home.words(card).contains("$25.00 a spot") && home.words(card).contains("6 of 10 left"));
    assert_eq!(home.attribute(card, "data-seq"), "4");
    assert_eq!(home.attribute(&format!("{card} a"), "href"), "/waffle/camera");
    // What a device claimed, only its scripts know.
    assert!(
        home.has("[data-mine][hidden] + [data-forgettable][hidden]:not([open]) [data-forget]")
            && home.has("[data-forgotten][hidden]")
    );
}

#[tokio::test]
async fn every_page_has_its_title_and_description() {
    let app = TestApp::start().await;
    app.signed_in().await.create("Camera", 10).await;
    let mut seen = Vec::new();
    for path in ["/", "/waffles", "/about", "/waffle/camera"] {
        let page = app.visitor().get(path).await;
        assert_eq!(page.status(), 200, "{path}");
        let head = (page.words("title"), page.attribute("meta[name=description]", "content"));
        assert!(head.0.ends_with("· Waffle") && !head.1.is_empty() && !seen.contains(&head), "{path}: {head:?}");
        seen.push(head);
    }
}

#[tokio::test]
async fn the_list_goes_on_over_pages() {
    let (app, seller) = TestApp::with_browser().await;
    for number in 1..=61 {
        seller.create(&format!("Waffle {number}"), 2).await;
    }
    let first = app.visitor().get("/waffles").await;
    assert_eq!(first.all(".card").len(), 60);
    assert!(!first.has("a[rel=prev]"));
    let second = app.visitor().get(&format!("/waffles{}", first.attribute("a[rel=next]", "href"))).await;
    assert_eq!(second.words(".card-title"), "Waffle 1");
    assert_eq!(second.all(".card").len(), 1);
    assert!(!second.has("a[rel=next]"));
    assert_eq!(second.attribute("a[rel=prev]", "href"), "?page=1");
    for page in ["0", "-1", "x", "99999999999"] {
        assert_eq!(app.visitor().get(&format!("/waffles?page={page}")).await.status(), 200, "{page}");
    }
}

#[tokio::test]
async fn a_signed_in_admin_keeps_the_navigation_on_public_pages() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 10).await;
    for path in ["/", "/waffles", "/about", "/waffle/camera"] {
        assert!(seller.get(path).await.has("form.who [name=csrf_token]"), "{path}");
        assert!(!app.visitor().get(path).await.has("form.who"), "{path}");
    }
    assert_eq!(seller.get("/waffle/camera").await.attribute(".manage-link", "href"), waffle.manage(""));
    assert!(!app.visitor().get("/waffle/camera").await.has(".manage-link"));
}

#[tokio::test]
async fn a_cookie_that_proves_nothing_hinders_nobody() {
    let app = TestApp::start().await;
    let mut visitor = app.visitor();
    visitor.cookie = "token=nonsense".to_owned();
    for path in ["/", "/waffles", "/about"] {
        let page = visitor.get(path).await;
        assert_eq!(page.status(), 200, "{path}");
        assert!(!page.has("form.who"), "{path}");
    }
}
