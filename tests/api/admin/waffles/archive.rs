//! `POST /api/admin/waffles/:id/archive`, `/unarchive` and `DELETE /api/admin/waffles/:id`

use reqwest::Method;
use serde_json::json;
use waffle_tests::{PASSWORD, TestApp, Waffle, answer, refusal, refused};

async fn public_statuses(app: &TestApp, waffle: &Waffle) -> Vec<u16> {
    let slug = &waffle.slug;
    let mut statuses = Vec::new();
    for path in [
        format!("/waffle/{slug}"),
        format!("/waffle/{slug}/card.png"),
        waffle.api(""),
        waffle.api("/spots"),
        waffle.api("/export"),
    ] {
        statuses.push(app.get(&path).await.status.as_u16());
    }
    statuses
}

#[tokio::test]
async fn an_archived_waffle_is_gone_for_the_public_until_it_is_unarchived() {
    let (app, seller, waffle) = TestApp::selling_by(("ada", "admin"), "Box", 6).await;
    let mut watcher = app.watching(&waffle).await;
    let archived = seller.post(&waffle.admin_api("/archive"), &json!({})).await;
    assert_eq!((archived.status.as_u16(), &archived.json()["archived"]), (200, &json!(true)), "{}", archived.text());
    let (messages, code) = watcher.rest().await;
    assert_eq!(
        (messages[0]["type"].as_str(), messages[0]["seq"].as_i64(), code),
        (Some("waffle_archived"), Some(1), 1000)
    );
    assert_eq!(public_statuses(&app, &waffle).await, [404; 5]);
    assert_eq!(app.get(&format!("/waffle/{}/card.png", waffle.slug)).await.header("cache-control"), "no-store");
    for path in ["", "/spots", "/export"].map(|rest| waffle.api(rest)) {
        let gone = app.get(&path).await;
        assert_eq!((refusal(&gone), gone.header("cache-control")), (refused(404, "not_found"), "no-store"), "{path}");
        assert_eq!(answer(app.request(Method::HEAD, &path)).await.status, 404, "{path}");
    }
    for number in [1, 7] {
        assert_eq!(refusal(&app.claim(&waffle, &[number], "anna").await), refused(404, "not_found"), "{number}");
    }
    assert_eq!(seller.get(&waffle.admin_api("")).await.json()["archived"], true);
    assert_eq!(app.watch_refused(&format!("/ws/{}", waffle.slug)).await, 404);
    assert_eq!(app.get("/api/waffles").await.json(), json!([]));
    assert_eq!(seller.get("/api/admin/waffles?archived=true").await.json()[0]["id"], json!(waffle.id));
    assert_eq!(seller.post(&waffle.admin_api("/archive"), &json!({})).await.status, 200);

    assert_eq!(seller.post(&waffle.admin_api("/unarchive"), &json!({})).await.status, 200);
    assert_eq!(seller.post(&waffle.admin_api("/unarchive"), &json!({})).await.status, 200);
    assert_eq!(public_statuses(&app, &waffle).await, [200; 5]);
    assert_eq!(app.claim(&waffle, &[1], "anna").await.status, 200);
}

#[tokio::test]
async fn deleting_asks_for_the_word_and_the_password_and_leaves_the_record() {
    let (app, seller, waffle) = TestApp::selling("Box", 6).await;
    app.claim(&waffle, &[1], "anna").await;
    let mut watcher = app.watching(&waffle).await;
    let path = waffle.admin_api("");
    for (body, status, code) in [
        (json!({}), 400, "validation_failed"),
        (json!({"confirmation": "delete", "password": PASSWORD}), 400, "validation_failed"),
        (json!({"confirmation": "DELETE"}), 400, "validation_failed"),
        (json!({"confirmation": "Delete", "password": "wrong"}), 400, "validation_failed"),
        (json!({"confirmation": "DELETE", "password": "wrong"}), 403, "invalid_password"),
    ] {
        assert_eq!(refusal(&seller.delete(&path, &body).await), refused(status, code), "{body}");
    }
    let confirmed = json!({"confirmation": "DELETE", "password": PASSWORD});
    seller.delete(&path, &confirmed).await.ok();
    assert_eq!(watcher.closed().await, 1000);
    assert_eq!(public_statuses(&app, &waffle).await, [404; 5]);
    assert_eq!(refusal(&seller.delete(&path, &confirmed).await), refused(404, "not_found"));
    app.holds("(SELECT count(*) FROM spots) = 0 AND (SELECT count(*) FROM events) = 0").await;

    let again = seller.waffle("Box", 3).await;
    assert_eq!(again.slug, waffle.slug, "the name is free again");
    let mut watcher = app.watch(&format!("/ws/{}?since=1", again.slug)).await;
    assert_eq!(watcher.next().await, json!({"type": "resync"}));
}
