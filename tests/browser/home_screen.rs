//! The site on a home screen, and without a connection.

use serde_json::json;
use waffle_test_databases::TestDatabase;
use waffle_tests::browser::Browser;
use waffle_tests::browser::chromedriver::Chromedriver;
use waffle_tests::{TestApp, Waffle};

use crate::selling::sign_in;

/// What the service worker keeps: for each cache the paths in it, without hashes.
const KEPT: &str = "caches.keys().then((names) => Promise.all(names.map(async (name) => {
    const requests = await (await caches.open(name)).keys();
    return requests.map(({ url }) => new URL(url).pathname.replace(/[.][0-9a-f]{12}[.]/, '.')).sort();
})))";

/// Resolves once the service worker is at work.
const AT_WORK: &str = "navigator.serviceWorker.ready.then(({ active }) => new Promise((done) => {
    const look = () => { if (active.state === 'activated') done(true); };
    active.addEventListener('statechange', look);
    look();
}))";

/// Opens a page, and the same again with the service worker.
async fn open_twice(browser: &Browser, path: &str) {
    browser.goto(path).await;
    assert_eq!(browser.value(AT_WORK).await, true);
    browser.goto(path).await;
    browser.becomes("navigator.serviceWorker.controller !== null").await;
}

/// Presses the button for another try, and waits for what comes.
async fn try_again(browser: &Browser) {
    browser.value("window.before = true").await;
    browser.press("main .button").await;
    browser.becomes("!window.before && document.readyState === 'complete'").await;
}

async fn claim(buyer: &Browser, waffle: &Waffle, number: u32, handle: &str) {
    buyer.goto(&waffle.page()).await;
    buyer.press(&format!("[data-n='{number}']")).await;
    buyer.fill("#handle", handle).await;
    buyer.press("[data-claim-picked]").await;
    buyer.says("[data-outcome]", "is yours!").await;
}

#[tokio::test]
async fn the_browser_finds_nothing_wrong_with_the_manifest() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let anna = chromedriver.open_phone(&app).await;
    anna.goto("/?lang=de").await;
    let manifest = anna.manifest().await;
    assert_eq!(manifest["errors"], json!([]));
    let address = manifest["url"].as_str().expect("an address");
    assert!(address.ends_with("/manifest.webmanifest?lang=de"), "{address}");
    assert_eq!(anna.complaints().await, [""; 0]);
}

#[tokio::test]
async fn the_browser_can_install_the_site_from_a_page_with_the_manifest() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let anna = chromedriver.open_whole(&app).await;
    anna.goto("/").await;
    assert_eq!(anna.value(AT_WORK).await, true);
    assert_eq!(anna.installability_errors().await, json!([]));
    anna.goto(&format!("{}/stage", waffle.page())).await;
    let errors = anna.installability_errors().await.to_string();
    assert!(errors.contains("manifest"), "the stage has none: {errors}");
}

#[tokio::test]
async fn without_a_connection_a_board_is_never_an_old_one_and_with_it_again_it_is_fresh() {
    let (database, chromedriver) = (TestDatabase::create().await.unwrap(), Chromedriver::start());
    let mut app = TestApp::on(&database.url(), &[]).await;
    let waffle = app.waffle("Camera", 12).await;
    let anna = chromedriver.open_phone(&app).await;
    claim(&anna, &waffle, 3, "anna").await;
    open_twice(&anna, &waffle.page()).await;
    anna.goes_live().await;
    let files = ["app.css", "favicon.svg", "icons.svg", "offline.js"].map(|file| format!("/static/{file}"));
    let kept = [["/offline".to_owned()].as_slice(), &files].concat();
    assert_eq!(anna.value(KEPT).await, json!([kept]), "no page but one");
    assert_eq!(anna.complaints().await, [""; 0]);

    // What it needs comes from the service worker alone.
    anna.forget_files().await;
    app.stop();
    for path in [waffle.page(), "/waffles".to_owned(), waffle.page()] {
        anna.goto(&path).await;
        anna.says("h1", "No connection").await;
        assert_eq!(anna.path().await, path);
    }
    anna.says("main", "Spots you claimed are still yours").await;
    anna.says("[data-receipts]", "Your spots: Camera 3").await;
    assert_eq!(anna.count("[data-receipts] a").await, 0, "it would lead here again");
    assert_eq!(anna.value("getComputedStyle(document.querySelector('.panel')).textAlign").await, "center");
    try_again(&anna).await;
    anna.says("h1", "No connection").await;

    let elsewhere = TestApp::on(&database.url(), &[]).await;
    elsewhere.claims(&waffle, &[5], "ben").await;
    drop(elsewhere);
    let _back = TestApp::on(&database.url(), &[("WAFFLE__SERVER__LISTEN", &app.address.to_string())]).await;
    try_again(&anna).await;
    anna.says("[data-n='5']", "ben").await;
    anna.goes_live().await;
    assert_eq!(anna.value(KEPT).await, json!([kept]));
}

#[tokio::test]
async fn the_page_without_a_connection_follows_the_readers_choice_of_a_language() {
    let (mut app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let anna = chromedriver.open_phone(&app).await;
    open_twice(&anna, "/about").await;
    anna.choose_language("es").await;
    // The browser looks for another worker a moment after each page.
    let replaced = "new Promise((done) => {
        const look = async () => {
            const names = await caches.keys();
            if (names.length === 1 && names[0].includes('lang=es')) done(true); else setTimeout(look, 50);
        };
        look();
    })";
    assert_eq!(anna.value(replaced).await, true);
    assert_eq!(anna.value(AT_WORK).await, true);
    app.stop();
    anna.goto("/waffles").await;
    anna.says("h1", "Sin conexión").await;
    anna.says("main .button", "Intentar otra vez").await;
}

#[tokio::test]
async fn what_sellers_do_works_as_before_and_nothing_of_it_is_kept() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    app.claims(&waffle, &[3], "anna").await;
    let seller = chromedriver.open(&app).await;
    open_twice(&seller, "/about").await;
    sign_in(&seller, &waffle.manage("")).await;
    seller.press("[data-pay]").await;
    seller.says("[data-flash]", "@anna has paid $25.00: 3.").await;
    seller.press(".tabs a[href$='/edit']").await;
    seller.press("main form[action$='/archive'] button").await;
    seller.says(".notice[role=status]:not([hidden])", "archived").await;
    let kept = seller.value(KEPT).await.to_string();
    assert!(!kept.contains("admin") && !kept.contains("api") && !kept.contains("waffle"), "{kept}");
    seller.press("[popovertarget=menu]").await;
    seller.press("form.who button").await;
    seller.shows("#username").await;
    assert_eq!(seller.complaints().await, [""; 0]);
}

#[tokio::test]
async fn a_browser_without_service_workers_or_one_that_refuses_them_claims_all_the_same() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let waffle = app.waffle("Camera", 12).await;
    let refused = "navigator.serviceWorker.register = () => Promise.reject(new DOMException('no', 'SecurityError'));";
    for (number, handle, kind) in [(3, "anna", "delete Navigator.prototype.serviceWorker;"), (4, "ben", refused)] {
        let buyer = chromedriver.open_phone(&app).await;
        buyer.first_run(kind).await;
        claim(&buyer, &waffle, number, handle).await;
        assert_eq!(buyer.value("caches.keys().then((names) => names.length)").await, 0);
        assert_eq!(buyer.complaints().await, [""; 0]);
    }
}
