//! Boards that open by themselves, and pauses.

use chrono::TimeDelta;
use serde_json::json;
use waffle_tests::TestApp;
use waffle_tests::browser::Browser;
use waffle_tests::browser::chromedriver::Chromedriver;

use crate::selling::sign_in;

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
    anna.says("[data-outcome]", "At most 2 per buyer, and you hold 1.").await;
    anna.press("[data-claim-picked]").await;
    anna.says("[data-outcome]", "5 is yours!").await;
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

#[tokio::test]
async fn who_has_no_time_zone_writes_the_opening_in_the_devices_and_reads_it_so() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let seller = chromedriver.open_phone(&app).await;
    seller.travel("America/New_York").await;
    sign_in(&seller, "/admin/waffles/new").await;
    seller.says("[data-zone-name]", "America/New_York").await;
    assert_eq!(seller.count("[data-waffle-form] [data-opens]").await, 0);
    for (field, text) in [("#title", "Camera"), ("#spot_price", "free")] {
        seller.fill(field, text).await;
    }
    // Typed keys depend on the language of the device.
    let typed = "(() => { const it = document.querySelector('#opens_at'); it.value = '2026-06-02T20:00';
        it.dispatchEvent(new Event('input', {bubbles: true})); return true; })()";
    seller.value(typed).await;
    seller.says("[data-opens]", "Opens Tue 2 Jun 2026, 20:00 (New York)").await;
    seller.press("[data-waffle-form] .primary").await;
    seller.says("main [role=alert]", "Not created yet").await;
    seller.says("[data-opens]", "Opens Tue 2 Jun 2026, 20:00 (New York)").await;
    seller.says("[data-zone-name]", "America/New_York").await;
    assert!(seller.complaints().await.iter().all(|it| it.contains("400 (Bad Request)")));
    seller.fill("#spot_price", "25").await;
    seller.press("[data-waffle-form] .primary").await;
    seller.says("main [role=status]", "It opens Tue 2 Jun 2026, 20:00 (New York): share the link now.").await;
    assert_eq!(app.get("/api/waffles/camera").await.json()["opens_at"], "2026-06-03T00:00:00Z");
    seller.says("[data-terms]", "Opens Tue 2 Jun 2026, 20:00 (New York).").await;

    // The same moment, elsewhere; and it stays when the form is sent as it came.
    seller.travel("Asia/Kolkata").await;
    seller.press("[data-terms] a").await;
    seller.says("[data-opens]", "Opens Wed 3 Jun 2026, 05:30 (").await;
    assert_eq!(seller.value("document.querySelector('#opens_at').value").await, "2026-06-03T05:30");
    seller.press("[data-waffle-form] .primary").await;
    seller.says("main [role=status]", "Saved.").await;
    assert_eq!(app.get("/api/waffles/camera").await.json()["opens_at"], "2026-06-03T00:00:00Z");

    app.sql("UPDATE admins SET timezone = 'Europe/Berlin'").await;
    seller.press("[data-terms] a").await;
    seller.says("[data-opens]", "Opens Wed 3 Jun 2026, 02:00 (Berlin)").await;
    seller.says("[data-zone-name]", "Europe/Berlin").await;
    assert_eq!(seller.complaints().await, [""; 0]);
}

#[tokio::test]
async fn a_sellers_page_tells_when_it_opens_and_changes_by_itself() {
    let (app, chromedriver) = (TestApp::by_the_real_clock(&[]).await, Chromedriver::start());
    let seller = chromedriver.open_phone(&app).await;
    let opens_at = app.clock.now() + TimeDelta::seconds(8);
    let waffle = app.waffle_of(&json!({"title": "Camera", "opens_at": opens_at}), &[]).await;
    sign_in(&seller, &waffle.manage("")).await;
    seller.value("window.sameVisit = true").await;
    seller.says("[data-tag]", "Scheduled").await;
    seller.says("[data-terms]", "Opens ").await;
    seller.becomes("document.querySelector('[data-tag]').textContent.trim() === 'Open'").await;
    assert!(app.clock.now() >= opens_at, "not before it is time");
    seller.says("[data-terms]", "Opened ").await;
    app.edits(&waffle, &json!({"claims_paused": true, "opens_at": opens_at + TimeDelta::hours(5)})).await;
    seller.says("[data-tag]", "Paused").await;
    seller.says("[data-terms]", "Opens ").await;
    assert_eq!(seller.value("window.sameVisit").await, true, "it was not loaded again");
}
