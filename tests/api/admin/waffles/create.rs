//! `POST /api/admin/waffles`

use reqwest::Method;
use serde_json::{Value, json};
use waffle_tests::{TestApp, answer, bearer, each, refusal, refused, with_cookie};

const PATH: &str = "/api/admin/waffles";

pub(super) const METHODS: &str =
    "INSERT INTO payment_methods (id, type, display_name, handle_or_url, is_active, created_at, updated_at) VALUES
    ('00000000-0000-4000-8000-00000000000a', 'wallet_a', 'By link', 'https://pay.example/box', true, now(), now()),
    ('00000000-0000-4000-8000-00000000000b', 'wallet_b', 'By name', '@box', true, now(), now()),
    ('00000000-0000-4000-8000-00000000000c', 'wallet_c', 'Closed', '@old', false, now(), now())";
pub(super) const LINK: &str = "00000000-0000-4000-8000-00000000000a";
pub(super) const NAME: &str = "00000000-0000-4000-8000-00000000000b";
const CLOSED: &str = "00000000-0000-4000-8000-00000000000c";

fn smallest() -> Value {
    json!({"title": "Mega Box", "total_spots": 50, "spot_price": 2_500})
}

#[tokio::test]
async fn a_new_waffle_is_answered_with_its_whole_detail() {
    let app = TestApp::start().await;
    app.sql(METHODS).await;
    let seller = app.seller().await;
    let whole = json!({
        "title": "  Mega \"Box\"  ",
        "description": "All sealed.\nSecond line.",
        "total_spots": 50,
        "spot_price": 2_500,
        "item_count": 3,
        "image_url": "https://img.example/box.png",
        "social_media_links": ["https://social.example/me", "", "http://other.example"],
        "payment_methods": [NAME, LINK],
        "unknown": {"fields": "are ignored"},
    });
    let created = seller.create(&whole).await.ok();
    assert_eq!(created.header("content-type"), "application/json");
    assert_eq!(created.header("cache-control"), "no-store");
    let body = created.json();
    assert_eq!(body["id"].as_str().unwrap().len(), 36);
    // Everything else is as in any new waffle.
    let mut expected = seller.create(&smallest()).await.json();
    let by_name = json!({"id": NAME, "type": "wallet_b", "display_name": "By name", "handle_or_url": "@box",
        "instructions": null, "link": null});
    let by_link = json!({"id": LINK, "type": "wallet_a", "display_name": "By link",
        "handle_or_url": "https://pay.example/box", "instructions": null, "link": "https://pay.example/box"});
    for (field, value) in [
        ("id", body["id"].clone()),
        ("slug", json!("mega-box")),
        ("title", json!("Mega \"Box\"")),
        ("description", json!("All sealed.\nSecond line.")),
        ("image_url", json!("https://img.example/box.png")),
        ("item_count", json!(3)),
        ("social_media_links", json!(["https://social.example/me", "http://other.example"])),
        ("payment_methods", json!([NAME, LINK])),
        ("payment_options", json!([by_name, by_link])),
    ] {
        expected[field] = value;
    }
    assert_eq!(body, expected);
    app.holds(
        "(SELECT detail FROM audit_trail WHERE action = 'create_waffle' ORDER BY seq LIMIT 1) = 'mega-box: 50 spots'",
    )
    .await;
    let spots = app.get("/api/waffles/mega-box/spots").await.json();
    assert_eq!(each(&spots, "number"), (1..=50).collect::<Vec<_>>());
}

#[tokio::test]
async fn what_may_be_left_out_may_be_null_or_empty_too() {
    let app = TestApp::shared().await;
    let seller = app.seller().await;
    let nulls = json!({"title": "Box", "total_spots": 50, "spot_price": 2_500, "description": null, "item_count": null,
        "image_url": null, "social_media_links": null, "payment_methods": null});
    let empty = json!({"title": "Box", "total_spots": 50, "spot_price": 2_500, "description": " ", "image_url": "",
        "social_media_links": ["", ""], "payment_methods": []});
    for body in [smallest(), nulls, empty] {
        let waffle = seller.create(&body).await.ok().json();
        assert_eq!((&waffle["description"], &waffle["image_url"]), (&Value::Null, &Value::Null));
        assert_eq!((&waffle["social_media_links"], &waffle["payment_methods"]), (&json!([]), &json!([])));
        assert_eq!(waffle["item_count"], 1);
    }
}

#[tokio::test]
async fn a_payment_method_that_is_not_there_or_deactivated_is_refused_and_nothing_is_created() {
    let app = TestApp::start().await;
    app.sql(METHODS).await;
    let seller = app.seller().await;
    for (method, words) in [("00000000-0000-4000-8000-00000000000d", "no longer exists"), (CLOSED, "deactivated")] {
        let mut body = smallest();
        body["payment_methods"] = json!([LINK, method]);
        let refused = seller.create(&body).await;
        assert_eq!(refusal(&refused), (400, "validation_failed".to_owned()));
        let fields = &refused.json()["fields"];
        assert_eq!((&fields[0]["field"], fields.as_array().unwrap().len()), (&json!("payment_methods"), 1));
        assert!(fields[0]["message"].as_str().unwrap().contains(words), "{fields}");
    }
    app.holds("NOT EXISTS (SELECT FROM waffles) AND NOT EXISTS (SELECT FROM audit_trail)").await;
}

#[tokio::test]
async fn the_sites_own_page_is_proof_and_so_is_a_token_in_the_header() {
    let (app, seller) = TestApp::with_seller().await;
    let cookie = || with_cookie(&app, Method::POST, PATH, &seller.token).json(&smallest());
    let own = cookie().header("origin", format!("http://{}", app.address));
    assert_eq!(answer(own).await.status, 201);
    assert_eq!(answer(cookie().header("sec-fetch-site", "same-origin")).await.status, 201);
    for (name, value) in [("origin", "https://elsewhere.example"), ("origin", "null"), ("sec-fetch-site", "cross-site")]
    {
        let call = |token: &str| bearer(&app, Method::POST, PATH, token).header(name, value).json(&smallest());
        assert_eq!(answer(call(&seller.token)).await.status, 201, "a token in the header is proof: {value}");
        assert_eq!(refusal(&answer(call("nonsense")).await), refused(401, "unauthorized"), "{value}");
        let both = call(&seller.token).header("cookie", format!("token={}", seller.token));
        assert_eq!(answer(both).await.status, 201, "the header counts, whatever the cookie: {value}");
    }
}
