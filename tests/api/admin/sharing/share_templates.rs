//! `/api/admin/share-templates`

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use waffle_tests::{faults, refusal, refused};

use super::Shop;

const PATH: &str = "/api/admin/share-templates";

impl Shop {
    pub(super) async fn template(&self, name: &str, body: &str) -> Value {
        self.app.clock.advance(Duration::from_secs(1));
        self.post(PATH, &json!({"name": name, "body": body})).await.ok().json()
    }

    pub(super) async fn templates(&self) -> Vec<Value> {
        self.get(PATH).await.json()["templates"].as_array().unwrap().clone()
    }

    pub(super) async fn default_template(&self) -> Value {
        let defaults: Vec<_> =
            self.templates().await.into_iter().filter(|template| template["default"] == true).collect();
        assert_eq!(defaults.len(), 1);
        defaults[0].clone()
    }
}

pub(super) fn at(template: &Value) -> String {
    format!("{PATH}/{}", template["id"].as_str().unwrap())
}

#[tokio::test]
async fn a_new_service_has_a_default_and_takes_more() {
    let shop = Shop::open().await;
    let seeded = shop.default_template().await;
    let template = shop.template(" Last call ", "{title}\r\n{url}").await;
    let expected = json!({
        "id": template["id"], "name": "Last call", "body": "{title}\n{url}", "default": false,
        "created_at": "2026-06-01T12:00:01Z", "updated_at": "2026-06-01T12:00:01Z",
    });
    assert_eq!(template, expected);
    let list = shop.get("/api/admin/share-templates/").await.json();
    assert_eq!(list.as_object().unwrap().len(), 1);
    let listed = shop.templates().await;
    assert!(listed.len() == 2 && listed.contains(&seeded) && listed.contains(&template));
}

#[tokio::test]
async fn an_edit_changes_what_it_names_or_nothing() {
    let shop = Shop::open().await;
    let template = shop.template("Last call", "{title}").await;
    shop.app.clock.advance(Duration::from_secs(1));
    let renamed = shop.patch(&at(&template), &json!({"name": "Hurry", "default": true})).await;
    let mut expected = template.clone();
    expected["name"] = json!("Hurry");
    expected["updated_at"] = json!("2026-06-01T12:00:02Z");
    assert_eq!((renamed.status.as_u16(), renamed.json()), (200, expected.clone()));
    for body in [json!({}), json!({"name": "Hurry", "body": "{title}"})] {
        assert_eq!(shop.patch(&at(&template), &body).await.json(), expected);
    }
    assert_eq!(faults(&shop.patch(&at(&template), &json!({"name": "x", "body": " "})).await), ["body"]);
    assert_eq!(faults(&shop.post(PATH, &json!({"name": "a\nb", "body": "\r\n"})).await), ["name", "body"]);
    let long = json!({"name": "é".repeat(101), "body": "é".repeat(5_001)});
    assert_eq!(faults(&shop.patch(&at(&template), &long).await), ["name", "body"]);
    assert!(shop.templates().await.contains(&expected));
    assert_eq!(shop.templates().await.len(), 2);
    let longest = json!({"name": "é".repeat(100), "body": "é".repeat(5_000)});
    let longest = shop.patch(&at(&template), &longest).await.ok().json();
    assert_eq!(["name", "body"].map(|field| longest[field].as_str().unwrap().chars().count()), [100, 5_000]);
}

#[tokio::test]
async fn the_last_template_stays_and_the_oldest_other_one_becomes_the_default() {
    let shop = Shop::open().await;
    let seeded = shop.default_template().await;
    assert_eq!(refusal(&shop.delete(&at(&seeded), &json!({})).await), refused(409, "last_template"));
    let (second, third) = (shop.template("second", "2").await, shop.template("third", "3").await);
    let deleted = shop.bare(Method::DELETE, &at(&seeded)).await.ok().json();
    assert!(deleted["message"].is_string());
    assert_eq!(shop.default_template().await["id"], second["id"]);
    assert_eq!(refusal(&shop.delete(&at(&seeded), &json!({})).await), refused(404, "not_found"));
    shop.delete(&at(&third), &json!({})).await;
    assert_eq!(shop.default_template().await["id"], second["id"]);
    assert_eq!(refusal(&shop.delete(&at(&second), &json!({})).await), refused(409, "last_template"));
}
