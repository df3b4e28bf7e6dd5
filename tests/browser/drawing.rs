//! Picking winners, and how the draw looks to buyers.

use serde_json::json;
use waffle_tests::browser::Browser;
use waffle_tests::browser::chromedriver::Chromedriver;
use waffle_tests::browser::session::key;
use waffle_tests::{TestApp, Waffle};

use crate::selling::sign_in;

const FIELD: &str = "#winning_spot_numbers";

/// A waffle with this many items; spots 2, 5 and 7 are paid, and 9 is claimed.
async fn sold(app: &TestApp, items: u32) -> Waffle {
    let waffle = app.waffle_of(&json!({"title": "Camera", "item_count": items}), &[]).await;
    app.sells(&waffle, &[2, 5], "anna").await;
    app.sells(&waffle, &[7], "ben").await;
    app.claims(&waffle, &[9], "carl").await;
    waffle
}

fn candidate(number: u32) -> String {
    format!(".candidate:has([value='{number}'])")
}

/// Waits until the picker shows these numbers, both in the field and as ticks.
async fn picker_holds(seller: &Browser, numbers: &str, ticked: &[u32]) {
    seller.becomes(format!("document.querySelector('{FIELD}').value === {}", json!(numbers))).await;
    let ticks = "[...document.querySelectorAll('.candidate input:checked')].map((box) => Number(box.value))";
    seller.becomes(format!("JSON.stringify({ticks}) === {}", json!(json!(ticked).to_string()))).await;
}

#[tokio::test]
async fn taps_and_typed_numbers_say_the_same_in_the_order_of_the_draw() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = sold(&app, 2).await;
    let seller = chromedriver.open(&app).await;
    sign_in(&seller, &format!("{}/winner", waffle.manage(""))).await;
    assert_eq!(seller.words("[data-candidates]").await, "2 @anna 5 @anna 7 @ben");

    seller.press(&candidate(7)).await;
    seller.press(&candidate(2)).await;
    picker_holds(&seller, "7, 2", &[2, 7]).await;
    seller.says("[data-picked]", "2 of 2 picked.").await;
    seller.press(&candidate(7)).await;
    picker_holds(&seller, "2", &[2]).await;

    for (typed, ticked, words) in [
        ("5, 2, 7", &[2, 5, 7][..], "3 picked, but 2 win: remove 1."),
        ("5, 9", &[5], "9 isn’t paid: only paid spots can win."),
        ("9 88", &[], "9 and 88 aren’t paid"),
        ("5, 5", &[5], "5 is listed twice."),
        ("five", &[], "“five” isn’t a spot number."),
        ("#05 #7", &[5, 7], "2 of 2 picked."),
    ] {
        seller.fill(FIELD, typed).await;
        picker_holds(&seller, typed, ticked).await;
        seller.says("[data-picked]", words).await;
    }

    // The same with the keyboard alone.
    seller.fill(FIELD, "").await;
    seller.value("document.querySelector('.candidate input').focus()").await;
    seller.key(' ').await;
    seller.key(key::TAB).await;
    seller.key(key::TAB).await;
    seller.key(' ').await;
    picker_holds(&seller, "2, 7", &[2, 7]).await;
    seller.key(key::TAB).await;
    seller.key(key::ENTER).await;
    seller.says("h1", "Are these the winners?").await;
    assert_eq!(seller.words(".notice .winners").await, "#2 @anna #7 @ben");
    assert_eq!(seller.complaints().await, [""; 0]);
}

#[tokio::test]
async fn what_the_server_refuses_is_marked_until_other_numbers_are_picked() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = sold(&app, 1).await;
    let seller = chromedriver.open(&app).await;
    sign_in(&seller, &format!("{}/winner", waffle.manage(""))).await;
    seller.fill(FIELD, "9").await;
    seller.press("main form .primary").await;
    seller.says("main [role=alert]", "Not drawn yet").await;
    seller.says(&format!("{FIELD}-note"), "Spot 9 is not paid").await;
    assert_eq!(seller.count("[data-picked]").await, 0, "it is not said twice");

    // One winner: the last tap counts.
    seller.press(&candidate(2)).await;
    seller.press(&candidate(7)).await;
    picker_holds(&seller, "7", &[7]).await;
    seller.says("[data-picked]", "1 of 1 picked.").await;
    assert_eq!(seller.value(&format!("document.querySelector('{FIELD}').ariaInvalid")).await, json!(null));
    assert_eq!(seller.count(&format!("{FIELD}-note")).await, 0);
    seller.press("main form .primary").await;
    seller.says("h1", "Is this the winner?").await;
    seller.says(".plain-list", "2 other paid spots are not drawn.").await;
    seller.says(".plain-list", "1 pending spot stays pending").await;
    seller.says(".plain-list", "8 spots are still free. No more spots can be claimed then.").await;

    seller.press("main form a").await;
    seller.says("h1", "Pick the winner").await;
    picker_holds(&seller, "7", &[7]).await;
}

#[tokio::test]
async fn the_picker_of_the_manage_page_follows_what_is_paid_and_the_page_follows_the_draw() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = sold(&app, 2).await;
    let seller = chromedriver.open_phone(&app).await;
    sign_in(&seller, &waffle.manage("")).await;
    seller.says("[data-live]", "Live").await;
    seller.press("a[href$='view=draw']").await;
    seller.press(&candidate(5)).await;
    seller.press(&candidate(7)).await;
    app.pays(&waffle, 9).await;
    seller.says("[data-candidates]", "2 @anna 5 @anna 7 @ben 9 @carl").await;
    app.releases(&waffle, 5).await;
    seller.says("[data-candidates]", "2 @anna 7 @ben 9 @carl").await;
    picker_holds(&seller, "7", &[7]).await;

    app.draws(&waffle, &[9, 2]).await;
    seller.says(".notice.win", "#9 @carl #2 @anna").await;
    seller.says("[data-tag]", "Drawn").await;
    assert_eq!(seller.count("[data-picker]").await, 0);
    seller.press("a[href$='view=activity']").await;
    seller.says("[data-activity] summary", "Winners drawn: 2, 9 (admin)").await;
    seller.press("[data-activity] summary").await;
    seller.says("[data-activity]", "admin: drawn as a winner (@carl)").await;
    seller.says("[data-activity]", "admin: not drawn (@ben)").await;
}

/// Records whether confetti ever rained on a page.
pub(crate) const WATCH_THE_RAIN: &str = "window.rained = false; new MutationObserver(() => {
    window.rained ||= document.querySelector('.confetti') !== null;
}).observe(document, {childList: true, subtree: true})";

#[tokio::test]
async fn the_draw_is_celebrated_and_quietly_for_whoever_asked_for_less_motion() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = sold(&app, 1).await;
    let (merry, still) = tokio::join!(chromedriver.open_phone(&app), chromedriver.open_without_motion(&app));
    still.resize(390, 844).await;
    for buyer in [&merry, &still] {
        buyer.first_run(WATCH_THE_RAIN).await;
        buyer.goto(&waffle.page()).await;
        buyer.says("[data-live]", "Live").await;
    }
    app.draws(&waffle, &[5]).await;
    for buyer in [&merry, &still] {
        buyer.says("[data-winners]", "And the winner is #5 @anna").await;
        buyer.says("[data-announce]", "The draw is done. And the winner is").await;
        let in_sight = "(({top, bottom}) => top >= 0 && bottom <= innerHeight)\
            (document.querySelector('[data-winners]').getBoundingClientRect())";
        buyer.becomes(in_sight).await;
        assert_eq!(buyer.count("[data-claim]").await, 0, "nothing can be claimed any more");
    }
    merry.becomes("window.rained").await;
    assert_eq!(still.value("window.rained").await, false);
    assert_eq!(still.value("document.getAnimations().some((it) => it.playState === 'running')").await, false);
    // The confetti doesn't block what lies below it, and it goes away.
    merry.press("[data-winners] a").await;
    merry.says("h1", "@anna").await;
    merry.goto(&waffle.page()).await;
    merry.says("[data-winners]", "#5 @anna").await;
    assert_eq!(merry.value("window.rained").await, false, "who comes later sees the result alone");
}

#[tokio::test]
async fn winners_are_drawn_and_taken_back_with_plain_forms() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = sold(&app, 2).await;
    let seller = chromedriver.open_without_scripts(&app).await;
    sign_in(&seller, &waffle.manage("?view=draw")).await;
    seller.press(&candidate(2)).await;
    seller.fill(FIELD, "7").await;
    seller.press("[data-picker] .primary").await;
    assert_eq!(seller.words(".notice .winners").await, "#7 @ben #2 @anna", "typed ones first");
    seller.press("main form .primary").await;
    seller.says(".notice.win", "#7 @ben #2 @anna").await;

    seller.press("a[href$='/change-winner']").await;
    seller.fill(FIELD, "5, 9").await;
    seller.press("main form .primary").await;
    seller.says(&format!("{FIELD}-note"), "Spot 9 is not paid").await;
    seller.fill(FIELD, "5, 2").await;
    seller.press("main form .primary").await;
    seller.says("main", "Instead of: #7 @ben #2 @anna").await;
    seller.press("main form .primary").await;
    seller.says(".notice.win", "#5 @anna #2 @anna").await;

    seller.press("a[href$='/clear-winner']").await;
    seller.says(".plain-list", "3 spots are paid again").await;
    seller.press("main form .danger").await;
    seller.says("[data-tag]", "Open").await;
    seller.press("a[href$='view=draw']").await;
    assert_eq!(seller.words("[data-candidates]").await, "2 @anna 5 @anna 7 @ben");
}

/// Instead of the changes, a page gets the message to read everything again.
const READ_ANEW: &str = "{ const Real = WebSocket;
    window.WebSocket = class extends Real {
        set onmessage(take) {
            super.onmessage = ({ data }) => {
                const { seq } = JSON.parse(data);
                take({ data: seq ? JSON.stringify({ type: 'resync', seq }) : data });
            };
        }
    }; }";

#[tokio::test]
async fn how_winners_were_found_is_said_at_once_and_by_what_is_read_anew() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = sold(&app, 1).await;
    let receipt = app.claims(&waffle, &[1], "dora").await;
    let mut pages = Vec::new();
    for first in ["", READ_ANEW] {
        for path in [waffle.page(), format!("{}/stage", waffle.page()), "/".into(), receipt.clone(), waffle.manage("")]
        {
            let page = chromedriver.open(&app).await;
            if !first.is_empty() {
                page.first_run(first).await;
            }
            if path == waffle.manage("") {
                sign_in(&page, &path).await;
            } else {
                page.goto(&path).await;
            }
            page.says("[data-live]", "Live").await;
            pages.push(page);
        }
    }
    app.draws(&waffle, &[2]).await;
    for page in &pages {
        page.becomes("document.querySelector('[data-how-won]')?.innerText.trim() === 'Picked by hand'").await;
    }
    let change = json!({"winning_spot_numbers": [7], "reason": "Anna gave it back."});
    app.as_admin(&format!("/api/admin/waffles/{}/change-winner", waffle.id), &change).await;
    for page in &pages {
        page.says("[data-how-won]", "Picked by hand, after 1 earlier result").await;
        page.says("[data-winners]", "#7 @ben").await;
        assert_eq!(page.complaints().await, [""; 0]);
    }
}

#[tokio::test]
async fn winners_in_the_ledger_stand_in_one_line_and_are_of_one_height() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = sold(&app, 3).await;
    app.draws(&waffle, &[2, 5, 7]).await;
    let buyer = chromedriver.open(&app).await;
    buyer.goto(&format!("{}/draws", waffle.page())).await;
    let pills = "[...document.querySelectorAll('[data-ledger] .winners li')].map((it) => it.getBoundingClientRect())";
    assert_eq!(buyer.value(&format!("{pills}.length")).await, 3);
    for side in ["top", "height"] {
        assert_eq!(buyer.value(&format!("new Set({pills}.map((it) => it.{side})).size")).await, 1, "{side}");
    }
}
