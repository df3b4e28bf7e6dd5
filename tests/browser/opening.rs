//! Boards that open by themselves, and pauses.

use chrono::TimeDelta;
use serde_json::json;

use crate::app::TestApp;
use crate::browser::Browser;
use crate::chromedriver::Chromedriver;

/// A device whose clock is three hours ahead.
pub(crate) const WRONG_CLOCK: &str = "const Right = Date;
    window.Date = class extends Right {
        constructor(...parts) {
            if (parts.length) super(...parts);
            else super(Right.now() + 10_800_000);
        }
        static now() { return Right.now() + 10_800_000; }
    };";

async fn waits(browser: &Browser) {
    browser.says("[data-live]", "Live").await;
    browser.says("[data-tag]", "Opens soon").await;
    browser.says("[data-countdown]", "0:").await;
    assert_eq!(browser.count("[data-claim]").await, 0, "nothing can be claimed yet");
}

#[tokio::test]
async fn open_boards_open_by_themselves_by_the_servers_clock() {
    let (app, chromedriver) = (TestApp::by_the_real_clock(&[]).await, Chromedriver::start());
    let (anna, ben) = tokio::join!(chromedriver.open_phone(&app), chromedriver.open_phone(&app));
    let carl = chromedriver.open_phone(&app).await;
    ben.first_run(WRONG_CLOCK).await;
    let opens_at = app.clock.now() + TimeDelta::seconds(25);
    let terms = json!({"title": "Camera", "opens_at": opens_at, "max_spots_per_handle": 2, "pay_within_minutes": 30});
    let waffle = app.waffle_of(&terms, &[]).await;
    for browser in [&anna, &ben] {
        browser.goto(&waffle.page()).await;
        browser.value("window.sameVisit = true").await;
        waits(browser).await;
    }
    carl.goto("/").await;
    carl.says("[data-waffle] .facts", "opens ").await;
    assert_eq!(carl.words("[data-waffle] [data-tag]").await, "Opens soon");
    tokio::time::sleep((opens_at - app.clock.now() - TimeDelta::seconds(2)).to_std().unwrap_or_default()).await;
    for (browser, handle, number) in [(&anna, "anna", 3), (&ben, "ben", 4)] {
        browser.shows("[data-claim]").await;
        let early = opens_at - app.clock.now();
        assert!(early <= TimeDelta::zero(), "{early} before it is time");
        browser.says("[data-tag]", "Open").await;
        browser.says("[data-terms]", "At most 2 per buyer. 30 minutes to pay.").await;
        assert_eq!(browser.count("[data-opening]").await, 0);
        browser.press(&format!("[data-n='{number}']")).await;
        browser.fill("#handle", handle).await;
        browser.press("[data-claim-picked]").await;
        browser.says("[data-outcome]", &format!("{number} is yours!")).await;
        assert_eq!(browser.value("window.sameVisit").await, true, "it was not loaded again");
    }
    carl.becomes("document.querySelector('[data-waffle] [data-tag]').textContent.trim() === 'Open'").await;
    anna.press("[data-outcome] button:last-child").await;
    anna.press("[data-n='5']").await;
    anna.press("[data-n='6']").await;
    anna.press("[data-claim-picked]").await;
    anna.says("[data-outcome]", "A buyer can hold 2 spots here, and you hold 1").await;
}

#[tokio::test]
async fn a_pause_and_a_new_time_are_shown_live() {
    let (app, chromedriver) = (TestApp::by_the_real_clock(&[]).await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let anna = chromedriver.open_phone(&app).await;
    anna.goto(&waffle.page()).await;
    anna.says("[data-live]", "Live").await;
    anna.shows("[data-claim]").await;
    anna.press("[data-n='3']").await;
    anna.press("[data-n='7']").await;
    anna.says("[data-claim-picked]", "Claim 2").await;
    app.edits(&waffle, &json!({"claims_paused": true, "unlisted": true})).await;
    anna.shows("[data-paused]").await;
    anna.says("[data-tag]", "Paused").await;
    anna.shows("[data-unlisted]").await;
    assert_eq!(anna.count("[data-claim]").await, 0);
    let later = app.clock.now() + TimeDelta::hours(30);
    app.edits(&waffle, &json!({"claims_paused": false, "opens_at": later, "max_spots_per_handle": 1_000})).await;
    anna.says("[data-countdown]", "1 day, 5:59:").await;
    assert_eq!(anna.count("[data-paused], [data-claim]").await, 0);
    app.edits(&waffle, &json!({"opens_at": null, "pay_within_minutes": 120})).await;
    anna.shows("[data-claim]").await;
    anna.says("[data-claim-picked]", "Claim 2").await;
    assert_eq!(anna.count("[data-n][aria-selected=true]").await, 2, "what was picked before the pause");
    anna.says("[data-terms]", "At most 1,000 per buyer. 2 hours to pay.").await;
    anna.says("[data-tag]", "Open").await;
    assert_eq!(anna.complaints().await, [""; 0]);
}
