//! `POST /api/admin/waffles/:id/clone`

use reqwest::Method;
use serde_json::{Value, json};
use waffle_tests::{TestApp, Waffle, answer, bearer, each, faults, refusal, refused};

use super::create::{LINK, METHODS, NAME};

#[tokio::test]
async fn a_waffle_like_another_has_all_that_its_seller_set_but_no_opening_and_no_claims() {
    let app = TestApp::start().await;
    app.sql(METHODS).await;
    let seller = app.seller().await;
    let whole = json!({
        "title": "Mega Box", "description": "All sealed.\nSecond line.", "total_spots": 6, "spot_price": 2_500,
        "item_count": 2, "image_url": "https://img.example/box.png", "payment_methods": [NAME, LINK],
        "social_media_links": ["https://social.example/me"], "opens_at": "2020-01-01T00:00:00Z", "unlisted": true,
        "pay_within_minutes": 90, "max_spots_per_handle": 5, "says_paid_grace_hours": 24, "distinct_amounts": true,
    });
    let mut expected = seller.create(&whole).await.ok().json();
    let waffle = Waffle::of(&expected, &app.get("/api/waffles/mega-box/spots").await.json());
    let template = seller.get(&waffle.admin_api("/share-message")).await.json()["templates"][0]["id"].clone();
    let message = json!({"template_id": template, "message": "{title}! https://a.example/waffle/mega-box"});
    seller.patch(&waffle.admin_api("/share-message"), &message).await.ok();
    app.claim(&waffle, &[1, 2, 3], "anna").await.ok();
    seller.pays(&waffle, [1, 2]).await;
    seller.post(&waffle.admin_api("/winner"), &json!({"winning_spot_numbers": [1, 2]})).await.ok();
    seller.patch(&waffle.admin_api(""), &json!({"claims_paused": true})).await.ok();
    seller.post(&waffle.admin_api("/archive"), &json!({})).await.ok();
    let before = seller.get(&waffle.admin_api("")).await.json();

    let created = seller.post(&waffle.admin_api("/clone"), &json!({})).await;
    assert_eq!(created.status, 201, "{}", created.text());
    assert_eq!((created.header("content-type"), created.header("cache-control")), ("application/json", "no-store"));
    let body = created.json();
    assert_ne!(body["id"], expected["id"]);
    for (field, value) in [
        ("id", body["id"].clone()),
        ("slug", json!("mega-box-2")),
        ("opens_at", Value::Null),
        ("claims_paused", json!(true)),
        ("share_message", json!("{title}! https://a.example/waffle/mega-box-2")),
        ("share_template_id", template),
    ] {
        expected[field] = value;
    }
    assert_eq!(body, expected);
    assert_eq!(seller.get(&format!("/api/admin/waffles/{}", body["id"].as_str().unwrap())).await.json(), expected);
    let spots = app.get("/api/waffles/mega-box-2/spots").await.json();
    assert_eq!(each(&spots, "number"), [1, 2, 3, 4, 5, 6]);
    assert_eq!(each(&spots, "status"), ["available"; 6]);
    app.holds(
        "(SELECT detail FROM audit_trail WHERE action = 'create_waffle' ORDER BY seq DESC LIMIT 1)
            = 'mega-box-2: 6 spots'",
    )
    .await;
    assert_eq!(seller.get(&waffle.admin_api("")).await.json(), before, "the other one stays as it is");
}

#[tokio::test]
async fn it_may_have_another_title() {
    let (app, seller, waffle) = TestApp::shared_selling("Box of lamps", 6).await;
    let path = waffle.admin_api("/clone");
    for (body, title) in [
        (json!({}), "Box of lamps"),
        (json!({"title": null, "spot_price": 1}), "Box of lamps"),
        (json!({"title": " Lamp "}), "Lamp"),
        (json!({"title": "x".repeat(200)}), &*"x".repeat(200)),
    ] {
        let created = seller.post(&path, &body).await.ok().json();
        assert_eq!((created["title"].as_str(), &created["spot_price"]), (Some(title), &json!(2_500)), "{body}");
    }
    let without_body = answer(bearer(&app, Method::POST, &path, &seller.token)).await;
    assert_eq!((without_body.status.as_u16(), &without_body.json()["title"]), (201, &json!("Box of lamps")));
    for title in ["", " ", "a\nb", &*"x".repeat(201)] {
        assert_eq!(faults(&seller.post(&path, &json!({"title": title})).await), ["title"], "{title:?}");
    }
    assert_eq!(refusal(&seller.post(&path, &json!({"title": 7})).await), refused(400, "malformed_json"));
    let unknown = "/api/admin/waffles/00000000-0000-4000-8000-000000000000/clone";
    assert_eq!(refusal(&seller.post(unknown, &json!({"title": ""})).await), refused(404, "not_found"));
}

#[tokio::test]
async fn every_seller_may_and_a_method_that_is_deactivated_by_now_is_left_out() {
    let app = TestApp::start().await;
    app.sql(METHODS).await;
    let body = json!({"title": "Box", "total_spots": 6, "spot_price": 2_500, "payment_methods": [LINK]});
    let created = app.seller().await.create(&body).await.ok().json();
    let path = format!("/api/admin/waffles/{}/clone", created["id"].as_str().unwrap());
    let mia = app.seller_as("mia", "waffle_manager").await;
    mia.post(&path, &json!({"title": "Lamp"})).await.ok();
    app.sql("UPDATE payment_methods SET is_active = false").await;
    let without = mia.post(&path, &json!({})).await.ok().json();
    assert_eq!(without["payment_methods"], json!([]));
    app.holds("(SELECT count(*) FROM audit_trail WHERE action = 'create_waffle') = 3").await;
}
