//! `/waffle/:slug`

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use tokio::time::timeout;
use waffle_test_databases::StopMode;
use waffle_tests::{Page, TestApp, Visitor, answer};

#[tokio::test]
async fn the_board_tells_each_spot_and_the_sequence_that_it_includes() {
    let (app, _, waffle) = TestApp::browsing("Camera", 5).await;
    app.visitor().claims(&waffle, "2, 4", "Anna").await;
    let page = app.visitor().get(&waffle.page()).await;
    assert_eq!(page.status(), 200);
    assert_eq!(page.attribute("#board", "data-states"), "apapa");
    assert_eq!(page.attribute("#board", "data-holders"), "anna anna");
    assert_eq!(page.attribute("#board", "data-seq"), "2");
    assert_eq!(page.attribute("#board", "data-price-cents"), "2500");
    let ticks: Vec<_> = page.all("#board input").iter().filter_map(|input| input.value().attr("value")).collect();
    assert_eq!(ticks, ["1", "3", "5"], "what is free can be ticked");
}

#[tokio::test]
async fn an_unknown_waffle_is_a_404_page() {
    let app = TestApp::shared().await;
    for path in ["/waffle/none", "/waffle/none%22%3E%3Cscript%3E", "/waffle/%F0%9F%A7%87"] {
        let page = app.visitor().get(path).await;
        assert_eq!(page.status(), 404, "{path}");
        assert!(page.words("main").contains("There is no such waffle."), "{path}");
    }
}

#[tokio::test]
async fn what_a_seller_or_a_buyer_types_can_not_become_markup() {
    let (app, seller) = TestApp::with_browser().await;
    let hostile = "</title><script>alert(1)</script>\"onmouseover=\"alert(2)";
    let fields = [
        ("title", hostile),
        ("description", "{{title}} <img src=x onerror=alert(3)>"),
        ("total_spots", "3"),
        ("spot_price", "1"),
        ("image_url", "https://pictures.example/'onload='x.png"),
        ("social_media_links", "https://social.example/?'&<b"),
    ];
    // The last field isn't a URL, so the form comes back with everything as typed.
    let refused = seller.send("/admin/waffles/new", &fields).await;
    assert_eq!(refused.value("#title"), hostile);
    let manage = seller.send_and_follow("/admin/waffles/new", &fields[..5]).await;
    let path = format!("/waffle/{}", manage.attribute("[data-manage]", "data-slug"));
    let page = app.visitor().get(&path).await;
    let answered =
        app.visitor().post(&format!("{path}/claim"), &[("social_handle", hostile), ("numbers", hostile)]).await;
    assert_eq!(answered.value("#handle"), hostile);
    assert!(!answered.has("#handle[onmouseover]"));
    for page in [refused, manage, page, answered, app.visitor().get("/").await, seller.get("/admin").await] {
        assert!(!page.has("script:not([src])") && !page.has("img[src=x]"));
        assert!(!page.has("[onmouseover], [onerror], [onload]"));
    }
}

#[tokio::test]
async fn the_page_tells_the_terms_and_the_servers_time() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 5).await;
    let page = app.visitor().get(&waffle.page()).await;
    for part in ["opening", "paused", "unlisted", "most", "pay-within"] {
        assert!(page.has(&format!("[data-{part}][hidden]")), "{part}");
    }
    assert_eq!(page.words("[data-tag]"), "Open");
    let edit = [
        ("title", "Camera"),
        ("spot_price", "25"),
        ("opens_at", "2026-06-01T18:00"),
        ("pay_within_minutes", "120"),
        ("max_spots_per_handle", "5"),
        ("unlisted", "yes"),
    ];
    seller.send_and_follow(&waffle.manage("/edit"), &edit).await;
    for browser in [&app.visitor(), &seller] {
        let page = browser.get(&waffle.page()).await;
        assert_eq!(page.words("[data-tag]"), "Opens soon");
        assert_eq!(page.attribute("[data-opens]", "datetime"), "2026-06-01T18:00:00Z");
        assert!(page.has("[data-paused][hidden]") && !page.has("[data-opening][hidden]"));
        assert_eq!(page.words("[data-terms]"), "At most 5 per buyer. 2 hours to pay.");
        assert!(page.words("[data-unlisted]").contains("only people with the link"));
        assert_eq!(page.attribute("[data-now]", "data-now"), app.clock.now().timestamp_millis().to_string());
    }
    // The page is the same for all, except for the time.
    app.clock.advance(Duration::from_millis(1_234));
    let later = app.visitor().get(&waffle.page()).await;
    assert_eq!(later.attribute("[data-now]", "data-now"), app.clock.now().timestamp_millis().to_string());
    let paused = [("title", "Camera"), ("spot_price", "25"), ("claims_paused", "yes")];
    seller.send_and_follow(&waffle.manage("/edit"), &paused).await;
    let page = app.visitor().get(&waffle.page()).await;
    assert_eq!(page.words("[data-tag]"), "Paused");
    assert!(!page.has("[data-paused][hidden]"));
}

#[tokio::test]
async fn what_opens_is_open_on_every_page_though_nothing_was_claimed_since() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 5).await;
    let opens = [("title", "Camera"), ("spot_price", "25"), ("opens_at", "2026-06-01T18:00")];
    seller.send_and_follow(&waffle.manage("/edit"), &opens).await;
    let pages = [(waffle.page(), "[data-tag]"), ("/".into(), "[data-waffle]"), ("/waffles".into(), "[data-waffle]")];
    for (hours, soon) in [(0, true), (6, false)] {
        app.clock.advance(Duration::from_hours(hours));
        for (path, place) in &pages {
            let words = app.visitor().get(path).await.words(place);
            assert_eq!(words.contains("Opens"), soon, "{path} at {}: {words}", app.clock.now());
        }
    }
}

#[tokio::test]
async fn the_time_in_the_page_is_that_of_the_answer() {
    let app = TestApp::by_the_real_clock(&[]).await;
    let waffle = app.signed_in().await.create("Camera", 5).await;
    for _ in 0..2 {
        let (before, page) = (app.clock.now(), app.visitor().get(&waffle.page()).await);
        let told: i64 = page.attribute("[data-now]", "data-now").parse().unwrap();
        assert!((before.timestamp_millis()..=app.clock.now().timestamp_millis()).contains(&told), "{told}");
    }
}

#[tokio::test]
async fn ten_thousand_spots_are_a_page_too() {
    let (app, _, waffle) = TestApp::browsing("The big one", 10_000).await;
    let page = app.visitor().get(&waffle.page()).await;
    assert!(page.answer.body.len() < 120_000, "{} bytes", page.answer.body.len());
    assert_eq!(page.attribute("#board", "data-states").len(), 10_000);
    assert!(page.words("#board").contains("1-10000"));
    app.visitor().claims(&waffle, "1-9999", "anna").await;
    assert!(app.visitor().get(&waffle.page()).await.words("#board").contains("Free spots: 10000"));
}

#[tokio::test]
async fn a_posted_link_shows_the_card_at_absolute_addresses() {
    let app = TestApp::with(&[("WAFFLE__SERVER__PUBLIC_URL", "https://waffles.example.com")]).await;
    let seller = app.signed_in().await;
    let waffle = seller.create("Camera", 8).await;
    let page = app.visitor().get(&waffle.page()).await;
    let address = format!("https://waffles.example.com{}", waffle.page());
    let meta = |name: &str| page.attribute(&format!("meta[property='{name}'], meta[name='{name}']"), "content");
    assert_eq!((meta("og:title"), meta("og:url")), ("Camera".into(), address.clone()));
    assert_eq!(meta("og:description"), "8 of 8 spots left at $25.00 each.");
    assert_eq!(meta("og:image"), format!("{address}/card.png?format=square"));
    assert_eq!((meta("twitter:card"), meta("twitter:image")), ("summary_large_image".into(), meta("og:image")));
    app.visitor().claims(&waffle, "7", "anna").await;
    seller.pays(&waffle, &["7"]).await;
    seller.call(&waffle, "winner", &json!({"winning_spot_numbers": [7]})).await;
    let drawn = app.visitor().get(&waffle.page()).await;
    let says = drawn.attribute("meta[property='og:description']", "content");
    assert_eq!(says, "Won by #7 @anna. Picked by hand.");
    let card = app.get(meta("og:image").trim_start_matches("https://waffles.example.com")).await;
    assert_eq!((card.status.as_u16(), card.header("content-type")), (200, "image/png"));
}

#[tokio::test]
async fn the_page_is_kept_for_strangers_but_each_has_a_key_and_the_board_is_never_old() {
    let (app, seller, waffle) = TestApp::browsing("Camera", 5).await;
    let key = "input[name=idempotency_key]";
    let (one, own, other) = (
        app.visitor().get(&waffle.page()).await,
        seller.get(&waffle.page()).await,
        app.visitor().get(&waffle.page()).await,
    );
    assert_eq!(one.value(key).len(), 32);
    assert_ne!(one.value(key), other.value(key));
    assert!(own.has(".manage-link") && !one.has(".manage-link") && !other.has(".manage-link"));
    app.visitor().claims(&waffle, "2", "Anna").await;
    let later = app.visitor().get(&waffle.page()).await;
    assert_eq!(later.attribute("#board", "data-states"), "apaaa");
    assert_eq!(app.visitor().get(&waffle.page()).await.attribute("#board", "data-states"), "apaaa");
}

#[tokio::test]
async fn who_comes_by_another_host_reads_links_of_that_host() {
    let (app, _, waffle) = TestApp::browsing("Camera", 5).await;
    for host in ["one.example", "two.example", "one.example"] {
        let page = app.request(Method::GET, &waffle.page()).header("host", host);
        let html = answer(page).await.text();
        assert!(html.contains(&format!("https://{host}/waffle/camera")), "{host}");
    }
}

/// The words that a board's page shows of its connection without scripts, if any.
fn sign(page: &Page) -> Option<String> {
    assert!(page.has("#board") && page.has("[data-live]"), "{}", page.answer.text());
    let sign = "[data-live]:not([hidden])";
    page.has(sign).then(|| page.words(&format!("{sign}[data-state=behind]")))
}

#[tokio::test]
async fn without_scripts_the_board_says_that_it_is_not_live_while_the_database_is_away() {
    let (cluster, app) = TestApp::on_cluster(&[]).await;
    let (visitor, seller) = (app.visitor(), app.signed_in().await);
    let waffle = seller.create("Camera", 12).await;
    let becomes = async |visitor: &Visitor, wanted: Option<&str>| {
        let shown = async { while sign(&visitor.get(&waffle.page()).await).as_deref() != wanted {} };
        timeout(Duration::from_secs(10), shown).await.unwrap_or_else(|_| panic!("it does not become {wanted:?}"));
    };
    for visitor in [&visitor, &seller] {
        assert_eq!(sign(&visitor.get(&waffle.page()).await), None);
    }

    cluster.stop_server(StopMode::Immediate).await.unwrap();
    for visitor in [&visitor, &seller] {
        becomes(visitor, Some("Not live")).await;
    }
    let refused = visitor.claim(&waffle, &[("social_handle", "anna"), ("numbers", "3")]).await;
    assert_eq!((refused.status(), sign(&refused).as_deref()), (503, Some("Not live")));
    for list in ["/", "/waffles"] {
        assert_eq!(visitor.get(list).await.status(), 503, "{list} is never shown from memory");
    }

    cluster.start_server().await.unwrap();
    for visitor in [&visitor, &seller] {
        becomes(visitor, None).await;
    }
    assert_eq!(visitor.get("/").await.status(), 200);
    drop(app);
    cluster.stop().await.unwrap();
}
