//! The board on a stream or a big screen.

use std::path::Path;
use std::{env, fs};

use serde_json::json;
use waffle_tests::TestApp;
use waffle_tests::browser::Browser;
use waffle_tests::browser::chromedriver::Chromedriver;

use crate::checking::app_with_beacon;

const SCREENS: [(u32, u32); 2] = [(1_280, 720), (1_920, 1_080)];

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
    // All of it in one check: the next winner comes 3 seconds later.
    screen
        .becomes(
            "document.querySelectorAll('.spot')[1].dataset.s === 'd' &&
             ['spotlight', 'winners-list'].map((it) => document.querySelector(`[data-${it}]`).innerText)
                 .every((it) => it.replace(/\\s+/g, ' ').trim() === '#5 @anna')",
        )
        .await;
    screen.says("[data-winners-list]", "#5 @anna #2 @anna").await;
    screen.becomes("document.querySelector('[data-spotlight]').hidden").await;
    // Only the winners stand out then, also from spots that are free or unpaid; and there is nothing to claim.
    let letters = "[1, 2, 5, 9].map((number) => document.querySelectorAll('.spot')[number - 1].dataset.s).join('')";
    screen.becomes(format!("{letters} === 'lwwl'")).await;
    let left = "document.querySelector('.stage').innerText + document.querySelector('[data-board]').ariaLabel";
    assert_eq!(screen.value(&format!("/left/.test({left})")).await, false);
    screen.reload().await;
    screen.becomes(format!("{letters} === 'lwwl' && !/left/.test({left})")).await;
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
    app.claims(&waffle, &[9_996, 9_997, 9_998, 9_999, 10_000], "a_buyer.with_a_long_name").await;
    screen.says("[data-claims-list]", "10000").await;
    let whole = "[...document.querySelectorAll('[data-claims-list] li')].every((row) => {
        const numbers = row.lastElementChild;
        return numbers.scrollWidth <= numbers.clientWidth
            && numbers.getBoundingClientRect().right <= row.getBoundingClientRect().right + 1;
    })";
    assert_eq!(screen.value(whole).await, true, "handles are cut, not numbers");
    let background = "getComputedStyle(document.body).backgroundColor";
    assert_eq!(screen.value(background).await, "rgba(0, 0, 0, 0)");
    assert_eq!(screen.complaints().await, [""; 0]);
}

#[tokio::test]
async fn a_stage_says_of_a_locked_draw_that_its_chain_is_private_and_its_round_known() {
    let ((app, _beacon), chromedriver) = (app_with_beacon().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    app.sells(&waffle, &[1, 2, 5], "anna").await;
    let screen = chromedriver.open(&app).await;
    let (stage, draws) = (format!("{}/stage", waffle.page()), format!("/api/admin/waffles/{}/draws", waffle.id));
    screen.goto(&stage).await;
    screen.says("[data-live]", "Live").await;
    let private = "p[data-private-chain]:not([hidden])";
    assert_eq!((screen.count(private).await, screen.count("[data-known]").await), (0, 0));
    app.as_admin(&draws, &json!({})).await;
    // The servers of tests live in the past: by the device's clock, the round appeared long ago.
    screen.says("[data-known-round]", "before this page knew of the lock").await;
    screen.says(private, "nothing to outsiders").await;
    screen.goto(&stage).await;
    screen.says("[data-known-round]", "before this page knew of the lock").await;
    screen.says(private, "nothing to outsiders").await;
    screen.says("[data-live]", "Live").await;
    app.as_admin(&format!("{draws}/1/void"), &json!({"reason": "A test."})).await;
    screen.becomes("!document.querySelector('[data-known]')").await;
    assert_eq!(screen.count(private).await, 0);
    assert_eq!(screen.complaints().await, [""; 0]);
}

#[tokio::test]
async fn no_spot_is_alone_in_the_last_row() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 100).await;
    let screen = chromedriver.open(&app).await;
    for (width, height) in [(1_280, 720), (1_280, 800), (1_024, 768)] {
        screen.resize(width, height).await;
        screen.goto(&format!("{}/stage", waffle.page())).await;
        screen.says("[data-live]", "Live").await;
        let last_row = "((tops) => tops.filter((top) => top === Math.max(...tops)).length)
            ([...document.querySelectorAll('.spot')].map((it) => Math.round(it.getBoundingClientRect().top)))";
        let alone = screen.value(last_row).await;
        assert!(alone.as_u64() > Some(1), "{alone} at {width} by {height}");
    }
}

/// Asserts that everything is on the screen, and that letters can be read from across a room. Saves the picture in the
/// folder `WAFFLE_PICTURES`, if it is set, for people to look at.
async fn fits(screen: &Browser, name: &str) {
    let out = "[...document.querySelectorAll('.stage *')].filter((it) => it.checkVisibility()).filter((it) => {
        const {right, bottom} = it.getBoundingClientRect();
        return right > innerWidth + 1 || bottom > innerHeight + 1;
    }).map((it) => it.outerHTML.slice(0, 80))";
    assert_eq!(screen.value(out).await, json!([]), "{name}");
    let small = "[...document.querySelectorAll('.stage-side :is(b, span, h2, p, li)')]
        .filter((it) => it.checkVisibility() && parseFloat(getComputedStyle(it).fontSize) < innerHeight / 60)
        .map((it) => it.outerHTML.slice(0, 80))";
    assert_eq!(screen.value(small).await, json!([]), "{name}");
    if let Some(folder) = env::var_os("WAFFLE_PICTURES") {
        fs::write(Path::new(&folder).join(format!("stage-{name}.png")), screen.picture().await).expect("a folder");
    }
}

#[tokio::test]
async fn stages_of_all_sizes_fit_on_both_screens_from_the_first_claim_to_the_last_winner() {
    // With the address of the board and its code, and a title that is longer than its two lines.
    let public = ("WAFFLE__SERVER__PUBLIC_URL", "https://waffles.example.com");
    let (app, chromedriver) = (TestApp::with(&[public]).await, Chromedriver::start());
    let (small, large) = tokio::join!(chromedriver.open(&app), chromedriver.open(&app));
    for (screen, (width, height)) in [&small, &large].into_iter().zip(SCREENS) {
        screen.resize(width, height).await;
    }
    for spots in [10, 100, 1_000, 10_000_u32] {
        let title = "Golden Hour: a vintage rangefinder camera with its leather case";
        let waffle = app.waffle_of(&json!({"title": title, "total_spots": spots, "item_count": 2}), &[]).await;
        for screen in [&small, &large] {
            screen.goto(&format!("{}/stage", waffle.page())).await;
            screen.says("[data-live]", "Live").await;
        }
        for buyer in 0..8_u32 {
            let numbers: Vec<u32> = (1..=spots).filter(|number| number % 13 == buyer).take(400).collect();
            if !numbers.is_empty() {
                app.sells(&waffle, &numbers, &format!("a_buyer.with_a_long_name{buyer}")).await;
            }
        }
        for (screen, (width, _)) in [&small, &large].into_iter().zip(SCREENS) {
            screen.says("[data-claims-list]", "a_buyer.with_a_long_name7").await;
            assert_eq!(screen.count("[data-address], .stage-qr").await, 2, "{spots}");
            fits(screen, &format!("{spots}-{width}-claims")).await;
        }
        app.draws(&waffle, &[7, 1]).await;
        let revealed = async |screen: &Browser, width: u32| {
            screen.says("[data-spotlight]", "#7 @a_buyer.with_a_long_name7").await;
            fits(screen, &format!("{spots}-{width}-reveal")).await;
        };
        tokio::join!(revealed(&small, SCREENS[0].0), revealed(&large, SCREENS[1].0));
        for (screen, (width, _)) in [&small, &large].into_iter().zip(SCREENS) {
            screen.becomes("document.querySelector('[data-spotlight]').hidden").await;
            screen.says("[data-winners-list]", "#7 @a_buyer.with_a_long_name7 #1 @a_buyer.with_a_long_name1").await;
            fits(screen, &format!("{spots}-{width}-winners")).await;
        }
    }
    for screen in [&small, &large] {
        assert_eq!(screen.complaints().await, [""; 0]);
    }
}
