//! `GET /api/waffles/:slug`

use serde_json::{Value, json};
use waffle_tests::TestApp;

#[tokio::test]
async fn everybody_sees_what_admins_see_but_for_what_is_shared() {
    let app = TestApp::start().await;
    let seller = app.seller().await;
    let method = json!({"type": "wallet_d", "display_name": "By name", "handle_or_url": "@box"});
    let method = seller.post("/api/admin/payment-methods", &method).await.json()["id"].clone();
    let created = seller
        .create(&json!({"title": "Box", "total_spots": 3, "spot_price": 1, "payment_methods": [method],
            "social_media_links": ["https://social.example/me"], "image_url": "https://img.example/x.png"}))
        .await;
    let claim = json!({"waffle_id": created.json()["id"], "spots": [2], "social_handle": "anna"});
    assert_eq!(waffle_tests::answer(app.claiming(&claim)).await.status, 200);
    let id = created.json()["id"].as_str().unwrap().to_owned();
    let mut expected = seller.get(&format!("/api/admin/waffles/{id}")).await.json();
    for of_admins in ["share_message", "share_template_id"] {
        assert_eq!(expected.as_object_mut().unwrap().remove(of_admins), Some(Value::Null), "{of_admins}");
    }
    assert_eq!(app.get("/api/waffles/box").await.json(), expected);
    assert_eq!((&expected["pending_count"], &expected["fill_percent"]), (&json!(1), &json!(33.3)));
}
