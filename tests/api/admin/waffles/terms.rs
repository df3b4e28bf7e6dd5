//! When and how spots may be claimed, as sellers set it.

use serde_json::{Value, json};
use waffle_tests::TestApp;

#[tokio::test]
async fn terms_are_none_at_first_set_one_by_one_and_cleared_by_null() {
    let (app, seller, waffle) = TestApp::selling_by(("mia", "waffle_manager"), "Box", 6).await;
    let none = json!({
        "opens_at": null, "claims_paused": false, "unlisted": false, "pay_within_minutes": null,
        "max_spots_per_handle": null, "says_paid_grace_hours": null, "distinct_amounts": false,
    });
    let all = json!({
        "opens_at": "2099-06-01T18:00:00Z", "claims_paused": true, "unlisted": true, "pay_within_minutes": 30,
        "max_spots_per_handle": 5, "says_paid_grace_hours": 24, "distinct_amounts": true,
    });
    assert_eq!(terms(&app.get(&waffle.api("")).await.json()), none);
    assert_eq!(terms(&app.get("/api/waffles").await.json()[0]), none);
    let mut watcher = app.watching(&waffle).await;
    let edited = seller.patch(&waffle.admin_api(""), &all).await;
    assert_eq!((edited.status.as_u16(), terms(&edited.json())), (200, all.clone()), "{}", edited.text());
    let message = watcher.next().await;
    assert_eq!((&message["type"], terms(&message["waffle"])), (&json!("waffle_updated"), all.clone()));
    let kept = seller.patch(&waffle.admin_api(""), &json!({"title": "Other", "claims_paused": null})).await.json();
    assert_eq!(terms(&kept), all, "what is not named stays");
    let cleared = json!({"opens_at": null, "pay_within_minutes": null, "max_spots_per_handle": null,
        "says_paid_grace_hours": null});
    let cleared = seller.patch(&waffle.admin_api(""), &cleared).await.json();
    assert_eq!(terms(&cleared)["opens_at"], Value::Null);
    let listed = seller
        .patch(
            &waffle.admin_api(""),
            &json!({"claims_paused": false, "unlisted": false,
        "distinct_amounts": false}),
        )
        .await
        .json();
    assert_eq!(terms(&listed), none);

    let mut creation = json!({"title": "Set from the start", "total_spots": 5, "spot_price": 100});
    creation.as_object_mut().unwrap().extend(all.as_object().unwrap().clone());
    let created = seller.post("/api/admin/waffles", &creation).await;
    assert_eq!((created.status.as_u16(), terms(&created.json())), (201, all));
}

#[tokio::test]
async fn an_unlisted_waffle_is_in_no_public_list_and_goes_on_for_those_with_the_link() {
    let (app, seller, waffle) = TestApp::selling("Box", 6).await;
    seller.patch(&waffle.admin_api(""), &json!({"unlisted": true})).await;
    assert_eq!(app.get("/api/waffles").await.json(), json!([]));
    assert!(!app.get("/").await.text().contains("/waffle/box"));
    assert!(!app.get("/waffles").await.text().contains("/waffle/box"));
    assert_eq!(app.get(&waffle.api("")).await.status, 200);
    assert_eq!(app.get("/waffle/box").await.status, 200);
    app.claim(&waffle, &[1], "anna").await;
    assert_eq!(seller.get("/api/admin/waffles").await.json()[0]["slug"], "box");
    seller.patch(&waffle.admin_api(""), &json!({"unlisted": false})).await;
    assert_eq!(app.get("/api/waffles").await.json()[0]["slug"], "box");
}

fn terms(waffle: &Value) -> Value {
    let names = [
        "opens_at",
        "claims_paused",
        "unlisted",
        "pay_within_minutes",
        "max_spots_per_handle",
        "says_paid_grace_hours",
        "distinct_amounts",
    ];
    names.iter().map(|name| ((*name).to_owned(), waffle[*name].clone())).collect::<serde_json::Map<_, _>>().into()
}
