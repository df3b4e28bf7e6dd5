//! Buyers who look for their spots.

use serde_json::json;
use waffle_tests::browser::Browser;
use waffle_tests::browser::chromedriver::Chromedriver;
use waffle_tests::browser::session::key;
use waffle_tests::{TestApp, Waffle};

use crate::selling::sign_in;

const FIELD: &str = "#find-handle";

/// Claims two spots on the board.
async fn claim(buyer: &Browser, waffle: &Waffle) {
    buyer.goto(&waffle.page()).await;
    buyer.fill("#numbers", "3, 7").await;
    buyer.fill("#handle", "anna").await;
    buyer.press("[data-claim-picked]").await;
    buyer.says("[data-outcome]", "are yours!").await;
}

#[tokio::test]
async fn a_buyer_finds_what_the_handle_holds_and_the_handle_is_remembered() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("“Golden” camera", 12).await;
    app.claims(&waffle, &[7], "ben").await;
    let anna = chromedriver.open_phone(&app).await;
    anna.goto(&waffle.page()).await;
    anna.fill("#numbers", "3-5").await;
    anna.fill("#handle", "@Anna").await;
    anna.press("[data-claim-picked]").await;
    anna.says("[data-outcome]", "3-5 are yours!").await;

    anna.goto("/").await;
    anna.becomes(format!("document.querySelector('{FIELD}').value === 'anna'")).await;
    anna.press("[data-find] button").await;
    anna.says("h1", "@anna").await;
    assert_eq!(anna.path().await, "/buyer/anna");
    anna.says(".notice", "$75.00 to pay for 3 spots").await;
    anna.says(".history", "“Golden” camera").await;
    anna.says(".history", "pending spots 3-5 to pay $75.00").await;

    anna.fill(FIELD, "b e n").await;
    anna.key(key::ENTER).await;
    anna.says("#find-error", "A handle can only have letters").await;
    assert_eq!(anna.value(&format!("document.querySelector('{FIELD}').value")).await, "b e n", "what was typed stays");
    anna.fill(FIELD, "@Ben").await;
    anna.key(key::ENTER).await;
    anna.says("h1", "@ben").await;
    anna.fill(FIELD, "nobody").await;
    anna.key(key::ENTER).await;
    anna.says(".empty", "Is it spelled right?").await;
    anna.press(".empty a").await;
    anna.says("h1", "All waffles").await;
}

#[tokio::test]
async fn a_handle_of_two_dots_has_a_page_too() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    app.sells(&waffle, &[1, 2], "..").await;
    let buyer = chromedriver.open(&app).await;
    buyer.goto(&waffle.page()).await;
    buyer.says("[data-live]", "Live").await;
    app.draws(&waffle, &[2]).await;
    buyer.press("[data-winners] a").await;
    buyer.says("h1", "@..").await;
    buyer.press(".buyer-head a").await;
    buyer.says(".buyer-card", "@..").await;
    buyer.goto("/buyer").await;
    buyer.fill(FIELD, "..").await;
    buyer.press("[data-find] button").await;
    buyer.says("h1", "@..").await;
    assert_eq!(buyer.path().await, "/buyer/@..");
    buyer.says(".counts", "Win 1 Loss 1").await;
}

#[tokio::test]
async fn the_home_page_shows_what_was_claimed_on_this_device_as_it_stands() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let (anna, ben) = tokio::join!(chromedriver.open_phone(&app), chromedriver.open_phone(&app));
    anna.goto("/").await;
    assert_eq!(anna.value("document.querySelector('[data-mine]').hidden").await, true);
    claim(&anna, &waffle).await;
    anna.goto("/").await;
    anna.says("[data-mine]", "Your spots Camera 3, 7 unpaid").await;
    app.pays(&waffle, 3).await;
    app.pays(&waffle, 7).await;
    anna.goto("/").await;
    anna.says("[data-mine]", "Camera 3, 7 paid").await;
    app.draws(&waffle, &[7]).await;
    anna.goto("/").await;
    anna.says("[data-mine]", "Camera 3, 7 winner").await;
    anna.press("[data-mine] a").await;
    anna.says("main", "Camera").await;
    ben.goto("/").await;
    ben.says("h1", "Hot spots").await;
    assert_eq!(ben.value("document.querySelector('[data-mine]').hidden").await, true, "it is another device");
    app.archives(&waffle).await;
    app.deletes(&waffle).await;
    anna.goto("/").await;
    anna.becomes("!localStorage.getItem('waffle.receipts').includes('token')").await;
    assert_eq!(anna.complaints().await.len(), 1, "the receipt is gone");
}

#[tokio::test]
async fn the_home_page_shows_spots_that_are_held_however_many_others_are_not_any_more() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let mut saved = Vec::new();
    for number in 1..=6 {
        let receipt = app.claims(&waffle, &[number], "anna").await;
        let token = receipt.trim_start_matches("/claim/");
        saved.insert(0, json!({"waffle": waffle.id, "token": token, "numbers": number.to_string()}));
    }
    for number in 2..=6 {
        app.releases(&waffle, number).await;
    }
    let anna = chromedriver.open_phone(&app).await;
    anna.goto("/about").await;
    anna.value(&format!("localStorage.setItem('waffle.receipts', JSON.stringify({}))", json!(saved))).await;
    anna.goto("/").await;
    anna.says("[data-mine]", "Your spots Camera 1 unpaid").await;
    assert_eq!(anna.value("document.querySelectorAll('[data-mine] li').length").await, 1);
    assert_eq!(anna.complaints().await, [""; 0]);
}

#[tokio::test]
async fn what_was_claimed_is_forgotten_on_a_device_that_others_use_and_stays_claimed() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let anna = chromedriver.open_phone(&app).await;
    claim(&anna, &waffle).await;
    anna.goto("/").await;
    anna.says("[data-mine]", "Camera 3, 7 unpaid").await;
    assert_eq!(anna.value("document.querySelector('[data-find] input').value").await, "anna");
    assert_eq!(anna.count("[data-forget], [data-forgotten]").await, 0, "it asks first");
    anna.press("[data-forgettable] summary").await;
    anna.says("[data-forgettable]", "The spots stay claimed").await;
    anna.press("[data-forget]").await;
    anna.says("[data-forgotten]", "Forgotten on this device.").await;
    assert_eq!(anna.value("document.activeElement.matches('[data-forgotten]')").await, true);
    assert_eq!(anna.value("document.querySelector('[data-find] input').value").await, "");
    assert_eq!(anna.value("Object.values(localStorage).join('')").await, "[]");
    for page in ["/", &waffle.page()] {
        anna.goto(page).await;
        anna.goes_live().await;
        assert_eq!(anna.count("[data-mine-list], [data-receipts] a, .legend [data-mine]").await, 0, "{page}");
    }
    assert_eq!(anna.value("document.querySelector('#handle').value").await, "");
    anna.says("[data-n='3']", "anna").await;
    assert_eq!(anna.complaints().await, [""; 0]);
}

#[tokio::test]
async fn a_sellers_sign_out_spares_what_was_claimed_on_this_device() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let anna = chromedriver.open(&app).await;
    claim(&anna, &waffle).await;
    sign_in(&anna, "/admin").await;
    anna.press("[popovertarget=menu]").await;
    anna.press("form.who button").await;
    anna.shows("#username").await;
    anna.goto("/").await;
    anna.says("[data-mine]", "Camera 3, 7 unpaid").await;
    assert_eq!(anna.value("document.querySelector('[data-find] input').value").await, "anna");
}
