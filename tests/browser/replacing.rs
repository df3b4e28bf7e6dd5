//! A draw with prizes and an alternate: revealed on a stage, and a winner replaced before everyone's eyes.

use std::time::Duration;

use serde_json::{Value, json};
use waffle_tests::TestApp;
use waffle_tests::browser::chromedriver::Chromedriver;

use crate::checking::app_with_beacon;
use crate::selling::sign_in;

/// The name of the buyer of a spot: each has one.
fn buyer(number: &Value) -> &'static str {
    ["anna", "ben", "cleo", "dora", "eve"][usize::try_from(number.as_u64().expect("a number")).expect("small") - 1]
}

#[tokio::test]
async fn a_stage_reveals_prizes_and_a_replaced_winner_alone_and_receipts_follow() {
    let ((app, _beacon), chromedriver) = (app_with_beacon().await, Chromedriver::start());
    let waffle = app.waffle_of(&json!({"title": "Camera", "item_count": 2}), &[]).await;
    let mut receipts = Vec::new();
    for number in 1..=4_u32 {
        receipts.push(app.sells(&waffle, &[number], buyer(&json!(number))).await);
    }
    let (seller, screen, phone) =
        tokio::join!(chromedriver.open_phone(&app), chromedriver.open(&app), chromedriver.open_phone(&app));
    screen.resize(1_280, 720).await;
    screen.goto(&format!("{}/stage", waffle.page())).await;
    screen.says("[data-live]", "Live").await;
    sign_in(&seller, &format!("{}/draws", waffle.manage(""))).await;
    seller.fill("#alternates", "1").await;
    seller.fill("[aria-label='Prize 1']", "The camera").await;
    seller.fill("[aria-label='Prize 2']", "A roll of film").await;
    seller.press("[data-lock] button").await;
    seller.says("[data-locked]", "Draw 1: 4 entries").await;
    app.clock.advance(Duration::from_secs(70));
    let draw = drawn(&app, &waffle.slug).await;
    let (won, next) = (&draw["winning_spot_numbers"], &draw["alternate_spot_numbers"][0]);
    let row = |number: &Value, prize: &str| format!("#{number} @{} {prize}", buyer(number));
    screen.says("[data-spotlight]", &row(&won[0], "The camera")).await;
    let all = [row(&won[0], "The camera"), row(&won[1], "A roll of film")].join(" ");
    screen.says("[data-winners-list]", &all).await;
    screen.becomes("document.querySelector('[data-spotlight]').hidden").await;

    let receipt =
        |number: &Value| receipts[usize::try_from(number.as_u64().expect("a number")).expect("small") - 1].clone();
    phone.goto(&receipt(next)).await;
    phone.says("[data-alternates]", &format!("#{next} is alternate 1")).await;
    phone.says("[data-live]", "Live").await;
    seller.goto(&format!("{}/draws", waffle.manage(""))).await;
    seller.fill(&format!("#replace_reason_{}", won[0]), "No answer for two days.").await;
    seller.press(&format!("[data-replace='{}'] button", won[0])).await;
    seller.says("main", "Draw 1 has no alternates left").await;
    // Only the new winner is revealed: the other one is not hidden in the meantime.
    screen.says("[data-spotlight]", &row(next, "The camera")).await;
    let now = [row(next, "The camera"), row(&won[1], "A roll of film")].join(" ");
    assert_eq!(screen.words("[data-winners-list]").await, now);
    screen.becomes("document.querySelector('[data-spotlight]').hidden").await;
    screen.becomes(format!("document.querySelectorAll('.spot')[{next} - 1].dataset.s === 'w'")).await;
    screen.becomes(format!("document.querySelectorAll('.spot')[{} - 1].dataset.s === 'l'", won[0])).await;
    phone.says("[data-prizes]", &format!("#{next} The camera")).await;
    phone.becomes("document.querySelector('[data-alternate]').hidden").await;
    phone.says("[data-winners-list]", &now).await;
    for browser in [&seller, &screen, &phone] {
        assert_eq!(browser.complaints().await, [""; 0]);
    }
}

#[tokio::test]
async fn a_stage_goes_on_revealing_while_winners_are_replaced() {
    let ((app, _beacon), chromedriver) = (app_with_beacon().await, Chromedriver::start());
    let waffle = app.waffle_of(&json!({"title": "Camera", "item_count": 2}), &[]).await;
    for number in 1..=5_u32 {
        app.sells(&waffle, &[number], buyer(&json!(number))).await;
    }
    let screen = chromedriver.open(&app).await;
    screen.goto(&format!("{}/stage", waffle.page())).await;
    screen.says("[data-live]", "Live").await;
    let draws = format!("/api/admin/waffles/{}/draws", waffle.id);
    app.as_admin(&draws, &json!({"alternates": 2})).await;
    app.clock.advance(Duration::from_secs(70));
    let draw = drawn(&app, &waffle.slug).await;
    let (won, next) = (&draw["winning_spot_numbers"], &draw["alternate_spot_numbers"]);
    let row = |number: &Value| format!("#{number} @{}", buyer(number));
    let replace = async |spot: &Value| {
        let wanted = json!({"spot_number": spot, "reason": "No answer."});
        app.as_admin(&format!("{draws}/1/replace"), &wanted).await;
    };
    screen.says("[data-spotlight]", &row(&won[0])).await;
    // A revealed winner is not hidden again.
    let watch = "(() => { const list = document.querySelector('[data-winners-list]');
        const count = () => { window.least = Math.min(window.least, list.children.length) };
        window.least = list.children.length;
        new MutationObserver(count).observe(list, { childList: true }); })()";
    screen.value(watch).await;
    replace(&won[0]).await;
    screen.says("[data-spotlight]", &row(&next[0])).await;
    screen.says("[data-spotlight]", &row(&won[1])).await;
    replace(&won[1]).await;
    screen.says("[data-winners-list]", &[row(&next[0]), row(&next[1])].join(" ")).await;
    screen.becomes("document.querySelector('[data-spotlight]').hidden").await;
    assert_eq!(screen.value("window.least").await, 1);
    // In the end the whole draw is shown, including spots that did not win.
    for number in 1..=5 {
        let letter = if [&next[0], &next[1]].contains(&&json!(number)) { 'w' } else { 'l' };
        screen.becomes(format!("document.querySelectorAll('.spot')[{number} - 1].dataset.s === '{letter}'")).await;
    }
    assert_eq!(screen.complaints().await, [""; 0]);
}

/// What the script of a stage makes of a result, in place of the page's own: how many winners it lists then.
fn listed(numbers: [u32; 2], draws_before: u32) -> String {
    let script = include_str!("../../static/stage_winners.js").lines().filter(|line| !line.starts_with("import "));
    let script: String = script.flat_map(|line| [line.strip_prefix("export ").unwrap_or(line), "\n"]).collect();
    let result = json!({
        "winning_spot_numbers": numbers, "winning_social_handles": ["anna", "ben"], "winning_prizes": null,
        "won_by": "draw_replaced", "draws_before": draws_before,
    });
    format!(
        "(() => {{ const page = document.querySelector('[data-stage]').cloneNode(true);
            const parts = (page) => (name) => page.querySelector(`[data-${{name}}]`), showHowWon = () => {{}};
            const element = (name, _, ...children) => {{
                const made = document.createElement(name); made.append(...children); return made; }};
            {script}
            new StageWinners(page, {{ veil() {{}}, reveal() {{}}, unveil() {{}} }}).show({result});
            return page.querySelector('[data-winners-list]').children.length; }})()"
    )
}

#[tokio::test]
async fn a_stage_that_missed_a_whole_result_reveals_the_next_one_from_its_first_winner_on() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle_of(&json!({"title": "Camera", "item_count": 2}), &[]).await;
    app.sells(&waffle, &[1, 2, 3], "anna").await;
    app.draws(&waffle, &[1, 2]).await;
    let screen = chromedriver.open(&app).await;
    screen.goto(&format!("{}/stage", waffle.page())).await;
    // As many results before as when the page was made: one winner was replaced.
    assert_eq!(screen.value(&listed([3, 2], 0)).await, 2);
    assert_eq!(screen.value(&listed([3, 2], 1)).await, 0);
}

/// The first draw of a waffle, once it is drawn.
async fn drawn(app: &TestApp, slug: &str) -> Value {
    let path = format!("/api/waffles/{slug}/draws/1");
    app.becomes(&path, |answer| answer.json()["state"] == "drawn").await.json()
}
