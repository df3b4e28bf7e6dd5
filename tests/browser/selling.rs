//! A seller at work.

use std::time::Duration;

use waffle_tests::browser::Browser;
use waffle_tests::browser::chromedriver::Chromedriver;
use waffle_tests::{PASSWORD, TestApp};

/// Opens a page for sellers and signs in on the way.
pub(crate) async fn sign_in(browser: &Browser, leads_to: &str) {
    browser.goto(leads_to).await;
    browser.fill("#username", "admin").await;
    browser.fill("#password", PASSWORD).await;
    browser.press("main form button").await;
    is_signed_in(browser).await;
    assert_eq!(browser.path().await, leads_to.split('?').next().unwrap_or_default());
}

/// Waits for a page of the signed-in seller. The name is in the menu.
pub(crate) async fn is_signed_in(browser: &Browser) {
    browser.becomes("document.querySelector('form.who') !== null").await;
}

#[tokio::test]
async fn a_seller_creates_a_waffle_and_every_board_shows_what_is_paid() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let (seller, anna, ben) = tokio::join!(chromedriver.open(&app), chromedriver.open(&app), chromedriver.open(&app));
    sign_in(&seller, "/admin").await;
    seller.press("main a[href='/admin/waffles/new']").await;
    seller.fill("#title", "Golden Hour").await;
    seller.fill("#total_spots", "20").await;
    seller.fill("#spot_price", "12.50").await;
    seller.says("[data-full-sum]", "$250.00").await;
    seller.press("main form .primary").await;
    seller.says("[role=status]", "Post its link!").await;
    seller.press(".tabs a[href$='view=spots']").await;
    seller.says("[data-live]", "Live").await;

    for (browser, handle, numbers) in [(&anna, "anna", "3, 7"), (&ben, "ben", "10-14")] {
        browser.goto("/waffle/golden-hour").await;
        browser.fill("#numbers", numbers).await;
        browser.fill("#handle", handle).await;
        browser.press("[data-claim-picked]").await;
        browser.says("[data-outcome]", "are yours!").await;
    }
    seller.says("[data-count=p]", "7").await;
    seller.says("[data-number='7'] [data-handle]", "@anna").await;

    seller.press("[data-number='7'] [data-act=pay]").await;
    seller.says("[data-flash]", "Spot 7 is paid.").await;
    for number in 10..=12 {
        seller.press(&format!("[data-number='{number}'] [name=spot_ids]")).await;
    }
    seller.press("[data-bulk-pay]").await;
    seller.says("[data-flash]", "Marked paid: 10-12.").await;
    seller.press("[data-number='14'] [data-act=release]").await;
    seller.says(".told [role=status]", "Spot 14 is free again.").await;
    seller.says("[data-count=d]", "4").await;
    seller.says("[data-sum=d]", "$50.00").await;
    seller.says("[data-activity]", "admin: released (@ben)").await;

    for browser in [&anna, &ben] {
        for (number, state) in [(3, 'p'), (7, 'd'), (10, 'd'), (11, 'd'), (12, 'd'), (13, 'p'), (14, 'a')] {
            browser.becomes(format!("document.querySelector(\"[data-n='{number}']\").dataset.s === '{state}'")).await;
        }
    }
    seller.reload().await;
    seller.says("[data-rows]", "@ben").await;
    assert_eq!(seller.value("document.querySelectorAll('[data-rows] tr').length").await, 2, "what is left to do");
    assert_eq!(seller.complaints().await, [""; 0]);
}

#[tokio::test]
async fn the_same_again_is_two_presses_and_a_title_on_a_phone() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let seller = chromedriver.open_phone(&app).await;
    sign_in(&seller, "/admin").await;
    seller.press(".admin-card a[aria-label='Same again: Camera']").await;
    seller.says("[data-full-sum]", "$300.00").await;
    seller.fill("#title", "Lamp").await;
    seller.press("main form .primary").await;
    seller.says("[role=status]", "Post its link!").await;
    seller.says("h1", "Lamp").await;
    seller.goto("/admin").await;
    seller.press(&format!(".admin-card a[href='{}']", waffle.manage(""))).await;
    seller.says("h1", "Camera").await;
    assert_eq!(seller.complaints().await, [""; 0]);
}

#[tokio::test]
async fn the_live_page_does_not_reload_away_what_a_form_was_told() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    app.sells(&waffle, &[2, 5], "anna").await;
    let seller = chromedriver.open(&app).await;
    sign_in(&seller, &waffle.manage("")).await;
    let told = async |words: &str| seller.says(".notice[role=status]:not([hidden])", words).await;
    for _ in 0..3 {
        seller.says("[data-live]", "Live").await;
        seller.press(".tabs a[href$='/edit']").await;
        seller.press("form[action$='/archive'] button").await;
        told("archived").await;
        seller.press(".tabs a[href$='/edit']").await;
        seller.press("form[action$='/unarchive'] button").await;
        told("listed again").await;
    }
    seller.press("a[href$='view=draw']").await;
    seller.fill("#winning_spot_numbers", "2").await;
    seller.press("[data-picker] .primary").await;
    seller.press("main form .primary").await;
    told("drawn").await;
    seller.says("[data-live]", "Live").await;
    seller.press("main a[href$='/clear-winner']").await;
    seller.press("main form .danger").await;
    told("open again").await;
    seller.says("[data-live]", "Live").await;
    seller.press(".tabs a[href$='/edit']").await;
    seller.fill("#title", "Better camera").await;
    seller.press("main form .primary").await;
    told("Saved").await;
    seller.says("[data-live]", "Live").await;

    // Other people's changes still show immediately.
    app.archives(&waffle).await;
    seller.says("[data-tag]", "Archived").await;
    seller.press(".tabs a[href$='/edit']").await;
    seller.press("main a[href$='/delete']").await;
    seller.fill("#confirmation", "DELETE").await;
    seller.fill("#password", PASSWORD).await;
    seller.press("main form .danger").await;
    told("The waffle is deleted.").await;
}

#[tokio::test]
async fn released_spots_of_one_buyer_come_back_and_a_question_is_asked_before_more_would_be_lost() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    app.claims(&waffle, &[3, 4], "anna").await;
    app.claims(&waffle, &[7], "ben").await;
    let seller = chromedriver.open_phone(&app).await;
    sign_in(&seller, &waffle.manage("?view=spots")).await;
    seller.says("[data-live]", "Live").await;
    seller.press("[data-bulk-release]").await;
    seller.says("[data-flash]", "Select").await;
    for number in [3, 4] {
        seller.press(&format!("[data-number='{number}'] [name=spot_ids]")).await;
    }
    seller.press("[data-bulk-release]").await;
    seller.says(".told [role=status]", "Released: 3, 4.").await;
    seller.press(".told form[action$='/assign'] button").await;
    seller.says(".told [role=status]", "Assigned: 3, 4.").await;
    seller.goto(&waffle.manage("?view=spots")).await;
    seller.says("[data-live]", "Live").await;
    seller.press("[data-number='7'] [data-act=pay]").await;
    seller.says("[data-flash]", "Spot 7 is paid.").await;
    seller.press("[data-number='7'] [data-act=release]").await;
    seller.confirm().await;
    seller.says(".told [role=status]", "Spot 7 is free again.").await;
    seller.press(".told form[action$='/assign'] button").await;
    seller.says(".told [role=status]", "Assigned: 7.").await;
    seller.goto(&waffle.manage("?view=spots")).await;
    seller.press("[data-all]").await;
    seller.press("[data-bulk-release]").await;
    seller.confirm().await;
    seller.says(".told [role=status]", "Released: 3, 4, 7.").await;
    assert_eq!(seller.count(".told form").await, 0, "one claim can't give them back to two");
    assert_eq!(seller.complaints().await, [""; 0]);
}

#[tokio::test]
async fn after_a_press_at_the_end_of_the_list_its_last_row_can_be_scrolled_above_the_toast() {
    /// Scrolls to the end. Its value is where the last row ends then.
    const LAST: &str = "(scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }),
        document.querySelector('[data-rows] > :last-child').getBoundingClientRect().bottom)";
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    app.claims(&waffle, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], "anna").await;
    let phone = chromedriver.open_phone(&app).await;
    sign_in(&phone, &waffle.manage("?view=spots")).await;
    phone.says("[data-live]", "Live").await;
    // A long one, which fills the room that the end of the page leaves without it.
    let toast = "document.querySelector('[data-flash]')";
    phone.value(&format!("{toast}.style.minHeight = innerHeight - {LAST} + 'px'")).await;
    phone.press("[data-number='12'] [data-act=pay]").await;
    phone.says("[data-flash]", "Spot 12 is paid.").await;
    phone.becomes(format!("{LAST} <= {toast}.getBoundingClientRect().top")).await;
}

#[tokio::test]
async fn the_list_of_spots_says_since_when_by_the_servers_clock_also_after_what_happens_live() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    app.claims(&waffle, &[2], "ben").await;
    let seller = chromedriver.open(&app).await;
    seller.travel("Europe/Berlin").await;
    sign_in(&seller, &waffle.manage("?status=all")).await;
    seller.goes_live().await;
    let since = async |number: u32, time: &str| {
        let cell = format!("[data-number='{number}'] [data-when]");
        seller.says(&cell, &format!("1 Jun 2026, {time}")).await;
    };
    since(2, "14:00:00").await;
    // The servers of tests live in the past.
    app.clock.advance(Duration::from_secs(7));
    app.claims(&waffle, &[3], "anna").await;
    since(3, "14:00:07").await;
    app.clock.advance(Duration::from_secs(7));
    seller.press("[data-number='3'] [data-act=pay]").await;
    since(3, "14:00:14").await;
    since(2, "14:00:00").await;
    assert_eq!(seller.complaints().await, [""; 0]);
}
