//! A browser that runs no scripts.

use waffle_tests::TestApp;
use waffle_tests::browser::chromedriver::Chromedriver;
use waffle_tests::browser::session::key;

use crate::selling::sign_in;

#[tokio::test]
async fn spots_are_claimed_with_plain_forms() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let anna = chromedriver.open_without_scripts(&app).await;
    anna.goto(&waffle.page()).await;
    assert_eq!(anna.value("document.documentElement.classList.contains('js')").await, false);
    anna.press("label.spot:has([value='3'])").await;
    anna.press("label.spot:has([value='4'])").await;
    anna.fill("#handle", "anna").await;
    app.claims(&waffle, &[4], "ben").await;
    anna.press("[data-claim-picked]").await;
    anna.says("[data-notice]", "4 was just taken").await;
    anna.press("[data-notice] button").await;
    anna.says("h1", "Your spots, @anna").await;
    anna.says("[data-spots]", "3 unpaid").await;

    anna.goto(&waffle.page()).await;
    anna.fill("#handle", "anna").await;
    anna.fill("#count", "2").await;
    anna.press("[data-claim-random]").await;
    anna.says("h1", "Your spots, @anna").await;
    anna.goto(&waffle.page()).await;
    assert_eq!(anna.value("document.querySelectorAll('#board [data-s=p]').length").await, 4);
}

#[tokio::test]
async fn a_receipt_works_with_plain_forms() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let receipt = app.claims(&waffle, &[3, 4], "anna").await;
    let anna = chromedriver.open_without_scripts(&app).await;
    anna.resize(390, 844).await;
    anna.goto(&receipt).await;
    anna.says("#due-title", "To pay: $50.00").await;
    anna.fill("#note", "by wallet").await;
    anna.press("[data-say] button").await;
    anna.says("[data-said]", "by wallet").await;
    anna.press("[data-said] button").await;
    anna.says("main [role=status]", "Undone.").await;

    anna.press("[data-give-back] summary").await;
    anna.press("[data-tick='4']").await;
    anna.press("[data-give-back] button").await;
    anna.says("h1", "Give spot 4 back?").await;
    anna.says("main", "$25.00").await;
    anna.press("main form button").await;
    anna.says("[data-spots]", "3 unpaid").await;
    assert_eq!(anna.count("[data-result-won], [data-result-lost]").await, 0);
}

#[tokio::test]
async fn what_a_seller_types_beside_payments_stays_in_plain_forms() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    app.claims(&waffle, &[3], "anna").await;
    app.claims(&waffle, &[4], "ben").await;
    let seller = chromedriver.open_without_scripts(&app).await;
    seller.resize(320, 700).await;
    sign_in(&seller, &format!("{}/payments", waffle.manage(""))).await;
    seller.fill("#text", "Kim Miller $25.00\nLee Long $25.00\nben $25").await;
    seller.press("main .panel .button").await;
    // Ben's line may be a note of the payment before, whose buyer no one knows.
    seller.says(".found-bar", "0 of 1 selected: $0.00").await;
    seller.fill("#who-1", "@Anna").await;
    seller.fill("#who-2", "nobody").await;
    // Enter in a field looks for the buyers, and marks nothing paid.
    seller.key(key::ENTER).await;
    seller.says(".found-line:nth-child(2)", "No buyer here has this handle.").await;
    let typed = seller.value("[...document.querySelectorAll('input[id^=who]')].map((it) => it.value)").await;
    assert_eq!(typed, serde_json::json!(["@Anna", "nobody"]));
    seller.says(".found-bar", "0 of 2 selected: $0.00").await;
    let width = seller.value("document.documentElement.scrollWidth").await;
    assert_eq!(width, 320);
    seller.resize(320, 1_600).await;
    seller.press("label.check:has([value^='anna:'])").await;
    seller.press("label.check:has([value^='ben:'])").await;
    seller.press(".found-bar .button").await;
    seller.says("main [role=status]", "Marked paid: 3, 4.").await;
}

#[tokio::test]
async fn the_pages_of_the_api_lead_to_each_other_and_links_to_each_endpoint() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let reader = chromedriver.open_without_scripts(&app).await;
    reader.goto("/api/docs").await;
    reader.press(".api-groups a[href='/api/docs/live-updates']").await;
    reader.says("h1", "Live updates").await;
    reader.press("a[rel=next]").await;
    reader.says("h1", "Account").await;
    reader.press(".crumb a").await;
    reader.says("h1", "API").await;
    reader.goto("/api/docs/claims#claimSpots").await;
    reader.shows("#claimSpots:target h2").await;
}
