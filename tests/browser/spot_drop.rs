//! The whole evening of a drop on phones, from the countdown to the report: forty buyers, two of them in browsers.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::json;

use crate::app::{TestApp, answer};
use crate::browser::Browser;
use crate::chromedriver::Chromedriver;
use crate::money_desk::claim;
use crate::opening::WRONG_CLOCK;
use crate::selling::sign_in;
use crate::shop::Waffle;

const TERMS: &str =
    r#"{"title": "Golden Hour", "total_spots": 100, "pay_within_minutes": 30, "max_spots_per_handle": 5}"#;

/// Claims on a board that has just opened by itself, and goes to the receipt.
async fn buy(buyer: &Browser, number: u32, handle: &str) {
    buyer.shows("[data-claim]").await;
    buyer.press(&format!("[data-n='{number}']")).await;
    buyer.fill("#handle", handle).await;
    buyer.press("[data-claim-picked]").await;
    buyer.says("[data-outcome]", &format!("{number} is yours!")).await;
    buyer.press("[data-outcome] a[href^='/claim/']").await;
    buyer.says("h1", &format!("Your spots, @{handle}")).await;
    buyer.says("[data-live]", "Live").await;
}

/// 38 buyers with a spot each, and thirty handles that one connection makes up. Returns the receipts of the buyers.
async fn crowd(app: &TestApp, waffle: &Waffle) -> Vec<String> {
    let mut receipts = Vec::new();
    for number in 3..=40 {
        let (handle, address) = (format!("buyer{number:02}"), format!("203.0.113.{number}"));
        receipts.push(claim(app, waffle, &[number], (&handle, &address)).await);
    }
    for number in 41..=70 {
        claim(app, waffle, &[number], (&format!("bot{number}"), "198.51.100.7")).await;
    }
    receipts
}

/// The 25 payments that came in, as an app writes them: of the buyers 3 to 27.
fn payments() -> String {
    let line = |number: u32| match number % 3 {
        0 => format!("@buyer{number:02} sent you $25.00"),
        1 => format!("2026-06-01,\"buyer{number:02}\",\"25,00\""),
        _ => format!("You got $25 from BUYER{number:02}. Balance: $1,250.00"),
    };
    (3..=27).map(line).collect::<Vec<_>>().join("\n")
}

async fn mark_what_came_in(seller: &Browser, manage: &str) {
    seller.press("a[href$='/payments']").await;
    seller.fill("#text", &payments()).await;
    seller.press("main .panel .button").await;
    seller.says(".found-bar", "Mark 25 payments paid ($625.00)").await;
    seller.press(".found-bar .button").await;
    seller.says("[data-desk-totals]", "45 of 70 buyers owe $1,125.00").await;
    // One of them had paid for something else.
    seller.goto(&format!("{manage}/buyer?handle=buyer27")).await;
    seller.press("form[action$='/unpay'] .button").await;
    seller.says("main [role=status]", "Marked unpaid: 27.").await;
}

/// Marks paid, on the money desk, who says so there.
async fn believe(seller: &Browser, handle: &str) {
    seller.says(&format!("[data-buyer={handle}]"), "Says paid").await;
    seller.press(&format!("[data-buyer={handle}] [data-pay]")).await;
    seller.says("[data-flash]", &format!("@{handle} has paid $25.00")).await;
}

async fn say_paid(app: &TestApp, receipt: &str) {
    let path = format!("/api/receipts/{}/paid", receipt.trim_start_matches("/claim/"));
    let answer = answer(app.request(Method::POST, &path).json(&json!({"note": "by wallet"}))).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
}

/// Lets the time of a buyer to pay be over.
async fn be_late(app: &TestApp, waffle: &Waffle, (handle, number): (&str, usize)) {
    app.sql(&format!(
        "UPDATE spots SET pay_by = now() - interval '1 second' WHERE claimed_by_handle = '{handle}';
         UPDATE waffles SET next_pay_by = now() - interval '1 second'"
    ))
    .await;
    let free = |answer: &crate::app::Answer| answer.json()[number - 1]["status"] == "available";
    app.becomes(&format!("/api/waffles/{}/spots", waffle.slug), free).await;
}

#[tokio::test]
async fn the_evening_of_a_drop_ends_with_nothing_owed_and_a_report_that_agrees() {
    let (app, chromedriver) = (TestApp::by_the_real_clock(&[]).await, Chromedriver::start());
    let (seller, anna, ben) =
        tokio::join!(chromedriver.open_phone(&app), chromedriver.open_phone(&app), chromedriver.open_phone(&app));
    ben.first_run(WRONG_CLOCK).await;
    let mut draft: serde_json::Value = serde_json::from_str(TERMS).expect("terms");
    draft["opens_at"] = json!(app.clock.now() + TimeDelta::seconds(14));
    let waffle = app.waffle_of(&draft, &[]).await;
    let waits = async |buyer: &Browser| {
        buyer.goto(&waffle.page()).await;
        buyer.says("[data-tag]", "Opens soon").await;
    };
    tokio::join!(waits(&anna), waits(&ben));
    buy(&anna, 1, "anna").await;
    buy(&ben, 2, "ben").await;
    let receipts = crowd(&app, &waffle).await;

    let manage = waffle.manage();
    sign_in(&seller, &manage).await;
    seller.says("[data-desk-totals]", "70 of 70 buyers owe $1,750.00").await;
    mark_what_came_in(&seller, &manage).await;
    seller.says("[data-desk-totals]", "46 of 70 buyers owe $1,150.00").await;

    // Three say that they have paid.
    anna.press("[data-say] button").await;
    anna.says("[data-said]", "You said that you paid").await;
    for place in [25, 26] {
        say_paid(&app, &receipts[place]).await;
    }
    seller.goto(&manage).await;
    for handle in ["anna", "buyer28", "buyer29"] {
        believe(&seller, handle).await;
    }
    anna.shows("[data-all-paid]").await;
    // One gives his spot back.
    ben.press("[data-give-back] summary").await;
    ben.press("[data-tick='2'] input").await;
    ben.press("[data-give-back] button").await;
    ben.press("form[action$='/give-back'] .primary").await;
    ben.says("[data-spots]", "2 not yours any more").await;
    // One misspelled his handle, and one is too late, but is forgiven.
    seller.goto(&format!("{manage}/buyer?handle=buyer30")).await;
    seller.fill("#social_handle", "@buyer_30").await;
    seller.press("form[action$='/rename'] .button").await;
    seller.says("main [role=status]", "Renamed: 30.").await;
    be_late(&app, &waffle, ("buyer31", 31)).await;
    seller.press("a[href$='/expired']").await;
    seller.press(".debtor form .button").await;
    seller.says("main [role=status]", "Assigned: 31.").await;
    // One bursts in with thirty handles.
    seller.press("a[href$='/sources']").await;
    seller.says(".debtors", "30 spots, 30 unpaid").await;
    seller.press("[value][aria-label*='Release 30 unpaid']").await;
    seller.says("main [role=status]", "Released: 41-70.").await;
    // Grandma has no phone.
    seller.fill("#assign-handle", "grandma").await;
    seller.fill("#assign-numbers", "70, 71").await;
    seller.press("form[action$='/assign'] .button").await;
    seller.says("[data-flash]", "Assigned: 70, 71.").await;
    seller.press("form[action$='/pause'] .button").await;
    seller.says("[data-flash]", "Claims are paused").await;
    ben.goto(&waffle.page()).await;
    ben.says("[data-tag]", "Paused").await;
    seller.press("a[href$='?free']").await;
    seller.says("[data-flash]", "Copied").await;
    seller.press("form[action$='/pause'] .button").await;
    seller.says("[data-flash]", "Buyers can claim again.").await;
    ben.says("[data-tag]", "Open").await;

    // The last ones pay at the door.
    seller.goto(&manage).await;
    for handle in ["buyer27", "buyer_30", "buyer31", "grandma"] {
        seller.press(&format!("[data-buyer={handle}] [data-pay]")).await;
        seller.says("[data-flash]", &format!("@{handle} has paid")).await;
    }
    for number in 32..=40 {
        seller.goto(&format!("{manage}/buyer?handle=buyer{number}")).await;
        seller.press("form[action$='/release'] .quiet").await;
        seller.says("main [role=status]", &format!("Released: {number}.")).await;
    }
    seller.says("[data-desk-totals]", "Nothing is owed. 31 buyers paid $800.00.").await;
    app.draws(&waffle, &[1]).await;
    anna.shows("[data-result-won]").await;
    anna.says("[data-winners]", "#1 @anna").await;
    seller.goto("/admin/reports").await;
    seller.says("main", "$800.00").await;
    for browser in [&seller, &anna, &ben] {
        let mut complaints = browser.complaints().await;
        complaints.retain(|it| !it.contains("closed before the connection is established"));
        assert_eq!(complaints, [""; 0]);
    }
}
