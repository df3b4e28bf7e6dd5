//! The board on a stream or a big screen.

use serde_json::json;

use crate::app::TestApp;
use crate::chromedriver::Chromedriver;

#[tokio::test]
async fn a_stage_shows_each_claim_and_reveals_the_winners_in_their_order() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle_of(&json!({"title": "Camera", "total_spots": 100, "item_count": 2}), &[]).await;
    let screen = chromedriver.open(&app).await;
    screen.resize(1_280, 720).await;
    screen.goto(&format!("{}/stage", waffle.page())).await;
    screen.says("[data-live]", "Live").await;
    app.sells(&waffle, &[2, 5], "anna").await;
    screen.says("[data-claims-list]", "@anna 2, 5").await;
    app.claims(&waffle, &[9], "ben").await;
    screen.says("[data-claims-list] li", "@ben 9").await;
    screen.says("[data-left]", "97").await;
    screen.becomes("document.querySelectorAll('.spot')[8].dataset.s === 'p'").await;
    let fits = "document.documentElement.scrollHeight <= innerHeight && \
        [...document.querySelectorAll('.spot')].every((it) => it.getBoundingClientRect().bottom <= innerHeight)";
    assert_eq!(screen.value(fits).await, true);
    app.draws(&waffle, &[5, 2]).await;
    screen.says("[data-tag]", "Drawn").await;
    screen.says("[data-spotlight]", "#5 @anna").await;
    assert_eq!(screen.words("[data-winners-list]").await, "#5 @anna");
    assert_eq!(screen.value("document.querySelectorAll('.spot')[1].dataset.s").await, "d", "not revealed yet");
    screen.says("[data-winners-list]", "#5 @anna #2 @anna").await;
    screen.becomes("document.querySelector('[data-spotlight]').hidden").await;
    assert_eq!(screen.complaints().await, [""; 0]);
}

#[tokio::test]
async fn a_stage_of_ten_thousand_spots_is_a_map_and_streams_get_no_background() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Big", 10_000).await;
    let screen = chromedriver.open(&app).await;
    screen.resize(1_280, 720).await;
    screen.goto(&format!("{}/stage?transparent=1", waffle.page())).await;
    screen.says("[data-live]", "Live").await;
    app.claims(&waffle, &[1, 2, 3], "anna").await;
    screen.says("[data-left]", "9,997").await;
    screen.shows("canvas").await;
    let background = "getComputedStyle(document.body).backgroundColor";
    assert_eq!(screen.value(background).await, "rgba(0, 0, 0, 0)");
    assert_eq!(screen.complaints().await, [""; 0]);
}
