//! The photo of a waffle's form: shown when it is chosen, and sent as it is shown, which is what boards show.

use std::net::TcpListener;

use image::ImageFormat;
use serde_json::json;
use tempfile::TempDir;
use waffle_tests::TestApp;
use waffle_tests::browser::Browser;
use waffle_tests::browser::chromedriver::Chromedriver;
use waffle_tests::pictures::{picture, seen};

use crate::selling::sign_in;

/// Chooses a file that is in a folder.
pub(crate) async fn choose(seller: &Browser, folder: &TempDir, (name, file): (&str, &[u8])) {
    let path = folder.path().join(name);
    std::fs::write(&path, file).expect("a file");
    seller.shows("#photo").await.send_keys(path.to_str().expect("a plain path")).await.expect("a choice");
}

/// Creates the waffle; returns the width and the height of its photo, and whether its left side is red.
async fn created(app: &TestApp, seller: &Browser) -> (u32, u32, bool) {
    for (field, text) in [("#title", "Camera"), ("#total_spots", "20"), ("#spot_price", "25")] {
        seller.fill(field, text).await;
    }
    seller.press("[data-waffle-form] .primary").await;
    seller.says("main [role=status]", "Post its link!").await;
    let waffle = app.get("/api/waffles/camera").await.json();
    let url = waffle["image_url"].as_str().expect("a photo");
    let path = &url[url.find("/photos/").expect("a photo of ours")..];
    seller.goto("/waffle/camera").await;
    seller.becomes(format!("document.querySelector(\".waffle-image img[src='{path}']\").naturalWidth > 0")).await;
    seen(&app.get(path).await.ok().body)
}

/// Whether a board shows all of its picture: both have the same shape.
const NOTHING_HIDDEN: &str =
    "((it) => Math.abs(it.naturalWidth / it.naturalHeight * it.clientHeight / it.clientWidth - 1)
    < 0.02)(document.querySelector('.waffle-image img'))";

#[tokio::test]
async fn a_photo_is_shown_when_it_is_chosen_and_cut_to_what_is_shown() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let (seller, folder) = (chromedriver.open_phone(&app).await, tempfile::tempdir().expect("a folder"));
    sign_in(&seller, "/admin/waffles/new").await;
    assert_eq!(seller.count("[data-picture], [data-crop]").await, 0);
    choose(&seller, &folder, ("notes.png", b"no picture")).await;
    choose(&seller, &folder, ("camera.png", &picture(1_200, 200, ImageFormat::Png))).await;
    seller.shows("[data-crop]").await;
    seller.becomes("document.querySelector('#photo').files[0].name === 'photo.jpg'").await;
    let colour = |x: u32| {
        let pen = "document.querySelector('[data-picture] canvas').getContext('2d')";
        format!("{pen}.getImageData({x}, 100, 1, 1).data")
    };
    // Its middle, which is red and blue.
    seller.becomes(format!("{}[0] > 200 && {}[2] > 200", colour(1), colour(398))).await;
    let to_the_end = "(() => { window.before = document.querySelector('#photo').files[0];
        const it = document.querySelector('#crop'); it.value = 1;
        for (const name of ['input', 'change']) it.dispatchEvent(new Event(name, {bubbles: true})); return true; })()";
    seller.value(to_the_end).await;
    seller.becomes(format!("{}[2] > 200", colour(1))).await;
    seller.becomes("document.querySelector('#photo').files[0] !== window.before").await;
    assert_eq!(created(&app, &seller).await, (540, 200, false));
    for (width, height) in [(390, 844), (1280, 800)] {
        seller.resize(width, height).await;
        seller.becomes(format!("innerWidth === {width} && {NOTHING_HIDDEN}")).await;
    }
    // This test itself reads the canvas.
    let complaints = seller.complaints().await;
    assert!(complaints.iter().all(|it| it.contains("willReadFrequently")), "{complaints:?}");
}

#[tokio::test]
async fn without_scripts_a_photo_is_sent_as_it_is() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let (seller, folder) = (chromedriver.open_without_scripts(&app).await, tempfile::tempdir().expect("a folder"));
    sign_in(&seller, "/admin/waffles/new").await;
    choose(&seller, &folder, ("camera.png", &picture(1_200, 200, ImageFormat::Png))).await;
    assert_eq!(created(&app, &seller).await, (1_200, 200, true));
}

/// Whether an element is there in its full height, with the drawn waffle.
fn is_drawn(css: &str) -> String {
    format!(
        "((it) => it.offsetHeight >= 80 && it.offsetWidth > 100 && \
         getComputedStyle(it).backgroundImage.includes('repeating-linear-gradient'))(document.querySelector('{css}'))"
    )
}

#[tokio::test]
async fn where_a_photo_cannot_be_loaded_there_is_a_drawn_waffle() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    // Once it is dropped, no one answers at its address.
    let address = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("an address");
    let draft = json!({"title": "Camera", "image_url": format!("http://{address}/gone.png")});
    let waffle = app.waffle_of(&draft, &[]).await;
    let buyer = chromedriver.open_phone(&app).await;
    let (board, stage) = (waffle.page(), format!("{}/stage", waffle.page()));
    for (page, place) in [("/", ".card-image"), (board.as_str(), ".waffle-image"), (stage.as_str(), ".stage-photo")] {
        buyer.goto(page).await;
        buyer.becomes("[...document.images].every((it) => it.complete && it.naturalWidth === 0)").await;
        buyer.becomes(is_drawn(place)).await;
    }
}

#[tokio::test]
async fn on_a_phone_the_dock_leaves_rows_of_spots_in_view_below_a_photo() {
    let (app, chromedriver) = (TestApp::start().await, Chromedriver::start());
    let draft = json!({
        "title": "Camera", "total_spots": 40, "description": "With its case.", "max_spots_per_handle": 5,
        "pay_within_minutes": 30, "image_url": "http://127.0.0.1:1/gone.png",
    });
    let waffle = app.waffle_of(&draft, &[]).await;
    let buyer = chromedriver.open_phone(&app).await;
    buyer.goto(&waffle.page()).await;
    buyer.goes_live().await;
    let rows = "((dock) => new Set([...document.querySelectorAll('[data-n]')].map((it) => it.getBoundingClientRect())
        .filter(({bottom}) => bottom <= dock.getBoundingClientRect().top).map(({top}) => top)).size)
        (document.querySelector('.dock'))";
    buyer.becomes(format!("scrollY === 0 && {rows} >= 2")).await;
}
