//! `/waffle/:slug/stage`

use std::time::Duration;

use serde_json::json;
use waffle_tests::{Seller, TestApp, Waffle};

use crate::draws::with_beacon;

async fn edit(seller: &Seller, waffle: &Waffle, edit: serde_json::Value) {
    assert_eq!(seller.patch(&waffle.admin_api(""), &edit).await.status, 200);
}

#[tokio::test]
async fn the_stage_tells_price_and_rest_and_the_newest_claims_without_any_control() {
    let (app, _, waffle) = TestApp::selling("Box", 30).await;
    let none = app.stage(&waffle, "").await;
    assert_eq!((none.status(), none.all("[data-claims-list] li").len()), (200, 0));
    for (numbers, handle) in [
        (&[1, 2, 3, 4, 5, 6][..], "anna"),
        (&[7], "ben"),
        (&[8], "cleo"),
        (&[9], "dora"),
        (&[10], "emil"),
        (&[11], "finn"),
        (&[12, 20], "anna"),
    ] {
        app.clock.advance(Duration::from_secs(1));
        app.claim(&waffle, numbers, handle).await;
    }
    let page = app.stage(&waffle, "").await;
    assert_eq!((page.words("h1").as_str(), page.words("[data-tag]").as_str()), ("Box", "Open"));
    assert!(page.words(".stage-price").ends_with(" a spot"));
    assert_eq!(page.words(".stage-left"), "17 of 30 left");
    let claims: Vec<_> = page.all("[data-claims-list] li").into_iter().map(waffle_tests::words).collect();
    assert_eq!(claims, ["@anna 12, 20", "@finn 11", "@emil 10", "@dora 9", "@cleo 8", "@ben 7"], "six, and no more");
    assert_eq!(page.all(".cells .spot").len(), 30);
    assert!(!page.has("a, button, input, form, select, textarea"));
    assert!(
        !page.has("html[data-transparent]") && page.has("[data-count][hidden]") && page.has("[data-winners][hidden]")
    );
    app.archives(&waffle).await;
    assert_eq!(app.stage(&waffle, "").await.status(), 404);
}

#[tokio::test]
async fn a_large_board_is_a_map_and_many_spots_are_told_by_their_count() {
    let (app, _, waffle) = TestApp::selling("Big", 500).await;
    app.claim(&waffle, &[3, 4, 5, 6, 7, 8], "anna").await;
    let page = app.stage(&waffle, "?transparent=1").await;
    assert!(page.has("html[data-transparent]"));
    assert_eq!(page.all(".cells .spot").len(), 0);
    assert_eq!(page.attribute("[data-board]", "data-states").len(), 500);
    assert_eq!(page.words("[data-claims-list] li"), "@anna 6 spots");
    assert!(!app.stage(&waffle, "?transparent=0").await.has("html[data-transparent]"));
}

#[tokio::test]
async fn the_stage_counts_down_to_the_opening_then_to_the_draw_and_names_the_winners_in_order() {
    let (_beacon, app) = with_beacon().await;
    let seller = app.seller().await;
    let waffle = seller.waffle("Box", 5).await;
    app.claim(&waffle, &[1, 2, 3], "anna").await;
    seller.pays(&waffle, 1..=3).await;
    edit(&seller, &waffle, json!({"opens_at": "2026-06-01T18:00:00Z", "item_count": 2})).await;
    let waiting = app.stage(&waffle, "").await;
    assert_eq!(
        (waiting.words("[data-tag]").as_str(), waiting.words("[data-count]").as_str()),
        ("Opens soon", "Opens 1 Jun 2026, 18:00 UTC")
    );
    assert_eq!(waiting.attribute("[data-stage]", "data-opens-at"), "1780336800000");
    assert_eq!(waiting.attribute("[data-stage]", "data-round-at"), "0");
    seller.post(&waffle.admin_api("/draws"), &json!({})).await.ok();
    let page = app.stage(&waffle, "").await;
    assert_eq!(page.words("[data-count]"), "The draw 1 Jun 2026, 12:01 UTC");
    assert_eq!(page.attribute("[data-stage]", "data-round-at"), "1780315261000");
    app.clock.advance(Duration::from_secs(62));
    let detail = app.becomes(&waffle.api(""), |answer| answer.json()["status"] == "completed").await.json();
    let numbers: Vec<_> =
        detail["winning_spot_numbers"].as_array().unwrap().iter().map(|number| format!("#{number} @anna")).collect();
    let drawn = app.stage(&waffle, "").await;
    let winners: Vec<_> = drawn.all("[data-winners-list] li").into_iter().map(waffle_tests::words).collect();
    assert_eq!((winners.len(), winners), (2, numbers));
    assert!(drawn.has("[data-count][hidden]") && drawn.has("[data-claims][hidden]"));
    assert!(page.has("[data-rest]:not([hidden])") && drawn.has("[data-rest][hidden]"), "nothing is left then");
    assert_eq!(drawn.attribute("[data-board]", "aria-label"), "Board of 5 spots, with its winners");
}

#[tokio::test]
async fn a_service_that_knows_its_address_shows_where_to_claim_until_the_draw() {
    let app = TestApp::with(&[("WAFFLE__SERVER__PUBLIC_URL", "https://waffles.example.com")]).await;
    let waffle = app.waffle("Box", 5).await;
    let page = app.stage(&waffle, "").await;
    assert_eq!(page.words("[data-address]"), format!("waffles.example.com/waffle/{}", waffle.slug));
    assert_eq!(page.attribute("[data-rest] svg", "aria-label"), "QR code of the board’s address");
    app.sells(&waffle, &[1], "anna").await;
    app.draws(&waffle, &[1]).await;
    assert!(app.stage(&waffle, "").await.has("[data-address][hidden]"));
    let elsewhere = TestApp::start().await;
    let other = elsewhere.waffle("Box", 5).await;
    assert!(!elsewhere.stage(&other, "").await.has("[data-address], [data-rest] svg"));
}

#[tokio::test]
async fn an_unknown_waffle_has_no_stage() {
    let app = TestApp::shared().await;
    assert_eq!(app.get("/waffle/none/stage").await.status, 404);
}
