//! `GET /waffle/:slug/card.png`

use reqwest::Method;
use serde_json::json;
use waffle_tests::{TestApp, answer};

fn size(png: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    (number(16), number(20))
}

#[tokio::test]
async fn a_card_is_a_picture_in_two_shapes_and_cached() {
    let (app, _, waffle) = TestApp::selling("Box", 6).await;
    let path = format!("/waffle/{}/card.png", waffle.slug);
    for (query, expected) in
        [("", (1_080, 1_920)), ("?format=story", (1_080, 1_920)), ("?format=square", (1_080, 1_080))]
    {
        let card = app.get(&format!("{path}{query}")).await;
        assert_eq!((card.status.as_u16(), size(&card.body)), (200, expected));
        assert_eq!(card.header("content-type"), "image/png");
        assert_eq!(card.header("cache-control"), "public, max-age=3600");
    }
    let etag = app.get(&path).await.header("etag").to_owned();
    let known = answer(app.request(Method::GET, &path).header("if-none-match", &etag)).await;
    assert_eq!((known.status.as_u16(), known.body.len()), (304, 0));
    for (refused, status) in [(format!("{path}?format=tall"), 400), ("/waffle/none/card.png".to_owned(), 404)] {
        let answer = app.get(&refused).await;
        assert_eq!((answer.status.as_u16(), answer.header("content-type")), (status, "text/html; charset=utf-8"));
        assert_eq!(answer.header("cache-control"), "no-store", "{refused}");
    }
}

#[tokio::test]
async fn each_host_has_a_card_of_its_own() {
    let (app, _, waffle) = TestApp::selling("Box", 6).await;
    let path = format!("/waffle/{}/card.png?format=square", waffle.slug);
    let tag = async |host: &str| {
        let card = answer(app.request(Method::GET, &path).header("host", host)).await.ok();
        card.header("etag").to_owned()
    };
    assert_ne!(tag("waffles.example").await, tag("other.example").await);
    let none = answer(app.request(Method::GET, &path).header("host", "a".repeat(300))).await;
    assert_eq!((none.status.as_u16(), none.header("content-type")), (400, "text/html; charset=utf-8"));
}

#[tokio::test]
async fn a_change_that_shows_makes_another_card() {
    let (app, seller, waffle) = TestApp::selling("Box", 6).await;
    let path = format!("/waffle/{}/card.png?format=square", waffle.slug);
    let tag = async || app.get(&path).await.header("etag").to_owned();
    let mut tags = vec![tag().await];
    app.claim(&waffle, &[1], "anna").await;
    tags.push(tag().await);
    seller.patch(&waffle.admin_api(""), &json!({"title": "Other"})).await;
    tags.push(tag().await);
    seller.patch(&waffle.admin_api(""), &json!({"spot_price": 12_345})).await;
    tags.push(tag().await);
    let distinct: std::collections::HashSet<_> = tags.iter().collect();
    assert_eq!(distinct.len(), 4, "{tags:?}");
    seller.pay(waffle.spot(1)).await;
    assert_eq!(tag().await, tags[3], "what is paid does not show");
}
