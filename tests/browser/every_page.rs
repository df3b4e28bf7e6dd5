//! What holds for every page.

use std::{env, fs, path::Path};

use crate::app::TestApp;
use crate::browser::Browser;
use crate::chromedriver::Chromedriver;
use crate::shop::{PASSWORD, Waffle};

/// A server with something on every page, and the pages' names and addresses.
async fn shop(app: &TestApp) -> Vec<(&'static str, String)> {
    let camera = app.waffle("Golden Hour: a vintage rangefinder camera with its leather case", 100).await;
    app.claims(&camera, &[2, 3, 17, 44, 45, 46, 71, 98], "anna").await;
    app.claims(&camera, &[5, 9, 31, 32], "a_rather_long_handle_for_a_small_tile").await;
    app.claims(&camera, &[12, 13, 60, 61, 62, 88], "syrup.sam").await;
    app.waffle("Midnight knife, hand-forged", 30).await;
    let big = app.waffle("The big one", 10_000).await;
    app.claims(&big, &[1, 7, 500, 9_999], "ben").await;
    let Waffle { slug, .. } = &camera;
    vec![
        ("home", "/".to_owned()),
        ("waffles", "/waffles".to_owned()),
        ("waffle", format!("/waffle/{slug}")),
        ("waffle-claimed", format!("/waffle/{slug}?claimed=2,3,17&handle=anna")),
        ("waffle-big", big.page()),
        ("about", "/about".to_owned()),
        ("error", "/nothing-here".to_owned()),
        ("login", "/admin/login".to_owned()),
        ("dashboard", "/admin".to_owned()),
        ("new-waffle", "/admin/waffles/new".to_owned()),
        ("manage", camera.manage()),
        ("manage-all", format!("{}?status=all", camera.manage())),
    ]
}

/// Opens a page as those do whom it is for: everything under `/admin` but the sign-in is for sellers.
async fn visit(browser: &Browser, path: &str) {
    browser.goto(path).await;
    if path != "/admin/login" && browser.path().await == "/admin/login" {
        browser.fill("#username", "admin").await;
        browser.fill("#password", PASSWORD).await;
        browser.press("main form button").await;
        browser.shows("form.who").await;
    }
    browser.becomes("document.readyState === 'complete' && document.querySelector('.js')").await;
}

#[tokio::test]
async fn no_page_is_wider_than_the_smallest_phone_nor_complains_in_the_console() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let pages = shop(&app).await;
    let browser = chromedriver.open(&app).await;
    browser.resize(320, 640).await;
    for (name, path) in &pages {
        visit(&browser, path).await;
        if browser.value("document.querySelector('[data-live]') !== null").await == true {
            browser.says("[data-live]", "Live").await;
        }
        let width = browser.value("document.documentElement.scrollWidth").await;
        assert_eq!(width, 320, "{name} scrolls sideways");
        let mut complaints = browser.complaints().await;
        // The page itself was not found, which the test wants.
        complaints.retain(|complaint| *name != "error" || !complaint.contains("404"));
        // Going on to the next page closes sockets that were still being opened.
        complaints.retain(|complaint| !complaint.contains("closed before the connection is established"));
        assert_eq!(complaints, [""; 0], "{name}");
    }
}

/// With a folder in `WAFFLE_PICTURES`, the pictures are left there, for people to look at.
#[tokio::test]
async fn every_page_looks_other_in_the_dark() {
    let folder = env::var_os("WAFFLE_PICTURES");
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let pages = shop(&app).await;
    let browser = chromedriver.open(&app).await;
    for (device, width, height) in [("phone", 390, 844), ("desktop", 1280, 800)] {
        browser.resize(width, height).await;
        for (name, path) in &pages {
            visit(&browser, path).await;
            let mut pictures = Vec::new();
            for scheme in ["light", "dark"] {
                browser.prefer(scheme).await;
                let picture = browser.picture().await;
                if let Some(folder) = &folder {
                    fs::write(Path::new(folder).join(format!("{name}-{device}-{scheme}.png")), &picture).unwrap();
                }
                pictures.push(picture);
            }
            assert_ne!(pictures[0], pictures[1], "{name} on a {device}");
        }
    }
}
