//! `/api/admin/seller`

use std::time::Duration;

use serde_json::{Value, json};
use waffle_tests::{Seller, TestApp, faults, refusal, refused};

use crate::photos::photo;

const PATH: &str = "/api/admin/seller";

fn nothing() -> Value {
    json!({"name": null, "picture_url": null})
}

async fn patched(boss: &Seller, body: &Value) -> Value {
    let answer = boss.patch(PATH, body).await.ok().json();
    assert_eq!(boss.get(PATH).await.ok().json(), answer);
    answer
}

#[tokio::test]
async fn name_and_picture_are_set_and_cleared_and_each_change_is_audited_once() {
    let (app, boss) = TestApp::with_seller().await;
    assert_eq!(boss.get(PATH).await.ok().json(), nothing());
    let picture = photo(&boss, 200).await;
    let both = json!({"name": "Mia’s", "picture_url": picture});
    for sent in [
        json!({"name": " Mia’s ", "picture_url": format!("https://waffles.example.com{picture}")}),
        json!({"name": "Mia’s"}),
        json!({}),
    ] {
        assert_eq!(patched(&boss, &sent).await, both);
    }
    let only_picture = json!({"name": null, "picture_url": picture});
    assert_eq!(patched(&boss, &json!({"name": null})).await, only_picture);
    assert_eq!(patched(&boss, &json!({"name": "", "picture_url": null})).await, nothing());
    let hash = picture.trim_start_matches("/photos/").trim_end_matches(".jpg");
    let expected = [
        "seller_name: none → Mia’s".to_owned(),
        format!("seller_picture: none → {hash}"),
        "seller_name: Mia’s → none".to_owned(),
        format!("seller_picture: {hash} → none"),
    ];
    let told = "SELECT string_agg(detail, '|' ORDER BY seq) FROM audit_trail WHERE action = 'update_setting'
        AND entity_type = 'settings' AND entity_id = split_part(detail, ':', 1)";
    app.holds(&format!("({told}) = '{}'", expected.join("|"))).await;
}

#[tokio::test]
async fn a_change_with_a_fault_changes_nothing() {
    let (_app, boss) = TestApp::with_seller().await;
    let longest = "ß".repeat(60);
    let gone = format!("/photos/{}.jpg", "0".repeat(64));
    for (body, fields) in [
        (json!({"name": format!("{longest}ß")}), &["name"][..]),
        (json!({"name": "a\nb", "picture_url": "https://a.example/me.jpg"}), &["name", "picture_url"][..]),
        (json!({"name": "Mia", "picture_url": gone}), &["picture_url"][..]),
    ] {
        assert_eq!(faults(&boss.patch(PATH, &body).await), fields, "{body}");
    }
    let number = boss.patch(PATH, &json!({"name": 7})).await;
    assert_eq!(refusal(&number), refused(400, "malformed_json"));
    assert_eq!(boss.get(PATH).await.json(), nothing());
    assert_eq!(patched(&boss, &json!({"name": longest})).await["name"], longest);
}

#[tokio::test]
async fn other_roles_neither_read_nor_change_it() {
    let app = TestApp::start().await;
    for role in ["admin", "waffle_manager"] {
        let other = app.seller_as(&format!("the.{role}"), role).await;
        assert_eq!(refusal(&other.get(PATH).await), refused(403, "forbidden"), "{role}");
        let change = other.patch(PATH, &json!({"name": "Mine"})).await;
        assert_eq!(refusal(&change), refused(403, "forbidden"), "{role}");
    }
    assert_eq!(app.seller().await.get(PATH).await.json(), nothing());
}

#[tokio::test]
async fn no_other_answer_names_the_seller() {
    let (app, boss, waffle) = TestApp::selling("Box", 10).await;
    let before = [boss.get("/api/admin/settings").await.json(), app.get(&waffle.api("")).await.json()];
    patched(&boss, &json!({"name": "Mia’s"})).await;
    let after = [boss.get("/api/admin/settings").await.json(), app.get(&waffle.api("")).await.json()];
    assert_eq!(after, before);
}

#[tokio::test]
async fn another_server_follows_within_two_seconds() {
    let (here, there) = TestApp::two_servers().await;
    let boss = here.seller().await;
    let waffle = boss.waffle("Box", 10).await;
    let named = async |app: &TestApp| app.visitor().get(&waffle.page()).await.has(".seller");
    assert!(!named(&here).await && !named(&there).await);
    patched(&boss, &json!({"name": "Mia’s"})).await;
    assert!(named(&here).await);
    there.clock.advance(Duration::from_secs(2));
    assert!(named(&there).await);
}
