//! `PATCH /api/admin/waffles/:id`

use serde_json::{Value, json};
use waffle_tests::{TestApp, faults, refusal, refused};

#[tokio::test]
async fn only_what_is_named_changes_and_watchers_are_told() {
    let (app, seller, waffle) = TestApp::selling_by(("mia", "waffle_manager"), "Box", 6).await;
    let before = seller.get(&waffle.admin_api("")).await.json();
    let mut watcher = app.watching(&waffle).await;

    let edit = json!({
        "title": " New name ", "spot_price": 999, "description": "Text", "total_spots": 6, "slug": "x", "unknown": 1,
    });
    let edited = seller.patch(&waffle.admin_api(""), &edit).await.ok().json();
    let mut expected = before.clone();
    (expected["title"], expected["spot_price"], expected["description"]) =
        (json!("New name"), json!(999), json!("Text"));
    assert_eq!(edited, expected);
    let message = watcher.next().await;
    assert_eq!((&message["type"], &message["seq"]), (&json!("waffle_updated"), &json!(1)));
    assert_eq!((&message["waffle"]["title"], &message["waffle"]["slug"]), (&json!("New name"), &json!(waffle.slug)));
    let listed = app.get("/api/waffles").await.json();
    assert_eq!(message["waffle"], listed[0]);

    let cleared = seller.patch(&waffle.admin_api(""), &json!({"description": null, "title": null})).await.json();
    assert_eq!((&cleared["description"], &cleared["title"]), (&Value::Null, &json!("New name")));
    seller.patch(&waffle.admin_api(""), &json!({"title": "New name"})).await.ok();
}

#[tokio::test]
async fn a_faulty_edit_changes_nothing_at_all() {
    let (app, seller, waffle) = TestApp::selling("Box", 6).await;
    for (edit, field) in [
        (json!({"title": "Other", "total_spots": 7}), "total_spots"),
        (json!({"spot_price": 0}), "spot_price"),
        (json!({"item_count": 7}), "item_count"),
        (json!({"image_url": "ftp://example.com"}), "image_url"),
        (json!({"opens_at": "soon"}), "opens_at"),
        (json!({"pay_within_minutes": 4}), "pay_within_minutes"),
        (json!({"payment_methods": ["00000000-0000-4000-8000-000000000000"]}), "payment_methods"),
    ] {
        assert_eq!(faults(&seller.patch(&waffle.admin_api(""), &edit).await)[0], field, "{edit}");
    }
    assert_eq!(seller.get(&waffle.admin_api("")).await.json()["title"], "Box");
    app.holds("(SELECT count(*) FROM events) = 0").await;
}

#[tokio::test]
async fn after_the_draw_everything_but_the_number_of_winners_can_be_edited() {
    let (app, seller, waffle) = TestApp::selling("Box", 6).await;
    app.claim(&waffle, &[1], "anna").await;
    seller.pay(waffle.spot(1)).await;
    seller.post(&waffle.admin_api("/winner"), &json!({"winning_spot_numbers": [1]})).await;
    let refused_edit = seller.patch(&waffle.admin_api(""), &json!({"item_count": 2, "title": "Other"})).await;
    assert_eq!(refusal(&refused_edit), refused(409, "waffle_not_active"));
    let edited = seller.patch(&waffle.admin_api(""), &json!({"item_count": 1, "title": "Other"})).await;
    assert_eq!((edited.status.as_u16(), &edited.json()["title"]), (200, &json!("Other")));
}
