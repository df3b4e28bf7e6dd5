//! The limits of a new waffle, each tested on both sides.

use serde_json::{Value, json};
use waffle_tests::app::TestApp;
use waffle_tests::seller::Seller;

/// Creates a waffle with these changes; returns the status and the invalid fields.
async fn with(seller: &Seller<'_>, changes: Value) -> (u16, Vec<String>) {
    let mut body = json!({"title": "Box", "total_spots": 50, "spot_price": 2_500});
    let Value::Object(changes) = changes else { panic!("no object") };
    body.as_object_mut().unwrap().extend(changes);
    let answer = seller.create(&body).await;
    let fields = answer.json()["fields"].as_array().cloned().unwrap_or_default();
    let names = fields.iter().map(|field| field["field"].as_str().unwrap().to_owned()).collect();
    (answer.status.as_u16(), names)
}

async fn fits(seller: &Seller<'_>, changes: Value) {
    assert_eq!(with(seller, changes.clone()).await, (201, vec![]), "{changes:.100}");
}

async fn fails(seller: &Seller<'_>, field: &str, changes: Value) {
    assert_eq!(with(seller, changes.clone()).await, (400, vec![field.to_owned()]), "{changes:.100}");
}

#[tokio::test]
async fn a_title_has_1_to_200_characters_after_trimming() {
    let app = TestApp::shared().await;
    let seller = app.seller().await;
    for title in ["x", " x ", &"ß".repeat(200), &format!(" {} ", "x".repeat(200))] {
        fits(&seller, json!({"title": title})).await;
    }
    for title in ["", " \t ", &"ß".repeat(201), "two\nlines", "nul\0"] {
        fails(&seller, "title", json!({"title": title})).await;
    }
}

#[tokio::test]
async fn a_description_has_up_to_5000_characters() {
    let app = TestApp::shared().await;
    let seller = app.seller().await;
    fits(&seller, json!({"description": "é".repeat(5_000)})).await;
    fails(&seller, "description", json!({"description": "é".repeat(5_001)})).await;
    fails(&seller, "description", json!({"description": "nul\0"})).await;
}

#[tokio::test]
async fn a_waffle_has_2_to_10000_spots() {
    let app = TestApp::start().await;
    let seller = app.seller().await;
    for spots in [2, 10_000] {
        fits(&seller, json!({"total_spots": spots})).await;
    }
    for spots in [i64::MIN, -1, 0, 1, 10_001, i64::MAX] {
        fails(&seller, "total_spots", json!({"total_spots": spots})).await;
    }
    app.holds(
        "(SELECT array_agg(n ORDER BY n) FROM (SELECT count(*) AS n FROM spots GROUP BY waffle_id) c) = '{2,10000}'",
    )
    .await;
}

#[tokio::test]
async fn a_waffle_has_1_to_10_items_and_not_more_than_spots() {
    let app = TestApp::shared().await;
    let seller = app.seller().await;
    for items in [1, 10] {
        fits(&seller, json!({"item_count": items})).await;
    }
    for items in [i64::MIN, -1, 0, 11, i64::MAX] {
        fails(&seller, "item_count", json!({"item_count": items})).await;
    }
    fits(&seller, json!({"total_spots": 9, "item_count": 9})).await;
    fails(&seller, "item_count", json!({"total_spots": 9, "item_count": 10})).await;
    fits(&seller, json!({"total_spots": 2, "item_count": 2})).await;
    fails(&seller, "item_count", json!({"total_spots": 2, "item_count": 3})).await;
}

#[tokio::test]
async fn a_spot_costs_1_to_100000000_cents() {
    let app = TestApp::shared().await;
    let seller = app.seller().await;
    for price in [1, 100_000_000] {
        fits(&seller, json!({"spot_price": price})).await;
    }
    for price in [i64::MIN, -1, 0, 100_000_001, i64::MAX] {
        fails(&seller, "spot_price", json!({"spot_price": price})).await;
    }
}

#[tokio::test]
async fn pictures_and_links_are_web_addresses() {
    let app = TestApp::shared().await;
    let seller = app.seller().await;
    for link in ["http://x.example", "HTTPS://x.example/a?b=c#d", "https://x.example:8443/é"] {
        fits(&seller, json!({"image_url": link, "social_media_links": [link]})).await;
    }
    for link in [
        "javascript:alert(1)",
        "ftp://x.example",
        "data:text/html,x",
        "x.example",
        "//x.example",
        "https://",
        "https://user:pw@x.example/",
        "https://x.example/\u{202e}gpj.tac",
    ] {
        fails(&seller, "image_url", json!({"image_url": link})).await;
        fails(&seller, "social_media_links", json!({"social_media_links": ["https://x.example", link]})).await;
    }
}

#[tokio::test]
async fn a_waffle_has_up_to_20_links_and_empty_ones_do_not_count() {
    let app = TestApp::shared().await;
    let seller = app.seller().await;
    let links = |count: usize| vec!["https://x.example"; count];
    fits(&seller, json!({"social_media_links": links(20)})).await;
    let mut with_empty = links(20);
    with_empty.extend(["", " "]);
    fits(&seller, json!({"social_media_links": with_empty})).await;
    fails(&seller, "social_media_links", json!({"social_media_links": links(21)})).await;
}
