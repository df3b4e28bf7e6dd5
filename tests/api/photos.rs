//! `GET /photos/:hash.jpg`

use image::ImageFormat;
use reqwest::Method;
use serde_json::json;
use waffle_tests::pictures::picture;
use waffle_tests::{Seller, TestApp, answer};

/// The path of a new photo.
pub(crate) async fn photo(seller: &Seller, width: u32) -> String {
    let uploaded = seller.upload(&picture(width, 100, ImageFormat::Jpeg)).await.ok().json();
    let url = uploaded["url"].as_str().unwrap();
    url[url.find("/photos/").unwrap()..].to_owned()
}

#[tokio::test]
async fn a_photo_may_be_kept_for_ever_and_is_no_page() {
    let (app, seller) = TestApp::with_seller().await;
    let path = photo(&seller, 200).await;
    // From the database, then from memory.
    for _ in 0..2 {
        let shown = app.get(&path).await;
        assert_eq!((shown.status.as_u16(), shown.header("content-type")), (200, "image/jpeg"));
        assert_eq!(shown.header("cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(shown.header("x-content-type-options"), "nosniff");
        assert!(shown.header("content-security-policy").starts_with("default-src 'none'"));
        let tag = shown.header("etag").to_owned();
        let known = answer(app.request(Method::GET, &path).header("if-none-match", &tag)).await;
        assert_eq!((known.status.as_u16(), known.body.len()), (304, 0));
        assert_eq!(known.header("cache-control"), shown.header("cache-control"));
    }
    let head = answer(app.request(Method::HEAD, &path)).await;
    assert_eq!((head.status.as_u16(), head.body.len()), (200, 0));
}

#[tokio::test]
async fn an_address_of_no_photo_is_404() {
    let (app, seller) = TestApp::with_seller().await;
    let path = photo(&seller, 200).await;
    for other in [
        path.replace("/photos/", "/photos/0").replace("0.jpg", ".jpg"),
        path.to_uppercase().replace("/PHOTOS/", "/photos/").replace(".JPG", ".jpg"),
        format!("/photos/{}.jpg", "0".repeat(64)),
        "/photos/x.jpg".to_owned(),
        "/photos/..%2f..%2fetc%2fpasswd.jpg".to_owned(),
        path.replace(".jpg", ".png"),
        path.replace(".jpg", ""),
    ] {
        let answer = app.get(&other).await;
        assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (404, "no-store"), "{other}");
    }
}

#[tokio::test]
async fn photos_that_are_not_in_memory_are_limited_and_those_that_are_there_are_not() {
    let limits = [("WAFFLE__RATE_LIMIT__CARDS_PER_MINUTE", "3"), ("WAFFLE__RATE_LIMIT__CARDS_BURST", "1")];
    let app = TestApp::with(&limits).await;
    let seller = app.seller().await;
    let path = photo(&seller, 200).await;
    app.get(&path).await.ok();
    let made_up = async |number: usize| app.get(&format!("/photos/{number:064}.jpg")).await;
    // The photo was the first of twenty.
    for number in 0..19 {
        assert_eq!(made_up(number).await.status, 404);
    }
    let limited = made_up(19).await;
    assert_eq!((limited.status.as_u16(), limited.header("retry-after")), (429, "1"));
    for _ in 0..30 {
        app.get(&path).await.ok();
    }
}

#[tokio::test]
async fn the_card_and_the_stage_show_the_photo() {
    let (app, seller) = TestApp::with_seller().await;
    let url = seller.upload(&picture(200, 100, ImageFormat::Jpeg)).await.ok().json()["url"].clone();
    let waffle = seller.waffle("Camera", 10).await;
    let card = format!("/waffle/{}/card.png?format=square", waffle.slug);
    let without = app.get(&card).await.ok();
    seller.patch(&waffle.admin_api(""), &json!({"image_url": url})).await.ok();
    assert_ne!(app.get(&card).await.ok().header("etag"), without.header("etag"));
    let stage = app.stage(&waffle, "").await;
    let path = url.as_str().unwrap().split_once("/photos/").unwrap().1;
    assert_eq!(stage.attribute(".stage-photo", "src"), format!("/photos/{path}"));
}

#[tokio::test]
async fn no_waffle_takes_a_photo_that_is_not_kept_and_other_hosts_keep_their_own() {
    let app = TestApp::with(&[("WAFFLE__SERVER__PUBLIC_URL", "https://waffles.example.com")]).await;
    let seller = app.seller_as("mia", "waffle_manager").await;
    let waffle = seller.waffle("Camera", 10).await;
    let at = |host: &str| format!("https://{host}/photos/{}.jpg", "0".repeat(64));
    let gone = json!({"image_url": at("waffles.example.com")});
    assert_eq!(waffle_tests::faults(&seller.patch(&waffle.admin_api(""), &gone).await), ["image_url"]);
    let new = json!({"title": "Lamp", "total_spots": 10, "spot_price": 100, "image_url": gone["image_url"]});
    assert_eq!(waffle_tests::faults(&seller.create(&new).await), ["image_url"]);
    let kept = seller.get(&waffle.admin_api("")).await.ok().json();
    assert_eq!(kept["image_url"], json!(null));

    let elsewhere = at("other.example");
    seller.patch(&waffle.admin_api(""), &json!({"image_url": elsewhere})).await.ok();
    let page = app.visitor().get(&waffle.page()).await;
    assert_eq!(page.attribute(".waffle-image img", "src"), elsewhere);
    assert_eq!(app.get(&format!("{}/card.png", waffle.page())).await.status, 200);
}
