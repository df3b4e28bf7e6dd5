//! `/buyer`, `/buyer/:handle` and `/buyer/:handle/card`

use serde_json::json;
use waffle_tests::{Page, TestApp, words};

/// Anna's page after one spot won, one lost, two paid and two unpaid, and with her first waffle archived.
async fn evening(app: &TestApp) -> Page {
    let seller = app.signed_in().await;
    let old = seller.create("“Old” iron", 5).await;
    app.visitor().claims(&old, "1", "anna").await;
    seller.call(&old, "archive", &json!({})).await;
    let won = seller.create("“Golden” box & more", 5).await;
    app.visitor().claims(&won, "1, 2", "Anna").await;
    app.visitor().claims(&won, "3, 4", "ben").await;
    seller.pays(&won, &["1", "2", "3", "4"]).await;
    seller.call(&won, "winner", &json!({"winning_spot_numbers": [2]})).await;
    let open = seller.create("Open box", 20).await;
    app.visitor().claims(&open, "5-7, 9", "anna").await;
    seller.pays(&open, &["5", "6"]).await;
    app.visitor().get("/buyer/@Anna").await
}

#[tokio::test]
async fn the_page_tells_wins_luck_trophies_and_each_waffle() {
    let app = TestApp::start().await;
    let page = evening(&app).await;
    assert_eq!(page.status(), 200);
    assert_eq!(page.words("h1"), "@anna");
    let counts = "Win 1 Loss 1 Win rate 50.0% Spots claimed 7 Spots paid 4 Waffles 3";
    assert_eq!(page.words("dl.counts"), counts);
    assert!(page.words(".luck").starts_with("+25.0"), "{}", page.words(".luck"));
    assert_eq!(page.words(".trophies"), "Golden");
    assert!(page.words(".notice").starts_with("$50.00 to pay for 2 spots"), "{}", page.words(".notice"));
    let titles: Vec<_> = page.all(".history-row h3").into_iter().map(words).collect();
    assert_eq!(titles, ["Open box", "“Golden” box & more", "“Old” iron"]);
    let results: Vec<_> = page.all(".result").into_iter().map(words).collect();
    assert_eq!(results, ["Open", "Won", "Open"]);
    let links: Vec<_> = page.all(".history-row h3 a").iter().filter_map(|link| link.value().attr("href")).collect();
    assert_eq!(links, ["/waffle/open-box", "/waffle/golden-box-more"], "what is archived has no link");
    let held: Vec<_> = page.all(".held").into_iter().map(words).collect();
    assert_eq!(
        held,
        ["paid spots 5, 6 pending spots 7, 9 to pay $50.00", "winner spot 2 not drawn spot 1", "pending spot 1"]
    );
}

#[tokio::test]
async fn a_handle_that_nobody_has_seen_has_an_empty_page() {
    let app = TestApp::start().await;
    for path in ["/buyer/nobody", "/buyer/nobody/", "/buyer/@NoBody?page=7"] {
        let page = app.visitor().get(path).await;
        assert_eq!(page.status(), 200, "{path}");
        assert!(page.words("main").contains("No one has claimed with @nobody yet"), "{path}");
        assert!(!page.has("dl.counts") && !page.has(".history-row"), "{path}");
    }
    let card = app.visitor().get("/buyer/nobody/card").await;
    assert_eq!((card.status(), card.words("h1")), (200, "@nobody".to_owned()));
}

#[tokio::test]
async fn what_is_no_handle_is_asked_for_again() {
    let app = TestApp::shared().await;
    for path in ["/buyer/an%20na", "/buyer/%3Cscript%3E", "/buyer?handle=an+na", "/buyer?handle=%40"] {
        let page = app.visitor().get(path).await;
        assert_eq!(page.status(), 400, "{path}");
        assert!(!page.words("#find-error").is_empty(), "{path}");
        assert!(page.attribute("#find-handle", "aria-invalid") == "true", "{path}");
        assert!(!page.has("script:not([src])"), "{path}");
    }
    let card = app.visitor().get("/buyer/an%20na/card").await;
    assert_eq!(card.status(), 400);
    assert!(card.words("main").contains("A handle can only have letters"), "{}", card.words("main"));
}

#[tokio::test]
async fn every_public_page_finds_the_spots_of_a_handle() {
    let app = TestApp::start().await;
    app.signed_in().await.create("Box", 5).await;
    for path in ["/", "/waffles", "/waffle/box", "/buyer", "/buyer/nobody"] {
        let page = app.visitor().get(path).await;
        assert_eq!(page.status(), 200, "{path}");
        assert_eq!(page.attribute("form.find", "action"), "/buyer", "{path}");
        assert_eq!(page.attribute("form.find", "method"), "get", "{path}");
        assert_eq!(page.attribute("form.find input", "name"), "handle", "{path}");
    }
    let redirect = app.visitor().get("/buyer?handle=%20@Anna_1").await;
    assert_eq!((redirect.status(), redirect.location()), (303, "/buyer/anna_1"));
}

/// Browsers resolve `.` and `..` in a path, even when they are encoded.
#[tokio::test]
async fn handles_of_dots_have_addresses_that_browsers_leave_alone() {
    let app = TestApp::with(&[("WAFFLE__SERVER__PUBLIC_URL", "https://waffles.example")]).await;
    let seller = app.signed_in().await;
    let waffle = seller.create("Dots", 3).await;
    for (number, handle) in [("1", "."), ("2", ".."), ("3", "...")] {
        app.visitor().claims(&waffle, number, handle).await;
        let at = if handle == "..." { "" } else { "@" };
        let path = format!("/buyer/{at}{handle}");
        let redirect = app.visitor().get(&format!("/buyer?handle={handle}")).await;
        assert_eq!((redirect.status(), redirect.location()), (303, path.as_str()));
        let page = app.visitor().get(&path).await;
        assert_eq!((page.words("h1"), page.words("dl.counts dd")), (format!("@{handle}"), "0".into()));
        assert_eq!(page.attribute(".buyer-head a", "href"), format!("{path}/card"));
        let card = app.visitor().get(&format!("{path}/card")).await;
        assert_eq!((card.status(), card.words("h1")), (200, format!("@{handle}")));
        assert_eq!(card.attribute("link[rel=canonical]", "href"), format!("https://waffles.example{path}/card"));
        let stats = app.get(&format!("/api/buyers/@{handle}/stats")).await.json();
        assert_eq!(stats["total_spots_claimed"], 1, "{handle}");
    }
    seller.pays(&waffle, &["2"]).await;
    seller.call(&waffle, "winner", &json!({"winning_spot_numbers": [2]})).await;
    for (path, link) in [(waffle.page(), ".winners a"), ("/waffles".into(), ".winner-line a")] {
        assert_eq!(app.visitor().get(&path).await.attribute(link, "href"), "/buyer/@..", "{path}");
    }
    let report = seller.get("/admin/reports?report=power-buyers").await;
    assert_eq!(report.attribute(".report-table tbody a", "href"), "/buyer/@..");
}

#[tokio::test]
async fn winners_lead_to_their_pages() {
    let app = TestApp::start().await;
    evening(&app).await;
    for (path, link) in [("/waffle/golden-box-more", ".winners a"), ("/waffles", ".winner-line a")] {
        let page = app.visitor().get(path).await;
        assert_eq!((page.attribute(link, "href"), page.words(link)), ("/buyer/anna".into(), "@anna".into()), "{path}");
    }
}

#[tokio::test]
async fn the_card_stands_alone_and_tells_link_previews_what_it_shows() {
    let app = TestApp::with(&[("WAFFLE__SERVER__PUBLIC_URL", "https://waffles.example")]).await;
    evening(&app).await;
    let card = app.visitor().get("/buyer/Anna/card").await;
    assert_eq!(card.status(), 200);
    assert!(!card.has("header, nav, footer, form, script"), "there is nothing around it");
    assert_eq!(card.words("dl.counts"), "Win 1 Loss 1 Spots 7 Win rate 50.0%");
    assert!(card.words(".luck").starts_with("Luck +25.0"));
    assert_eq!(card.words(".trophies"), "Golden");
    assert_eq!(card.words(".buyer-card-host"), "waffles.example");
    let meta = |name: &str| card.attribute(&format!("meta[property='{name}'], meta[name='{name}']"), "content");
    let sentence = "1 win, 1 loss, 7 spots claimed. Win rate 50.0%, luck +25.0. Trophies: “Golden”.";
    for name in ["og:title", "twitter:title"] {
        assert_eq!(meta(name), "@anna on Waffle", "{name}");
    }
    for name in ["og:description", "twitter:description", "description"] {
        assert_eq!(meta(name), sentence, "{name}");
    }
    assert_eq!(meta("og:url"), "https://waffles.example/buyer/anna/card");
    assert_eq!(meta("twitter:card"), "summary");
    let page = app.visitor().get("/buyer/anna").await;
    assert_eq!(page.attribute("[data-share]", "data-copy"), "https://waffles.example/buyer/anna/card");
}

#[tokio::test]
async fn titles_and_trophies_can_not_become_markup() {
    let (app, seller, waffle) =
        TestApp::browsing("“<img src=x onerror=alert(1)>” </title><script>alert(2)</script>", 2).await;
    app.visitor().claims(&waffle, "1", "anna").await;
    seller.pays(&waffle, &["1"]).await;
    seller.call(&waffle, "winner", &json!({"winning_spot_numbers": [1]})).await;
    for path in ["/buyer/anna", "/buyer/anna/card"] {
        let page = app.visitor().get(path).await;
        assert_eq!(page.words(".trophies"), "<img src=x onerror=alert(1)>", "{path}");
        assert!(!page.has("img") && !page.has("script:not([src])"), "{path}");
    }
}

#[tokio::test]
async fn a_long_history_goes_on_over_pages() {
    let (app, seller) = TestApp::with_browser().await;
    for number in 1..=51 {
        let waffle = seller.create(&format!("Waffle {number}"), 2).await;
        app.visitor().claims(&waffle, "1", "anna").await;
    }
    let first = app.visitor().get("/buyer/anna").await;
    assert_eq!(first.all(".history-row").len(), 50);
    assert!(first.words("dl.counts").ends_with("Waffles 51"));
    let second = app.visitor().get(&format!("/buyer/anna{}", first.attribute("a[rel=next]", "href"))).await;
    assert_eq!(second.words(".history-row h3"), "Waffle 1");
    assert!(!second.has("a[rel=next]") && second.has("a[rel=prev]"));
}
