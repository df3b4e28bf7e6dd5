//! Receipts on a phone: a buyer's way from the claim to the draw.

use std::time::Duration;

use serde_json::json;
use waffle_tests::browser::Browser;
use waffle_tests::browser::chromedriver::Chromedriver;
use waffle_tests::browser::session::key;
use waffle_tests::{TestApp, Waffle};

use crate::checking::app_with_beacon;

/// As in a browser inside another app.
const NO_STORAGE: &str = "Object.defineProperty(window, 'localStorage', {
    get() { throw new DOMException('no storage', 'SecurityError'); },
});";

async fn shop() -> (TestApp, Waffle) {
    let app = TestApp::with(&[("WAFFLE__PAYMENTS__WALLET_A__LINK", "https://wallet.example/{handle}/{amount}")]).await;
    let wallets = [("wallet_a", "Honey Pay", "@golden"), ("wallet_b", "Bank", "DE12 3456")];
    let waffle = app.waffle_of(&json!({"title": "Camera"}), &wallets).await;
    (app, waffle)
}

/// Claims two spots on the board.
async fn claim(buyer: &Browser, waffle: &Waffle) {
    buyer.goto(&waffle.page()).await;
    buyer.press("[data-n='3']").await;
    buyer.press("[data-n='7']").await;
    buyer.fill("#handle", "anna").await;
    buyer.press("[data-claim-picked]").await;
    buyer.says("[data-outcome]", "3 and 7 are yours!").await;
}

/// Presses the tab key until an element has the focus.
async fn tab_to(browser: &Browser, css: &str) {
    let there = format!("document.activeElement.matches({})", json!(css));
    for _ in 0..60 {
        if browser.value(&there).await == true {
            return;
        }
        browser.key(key::TAB).await;
    }
    panic!("the keyboard does not reach {css}");
}

#[tokio::test]
async fn a_buyer_without_storage_keeps_the_link_pays_and_finds_out_who_won() {
    let ((app, waffle), chromedriver) = (shop().await, Chromedriver::start());
    let anna = chromedriver.open_phone(&app).await;
    anna.first_run(NO_STORAGE).await;
    claim(&anna, &waffle).await;
    let link = anna.value("document.querySelector('[data-outcome] [data-copy*=\"/claim/\"]').dataset.copy").await;
    let path = link.as_str().and_then(|link| link.find("/claim/").map(|at| link[at..].to_owned())).expect("a link");
    anna.press("[data-outcome] a[href^='/claim/']").await;
    anna.says("h1", "Your spots, @anna").await;
    assert_eq!(anna.path().await, path);
    anna.says("[data-live]", "Live").await;
    anna.says("#due-title", "To pay: $50.00").await;
    anna.shows(".pay-option a[href='https://wallet.example/golden/50.00']").await;

    anna.fill("#note", "by wallet, from Anna B.").await;
    anna.press("[data-say] button").await;
    anna.says("[data-said]", "by wallet, from Anna B.").await;
    anna.says("[data-live]", "Live").await;
    anna.value("window.sameVisit = true").await;
    app.pays(&waffle, 3).await;
    anna.says("[data-spots]", "3 paid 7 unpaid").await;
    anna.says("#due-title", "To pay: $25.00").await;
    anna.shows(".pay-option a[href='https://wallet.example/golden/25.00']").await;
    app.pays(&waffle, 7).await;
    anna.shows("[data-all-paid]").await;
    assert_eq!(anna.count("[data-due], [data-give-back]").await, 0);
    assert_eq!(anna.value("window.sameVisit").await, true, "it was not loaded again");

    anna.goto("/about").await;
    app.draws(&waffle, &[7]).await;
    anna.goto(&path).await;
    anna.shows("[data-result-won]").await;
    anna.says("[data-winners]", "#7 @anna").await;
    anna.says("[data-spots]", "7 winner 3 not drawn").await;
    assert_eq!(anna.complaints().await, [""; 0]);
}

#[tokio::test]
async fn a_board_knows_the_receipts_of_its_device_and_a_receipt_hears_of_the_draw() {
    let ((app, waffle), chromedriver) = (shop().await, Chromedriver::start());
    let anna = chromedriver.open_phone(&app).await;
    claim(&anna, &waffle).await;
    anna.says("[data-receipts]", "Your spots: 3, 7").await;
    anna.reload().await;
    anna.says("[data-receipts]", "Your spots: 3, 7").await;
    let other = app.waffle("Other", 5).await;
    anna.goto(&other.page()).await;
    anna.says("[data-live]", "Live").await;
    assert_eq!(anna.count("[data-receipts]").await, 0);
    anna.goto(&waffle.page()).await;
    anna.press("[data-receipts] a").await;
    anna.says("[data-live]", "Live").await;
    app.pays(&waffle, 3).await;
    app.releases(&waffle, 7).await;
    anna.shows("[data-spots]:has([data-group=d]):not(:has([data-group=p]))").await;
    assert_eq!(anna.words("[data-spots]").await, "3 paid");
    app.sells(&waffle, &[8], "ben").await;
    app.draws(&waffle, &[8]).await;
    anna.shows("[data-result-lost]").await;
    anna.says("[data-winners]", "#8 @ben").await;
    app.archives(&waffle).await;
    anna.shows("[data-closed]").await;
    anna.reload().await;
    anna.shows("[data-result-lost]").await;
}

#[tokio::test]
async fn what_its_buyer_says_on_another_device_is_on_the_receipt_too() {
    let ((app, waffle), chromedriver) = (shop().await, Chromedriver::start());
    let receipt = app.claims(&waffle, &[3], "anna").await;
    let anna = chromedriver.open_phone(&app).await;
    // Pages don't all read at the same moment.
    anna.first_run("Math.random = () => 0.01").await;
    anna.goto(&receipt).await;
    anna.says("[data-live]", "Live").await;
    anna.shows("[data-say]").await;
    app.says_paid(&receipt, "by wallet").await;
    anna.shows("[data-said]").await;
    app.releases(&waffle, 3).await;
    anna.says("[data-spots]", "You no longer hold any spots from this claim.").await;
    assert_eq!(anna.count("[data-group], [data-due], [data-give-back]").await, 0);
}

#[tokio::test]
async fn deadlines_run_and_everything_is_done_by_keyboard() {
    let (app, chromedriver) = (TestApp::by_the_real_clock(&[]).await, Chromedriver::start());
    let waffle = app.waffle_of(&json!({"title": "Camera", "pay_within_minutes": 30}), &[]).await;
    let receipt = app.claims(&waffle, &[3, 4], "anna").await;
    let anna = chromedriver.open_phone(&app).await;
    anna.goto(&receipt).await;
    anna.says("[data-countdown]", "29:").await;
    tab_to(&anna, "#note").await;
    anna.key("by wallet").await;
    anna.key(key::ENTER).await;
    anna.says("[data-said]", "by wallet").await;
    tab_to(&anna, "[data-said] button").await;
    anna.key(key::ENTER).await;
    anna.says("main [role=status]", "Undone.").await;
    tab_to(&anna, "[data-give-back] summary").await;
    anna.key(key::ENTER).await;
    tab_to(&anna, "[data-tick='4'] input").await;
    anna.key(" ").await;
    tab_to(&anna, "[data-give-back] button").await;
    anna.key(key::ENTER).await;
    anna.says("h1", "Give spot 4 back?").await;
    tab_to(&anna, "main form button").await;
    anna.key(key::ENTER).await;
    anna.says("[data-spots]", "3 unpaid").await;
    anna.says("#due-title", "To pay: $25.00").await;
}

#[tokio::test]
async fn a_claim_while_a_draw_is_locked_is_told_that_it_is_not_in_it_and_owes_nothing_afterwards() {
    let ((app, _beacon), chromedriver) = (app_with_beacon().await, Chromedriver::start());
    let wallet = [("wallet_a", "Honey Pay", "@golden")];
    let waffle = app.waffle_of(&json!({"title": "Camera", "pay_within_minutes": 600}), &wallet).await;
    app.sells(&waffle, &[1, 2], "ben").await;
    let (anna, holder) = tokio::join!(chromedriver.open_phone(&app), chromedriver.open_phone(&app));
    let receipt = app.claims(&waffle, &[5], "cleo").await;
    for (browser, path) in [(&anna, &waffle.page()), (&holder, &receipt)] {
        browser.goto(path).await;
        browser.says("[data-live]", "Live").await;
        browser.value("window.sameVisit = true").await;
    }
    holder.says("#due-title", "To pay: $25.00").await;
    assert_eq!(holder.count("[data-deadline]").await, 1);
    claim(&anna, &waffle).await;
    anna.value("window.sameVisit = true").await;
    anna.says("[data-outcome]", "To pay: $50.00.").await;

    let draws = format!("/api/admin/waffles/{}/draws", waffle.id);
    app.as_admin(&draws, &json!({})).await;
    anna.says("[data-outcome]", "But not in the draw: it’s locked").await;
    assert!(!anna.words("[data-outcome]").await.contains("To pay"));
    holder.learns("[data-out-waiting]", "Not in the draw: 5").await;
    holder.says("[data-kept]", "Your spots are kept until").await;
    assert_eq!(holder.count("#due-title, [data-deadline]").await, 0);
    app.as_admin(&format!("{draws}/1/void"), &json!({"reason": "Too early."})).await;
    anna.says("[data-outcome]", "To pay: $50.00.").await;
    holder.shows("#due-title").await;
    assert_eq!((holder.count("[data-out-waiting]").await, holder.count("[data-deadline]").await), (0, 1));

    anna.press("[data-outcome] > .actions button:last-child").await;
    assert_eq!(anna.count("[data-claim] [data-if-locked]").await, 0);
    app.as_admin(&draws, &json!({})).await;
    anna.says("[data-claim] > [data-if-locked]", "spots you claim now aren’t in it").await;
    anna.says("[data-legend-mine]", "yours: 3, 7 (2 not in the draw)").await;
    anna.value("document.querySelector('[data-n=\"9\"]').scrollIntoView({block: 'center'})").await;
    anna.press("[data-n='9']").await;
    anna.press("[data-claim-picked]").await;
    anna.says("[data-outcome]", "9 is yours! But not in the draw").await;
    holder.shows("[data-out-waiting]").await;
    app.clock.advance(Duration::from_secs(70));
    holder.learns("[data-out-unpaid]", "You owe nothing").await;
    holder.says("[data-spots]", "5 not paid, so not in the draw").await;
    holder.says("[data-winners]", "@ben").await;
    assert_eq!(holder.count("[data-due], [data-give-back], [data-out-waiting], [data-result-lost]").await, 0);
    anna.says("[data-winners]", "@ben").await;
    anna.says("[data-legend-mine]", "yours: 3, 7, 9 (3 not in the draw)").await;
    anna.shows("[data-pay-drawn]").await;
    app.pays(&waffle, 5).await;
    holder.learns("[data-out-paid]", "Paid, but not in the draw: 5").await;
    for browser in [&anna, &holder] {
        assert_eq!(browser.value("window.sameVisit").await, true, "it was not loaded again");
        assert_eq!(browser.complaints().await, [""; 0]);
    }
    app.as_admin(&format!("/api/admin/waffles/{}/clear-winner", waffle.id), &json!({})).await;
    anna.says("[data-legend-mine]", "yours: 3, 7, 9 ($75.00 to pay)").await;
    holder.shows("[data-all-paid]").await;
}
