//! Boards on paper.

use serde_json::json;
use waffle_tests::TestApp;
use waffle_tests::browser::chromedriver::Chromedriver;

/// What of a spot is seen on paper, where no background is printed: the weight of its number, the width of its border
/// in pixels, and its mark.
const SEEN: &str = "((letter) => {
    const spot = document.querySelector(`.board [data-s='${letter}']`);
    const [frame, number] = [spot, spot.querySelector('b')].map((it) => getComputedStyle(it));
    const mark = getComputedStyle(spot, '::after').content.replaceAll('\"', '');
    return [Number(number.fontWeight), parseFloat(frame.borderTopWidth), mark, frame.borderTopStyle, frame.color];
})";

#[tokio::test]
async fn a_board_of_a_hundred_spots_is_one_page_with_its_states_in_marks_and_weights() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let draft = json!({
        "title": "Golden Hour: a vintage rangefinder camera with its leather case", "total_spots": 100,
        "description": "It was my father’s. ".repeat(40), "item_count": 3,
        "social_media_links": ["https://social.example/golden"],
    });
    let waffle = app.waffle_of(&draft, &[("wallet_a", "Honey Pay", "@honey"), ("wallet_b", "Bank", "golden")]).await;
    app.claims(&waffle, &(1..=40).collect::<Vec<_>>(), "a_rather_long_handle_for_a_small_tile").await;
    app.sells(&waffle, &(41..=80).collect::<Vec<_>>(), "anna").await;
    let browser = chromedriver.open(&app).await;
    for scheme in ["light", "dark"] {
        browser.prefer(scheme).await;
        browser.goto(&waffle.page()).await;
        browser.says("[data-live]", "Live").await;
        assert_eq!(browser.printed_pages().await, 1, "{scheme}");
    }

    app.draws(&waffle, &[41, 42, 43]).await;
    browser.says("[data-tag]", "Drawn").await;
    assert_eq!(browser.printed_pages().await, 1, "drawn");
    browser.prefer_on_paper().await;
    let seen = async |letter: &str| browser.value(&format!("{SEEN}('{letter}')")).await;
    let [free, claimed, lost, won] = [seen("a").await, seen("p").await, seen("l").await, seen("w").await];
    assert_eq!(free, json!([400, 1, "none", "dotted", "rgb(0, 0, 0)"]));
    assert_eq!(claimed, json!([400, 1, "…", "solid", "rgb(0, 0, 0)"]));
    assert_eq!(lost, json!([400, 1, "–", "solid", "rgb(0, 0, 0)"]));
    assert_eq!(won, json!([900, 5, "★", "double", "rgb(0, 0, 0)"]));
    assert_eq!(browser.count(".panel, .dock, .tools, .top, .foot").await, 0);
}

#[tokio::test]
async fn a_big_board_is_printed_whole() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("The big one", 300).await;
    let browser = chromedriver.open(&app).await;
    browser.goto(&waffle.page()).await;
    browser.says("[data-live]", "Live").await;
    let pages = browser.printed_pages().await;
    assert!(pages <= 2, "{pages} pages");
    assert_eq!(browser.value("document.querySelectorAll('.board .spot').length").await, 300);
}
