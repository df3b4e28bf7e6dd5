//! The site on a home screen, and the page without a connection.

use image::{ImageFormat, Rgba, load_from_memory_with_format};
use reqwest::Method;
use serde_json::Value;
use waffle_language::{Language, say};
use waffle_tests::{Answer, Site, TestApp, answer};

/// Reads an address as a browser that asks for a language.
async fn read_in(app: &Site, path: &str, language: &str) -> Answer {
    answer(app.request(Method::GET, path).header("accept-language", language)).await.ok()
}

/// The languages, without those that are made up for tests.
fn languages() -> impl Iterator<Item = Language> {
    Language::all().filter(|language| !language.tag().starts_with("en-X"))
}

/// The width and the height of a PNG, and its first pixel.
fn seen(file: &[u8]) -> (u32, u32, Rgba<u8>) {
    let picture = load_from_memory_with_format(file, ImageFormat::Png).unwrap().into_rgba8();
    (picture.width(), picture.height(), *picture.get_pixel(0, 0))
}

#[tokio::test]
async fn a_phone_finds_all_that_an_icon_on_its_home_screen_takes() {
    let app = TestApp::shared().await;
    for language in languages() {
        let page = app.visitor().get(&format!("/?lang={}", language.tag())).await;
        let path = page.attribute("link[rel=manifest]", "href");
        let answer = app.get(&path).await.ok();
        assert_eq!(answer.header("content-type"), "application/manifest+json");
        let manifest = answer.json();
        let light = page.attribute("meta[name=theme-color][media*=light]", "content");
        for (field, value) in [
            ("id", "/"),
            ("start_url", "/"),
            ("scope", "/"),
            ("display", "standalone"),
            ("name", "Waffle"),
            ("short_name", "Waffle"),
            ("description", &page.attribute("meta[name=description]", "content")),
            ("lang", language.tag()),
            ("dir", &page.attribute("html", "dir")),
            ("theme_color", &light),
            ("background_color", &light),
        ] {
            assert_eq!(manifest[field], value, "{field} in {}", language.tag());
        }
        assert_eq!(shortcuts(&manifest), [(say!("find-my-spots").write(language), "/buyer".to_owned())]);
    }
}

fn shortcuts(manifest: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    manifest["shortcuts"].as_array().unwrap().iter().map(|it| (text(&it["name"]), text(&it["url"]))).collect()
}

#[tokio::test]
async fn the_icons_are_as_large_as_the_manifest_says() {
    let app = TestApp::shared().await;
    let manifest = app.get("/manifest.webmanifest").await.json();
    let mut sizes = Vec::new();
    for icon in manifest["icons"].as_array().unwrap() {
        let text = |field: &str| icon[field].as_str().unwrap();
        let file = app.get(text("src")).await.ok();
        assert_eq!((file.header("content-type"), text("type")), ("image/png", "image/png"));
        assert!(file.body.len() < 15_000, "{icon}");
        let (width, height, corner) = seen(&file.body);
        assert_eq!(format!("{width}x{height}"), text("sizes"));
        // A corner is empty, except where the phone cuts the icon to its own shape.
        assert_eq!(corner.0[3] == 0, text("purpose") == "any", "{icon}");
        sizes.push((width, text("purpose")));
    }
    assert_eq!(sizes, [(192, "any"), (512, "any"), (512, "maskable")]);
    let touched = app.get("/apple-touch-icon.png").await.ok();
    assert_eq!(touched.header("content-type"), "image/png");
    let (width, height, corner) = seen(&touched.body);
    assert_eq!((width, height, corner), (180, 180, Rgba([0xc0, 0x7a, 0x2c, 0xff])));
    let page = app.visitor().get("/").await;
    assert_eq!(page.attribute("link[rel=apple-touch-icon]", "href"), "/apple-touch-icon.png");
}

#[tokio::test]
async fn whatever_shape_a_phone_cuts_the_icon_to_nothing_of_it_is_lost() {
    let app = TestApp::shared().await;
    let manifest = app.get("/manifest.webmanifest").await.json();
    let icon = manifest["icons"].as_array().unwrap().iter().find(|icon| icon["purpose"] == "maskable").unwrap();
    let file = app.get(icon["src"].as_str().unwrap()).await.ok();
    let picture = load_from_memory_with_format(&file.body, ImageFormat::Png).unwrap().into_rgba8();
    let (ground, middle) = (*picture.get_pixel(0, 0), f64::from(picture.width()) / 2.0);
    // Every shape has the circle of four fifths of the width.
    let is_safe = |x: u32, y: u32| (f64::from(x) + 0.5 - middle).hypot(f64::from(y) + 0.5 - middle) <= 0.8 * middle;
    let drawn = picture.enumerate_pixels().filter(|(_, _, pixel)| **pixel != ground);
    let (safe, lost): (Vec<_>, Vec<_>) = drawn.map(|(x, y, _)| (x, y)).partition(|(x, y)| is_safe(*x, *y));
    assert!(!safe.is_empty() && lost.is_empty(), "{} and {} pixels", safe.len(), lost.len());
}

#[tokio::test]
async fn a_sellers_icon_leads_to_their_waffles_too() {
    let (app, seller) = TestApp::with_browser().await;
    for path in ["/admin", "/"] {
        let manifest = app.get(&seller.get(path).await.attribute("link[rel=manifest]", "href")).await.json();
        let [waffles, spots] = &shortcuts(&manifest)[..] else { panic!("{manifest}") };
        assert_eq!((waffles.0.as_str(), waffles.1.as_str()), ("Your waffles", "/admin"));
        assert_eq!(spots.1, "/buyer");
        assert!(app.get(&waffles.1).await.status.is_redirection() && app.get(&spots.1).await.status == 200);
    }
}

/// The address of the page without a connection that a service worker keeps.
fn kept_page(worker: &Answer) -> String {
    let script = worker.text();
    let address = script.split('\'').find(|text| text.starts_with("/offline")).unwrap();
    address.to_owned()
}

#[tokio::test]
async fn the_worker_is_for_the_whole_site_and_is_asked_for_every_time() {
    let app = TestApp::shared().await;
    let worker = app.get("/sw.js").await.ok();
    assert_eq!(worker.header("content-type"), "text/javascript; charset=utf-8");
    assert_eq!(worker.header("cache-control"), "no-cache");
    assert!(worker.header("content-security-policy").contains("connect-src 'self'"));
    let known = app.request(Method::GET, "/sw.js").header("if-none-match", worker.header("etag"));
    assert_eq!(answer(known).await.status, 304);
    let vary: Vec<_> = worker.headers.get_all("vary").iter().map(|value| value.to_str().unwrap()).collect();
    assert!(vary.contains(&"Accept-Language, Cookie"), "{vary:?}");
}

#[tokio::test]
async fn the_page_without_a_connection_is_in_the_readers_language_and_names_no_one() {
    let (app, seller) = TestApp::with_browser().await;
    let mut pages = Vec::new();
    for language in languages() {
        let worker = read_in(&app, "/sw.js", language.tag()).await;
        let path = kept_page(&worker);
        // What a browser keeps is the same for the seller, whose name and proof must not stay in it.
        let page = seller.get(&path).await;
        assert_eq!((page.status(), page.attribute("html", "lang").as_str()), (200, language.tag()), "{path}");
        assert_eq!(page.words("h1"), say!("offline-title").write(language));
        assert_eq!(page.words("main .button"), say!("offline-again").write(language));
        assert_eq!(page.attribute("main .button", "href"), "", "the address that was wanted");
        assert!(page.has("meta[name=robots][content=noindex]") && !page.has(".who, [name=csrf_token]"));
        assert_eq!(page.value("form.languages [name=to]"), "/");
        assert_eq!(page.answer.text(), app.get(&path).await.text());
        pages.push(path);
    }
    let count = pages.len();
    pages.sort();
    pages.dedup();
    assert_eq!(pages.len(), count, "an edition for each language");
    let chose = app.request(Method::GET, "/sw.js").header("cookie", "lang=de").header("accept-language", "es");
    assert_eq!(kept_page(&answer(chose).await), kept_page(&read_in(&app, "/sw.js", "de").await));
}
