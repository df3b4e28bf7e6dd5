//! The whole evening of a drop on phones, from the countdown to the report: forty buyers, two of them in browsers; with
//! a finger, with the keyboard alone, and without scripts.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::json;
use waffle_tests::browser::chromedriver::Chromedriver;
use waffle_tests::browser::{Browser, Hand};
use waffle_tests::{TestApp, Waffle, answer};

use crate::money_desk::claim;
use crate::opening::WRONG_CLOCK;
use crate::selling::sign_in;

const TERMS: &str =
    r#"{"title": "Golden Hour", "total_spots": 100, "pay_within_minutes": 30, "max_spots_per_handle": 5}"#;

/// Waits until the money desk says what was done.
async fn done(seller: &Browser, words: &str) {
    let place = if seller.hand == Hand::PlainForms { "main [role=status]:not([data-flash])" } else { "[data-flash]" };
    seller.says(place, words).await;
}

/// Claims on a board that has just opened by itself, and goes to the receipt.
async fn buy(buyer: &Browser, number: u32, handle: &str) {
    buyer.learns(":root:not(:has([data-opening]:not([hidden])))", "").await;
    buyer.shows("[data-claim]").await;
    let spot = match buyer.hand {
        Hand::PlainForms => format!("label.spot:has([value='{number}'])"),
        Hand::Finger | Hand::Keys => format!("[data-n='{number}']"),
    };
    buyer.press(&spot).await;
    buyer.fill("#handle", handle).await;
    buyer.press("[data-claim-picked]").await;
    if buyer.hand != Hand::PlainForms {
        buyer.says("[data-outcome]", &format!("{number} is yours!")).await;
        buyer.press("[data-outcome] a[href^='/claim/']").await;
        buyer.says("[data-live]", "Live").await;
    }
    buyer.says("h1", &format!("Your spots, @{handle}")).await;
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
        _ => format!("You got $25 from BUYER{number:02}."),
    };
    (3..=27).map(line).collect::<Vec<_>>().join("\n")
}

async fn mark_what_came_in(seller: &Browser, manage: &str) {
    seller.press("a[href$='/payments']").await;
    seller.fill("#text", &payments()).await;
    seller.press("main .panel .button").await;
    seller.says(".found-bar", "Mark selected payments paid 25 of 25 selected: $625.00").await;
    seller.press(".found-bar .button").await;
    seller.says("[data-desk-totals]", "45 of 70 buyers owe $1,125.00").await;
    // One of them had paid for something else.
    seller.goto(&format!("{manage}/buyer?handle=buyer27")).await;
    seller.press("button[formaction$='/unpay']").await;
    seller.says("main [role=status]", "Marked unpaid: 27.").await;
}

/// Marks what a buyer owes paid, on the money desk.
async fn pay(seller: &Browser, handle: &str, (spots, sum): (&str, &str)) {
    seller.press(&format!("[data-buyer={handle}] [data-pay]")).await;
    let words = match seller.hand {
        Hand::PlainForms => spots.into(),
        Hand::Finger | Hand::Keys => format!("@{handle} has paid {sum}"),
    };
    done(seller, &words).await;
}

/// Marks paid, on the money desk, the buyers who say so there.
async fn believe(seller: &Browser, handle: &str, number: u32) {
    seller.says(&format!("[data-buyer={handle}]"), "Says paid").await;
    pay(seller, handle, (&format!("Spot {number} is paid."), "$25.00")).await;
}

async fn say_paid(app: &TestApp, receipt: &str) {
    let path = format!("/api/receipts/{}/paid", receipt.trim_start_matches("/claim/"));
    let answer = answer(app.request(Method::POST, &path).json(&json!({"note": "by wallet"}))).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
}

/// Lets a buyer's time to pay pass.
async fn be_late(app: &TestApp, waffle: &Waffle, (handle, number): (&str, usize)) {
    app.sql(&format!(
        "UPDATE spots SET pay_by = now() - interval '1 second' WHERE claimed_by_handle = '{handle}';
         UPDATE waffles SET next_pay_by = now() - interval '1 second'"
    ))
    .await;
    let free = |answer: &waffle_tests::Answer| answer.json()[number - 1]["status"] == "available";
    app.becomes(&format!("/api/waffles/{}/spots", waffle.slug), free).await;
}

struct Evening {
    app: TestApp,
    waffle: Waffle,
    seller: Browser,
    anna: Browser,
    ben: Browser,
}

impl Evening {
    /// Two wait for a waffle, which then opens in some seconds. One of them has a wrong clock.
    async fn begin(chromedriver: &Chromedriver, hand: Hand) -> Self {
        let app = TestApp::by_the_real_clock(&[]).await;
        let open = || chromedriver.open_phone_for(&app, hand);
        let (seller, anna, ben) = tokio::join!(open(), open(), open());
        ben.first_run(WRONG_CLOCK).await;
        let mut draft: serde_json::Value = serde_json::from_str(TERMS).expect("terms");
        draft["opens_at"] = json!(app.clock.now() + TimeDelta::days(1));
        let waffle = app.waffle_of(&draft, &[]).await;
        let waits = async |buyer: &Browser| {
            buyer.goto(&waffle.page()).await;
            buyer.says("[data-tag]", "Opens soon").await;
            let advice = if hand == Hand::PlainForms { "Reload this page then." } else { "Keep this page open" };
            buyer.says("[data-opening]", &format!("Spots can be claimed from then on. {advice}")).await;
        };
        tokio::join!(waits(&anna), waits(&ben));
        app.edits(&waffle, &json!({"opens_at": app.clock.now() + TimeDelta::seconds(4)})).await;
        Self { app, waffle, seller, anna, ben }
    }

    fn manage(&self) -> String {
        self.waffle.manage("")
    }

    async fn of_buyer(&self, handle: &str) {
        self.seller.goto(&format!("{}/buyer?handle={handle}", self.manage())).await;
    }

    /// Three say that they have paid, one gives a spot back.
    async fn hear_buyers(&self, receipts: &[String]) {
        let Self { app, seller, anna, ben, .. } = self;
        anna.press("[data-say] button").await;
        anna.says("[data-said]", "You told the seller you paid").await;
        for place in [25, 26] {
            say_paid(app, &receipts[place]).await;
        }
        seller.goto(&self.manage()).await;
        for (handle, number) in [("anna", 1), ("buyer28", 28), ("buyer29", 29)] {
            believe(seller, handle, number).await;
        }
        anna.learns("[data-all-paid]", "").await;
        ben.press("[data-give-back] summary").await;
        ben.press(if ben.hand == Hand::PlainForms { "[data-tick='2']" } else { "[data-tick='2'] input" }).await;
        ben.press("[data-give-back] button").await;
        ben.press("form[action$='/give-back'] .primary").await;
        ben.says("[data-spots]", "You no longer hold any spots from this claim.").await;
    }

    /// One misspelled a handle, one is too late, but is forgiven, and one comes with thirty handles.
    async fn settle(&self) {
        let Self { app, waffle, seller, .. } = self;
        self.of_buyer("buyer30").await;
        seller.fill("#social_handle", "@buyer_30").await;
        seller.press("[formaction$='/rename']").await;
        seller.says("main [role=status]", "Renamed: 30.").await;
        be_late(app, waffle, ("buyer31", 31)).await;
        seller.press("a[href$='/expired']").await;
        seller.press(".debtor form .button").await;
        seller.says("main [role=status]", "Assigned: 31.").await;
        seller.press("a[href$='/sources']").await;
        seller.says(".debtors", "30 spots, 30 unpaid").await;
        seller.press("[value][aria-label*='Release 30 unpaid']").await;
        seller.says("h1", "Release 30 spots of 30 handles?").await;
        seller.press("main form .danger").await;
        seller.says("main [role=status]", "Released: 41-70.").await;
    }

    /// Grandma has no phone; and during a pause the seller posts which spots are free.
    async fn assign_and_pause(&self) {
        let Self { seller, ben, .. } = self;
        seller.fill("#assign-handle", "grandma").await;
        seller.fill("#assign-numbers", "70, 71").await;
        seller.press("form[action$='/assign'] .button").await;
        done(seller, "Assigned: 70, 71.").await;
        seller.press("form[action$='/pause'] .button").await;
        done(seller, "Claims are paused").await;
        ben.goto(&self.waffle.page()).await;
        ben.says("[data-tag]", "Paused").await;
        seller.press("a[href$='?free']").await;
        if seller.hand == Hand::PlainForms {
            seller.says("body", "2, 41-69, 72-100").await;
            seller.goto(&self.manage()).await;
        } else {
            done(seller, "Copied").await;
        }
        seller.press("form[action$='/pause'] .button").await;
        done(seller, "Buyers can claim again.").await;
        ben.learns("[data-tag]", "Open").await;
    }

    /// The last ones pay at the door, or lose their spots.
    async fn collect(&self) {
        let seller = &self.seller;
        seller.goto(&self.manage()).await;
        for (handle, number) in [("buyer27", 27), ("buyer_30", 30), ("buyer31", 31)] {
            pay(seller, handle, (&format!("Spot {number} is paid."), "$25.00")).await;
        }
        pay(seller, "grandma", ("Marked paid: 70, 71.", "$50.00")).await;
        for number in 32..=40 {
            self.of_buyer(&format!("buyer{number}")).await;
            seller.press("button[formaction$='/release']").await;
            seller.says("main [role=status]", &format!("Released: {number}.")).await;
        }
        seller.says("[data-desk-totals]", "Nothing is owed. 31 buyers paid $800.00.").await;
    }

    async fn draw(&self) {
        let Self { seller, anna, .. } = self;
        seller.goto(&format!("{}/winner", self.manage())).await;
        seller.fill("#winning_spot_numbers", "1").await;
        seller.press("main form .primary").await;
        seller.says("h1", "Is this the winner?").await;
        seller.press("main form .primary").await;
        seller.says(".notice.win", "#1 @anna").await;
        anna.learns("[data-result-won]", "").await;
        anna.says("[data-winners]", "#1 @anna").await;
    }
}

/// Ends with nothing owed, and a report that agrees.
async fn play(hand: Hand) {
    let chromedriver = Chromedriver::start();
    let evening = Evening::begin(&chromedriver, hand).await;
    let Evening { app, waffle, seller, anna, ben } = &evening;
    buy(anna, 1, "anna").await;
    buy(ben, 2, "ben").await;
    let receipts = crowd(app, waffle).await;

    sign_in(seller, &evening.manage()).await;
    seller.says("[data-desk-totals]", "70 of 70 buyers owe $1,750.00").await;
    mark_what_came_in(seller, &evening.manage()).await;
    seller.says("[data-desk-totals]", "46 of 70 buyers owe $1,150.00").await;
    evening.hear_buyers(&receipts).await;
    evening.settle().await;
    evening.assign_and_pause().await;
    evening.collect().await;
    evening.draw().await;
    seller.goto("/admin/reports").await;
    seller.says("main", "$800.00").await;
    for browser in [seller, anna, ben] {
        let mut complaints = browser.complaints().await;
        complaints.retain(|it| !it.contains("closed before the connection is established"));
        assert_eq!(complaints, [""; 0]);
    }
}

#[tokio::test]
async fn the_evening_of_a_drop_ends_with_nothing_owed_and_a_report_that_agrees() {
    play(Hand::Finger).await;
}

#[tokio::test]
async fn the_same_evening_goes_by_keyboard_alone() {
    play(Hand::Keys).await;
}

#[tokio::test]
async fn the_same_evening_goes_without_scripts() {
    play(Hand::PlainForms).await;
}
