//! `/api/admin/waffles/:id/share-message`

use chrono::{DateTime, Utc};
use reqwest::Method;
use serde_json::{Value, json};
use waffle_tests::{Answer, answer, bearer, faults, refusal, refused};

use super::Shop;
use super::share_templates::at;

const UNKNOWN: &str = "00000000-0000-7000-8000-000000000000";

fn path(waffle: &Value, rest: &str) -> String {
    format!("/api/admin/waffles/{}/share-message{rest}", waffle["id"].as_str().unwrap())
}

impl Shop {
    async fn message(&self, waffle: &Value) -> Value {
        self.get(&path(waffle, "")).await.ok().json()
    }

    async fn save(&self, waffle: &Value, template: &Value, message: &str) -> Answer {
        let body = json!({"template_id": template["id"], "message": message});
        self.patch(&path(waffle, ""), &body).await
    }

    /// A message's text, as it would be posted.
    async fn rendered(&self, waffle: &Value, body: &Value) -> String {
        self.post(&path(waffle, "/render"), body).await.ok().json()["message"].as_str().unwrap().to_owned()
    }
}

#[tokio::test]
async fn without_a_saved_message_it_is_the_default_template_filled() {
    let (shop, waffle) = Shop::with_waffle("Box \"{price}\"").await;
    let template = shop.template("Mine", "{title}: {spots} × {price}, {url} {nope}").await;
    shop.bare(Method::POST, &format!("{}/default", at(&template))).await;
    let url = "https://waffles.example.com/waffle/box-price";
    let message = format!("Box \"{{price}}\": 100 × $25.00, {url} {{nope}}");
    let view = shop.message(&waffle).await;
    assert_eq!((&view["message"], &view["template_id"], &view["url"]), (&json!(message), &template["id"], &json!(url)));
    assert_eq!(view["templates"].as_array().unwrap(), &shop.templates().await);
    for body in [json!({}), json!({"template_id": template["id"]}), json!({"message": template["body"]})] {
        assert_eq!(shop.rendered(&waffle, &body).await, message, "{body}");
    }
    let without_body = shop.bare(Method::POST, &path(&waffle, "/render")).await;
    assert_eq!(without_body.json(), json!({"message": message}));
}

#[tokio::test]
async fn the_first_template_is_english_and_rendered_in_the_language_asked_for_until_it_is_changed() {
    let shop = Shop::with(&[("WAFFLE__SERVER__LANGUAGE", "de")]).await;
    let waffle = shop.waffle("Box", &[]).await;
    let first = shop.default_template().await;
    assert_eq!(first["name"], "New drop");
    assert!(first["body"].as_str().unwrap().contains("{spots} spots at {price} each"), "{first}");
    let view = shop.message(&waffle).await;
    assert!(view["message"].as_str().unwrap().contains("100 spots at $25.00 each"), "{view}");
    let is_rendered = async |lang: Value, words: &str| {
        for template in [json!(null), first["id"].clone()] {
            let rendered = shop.rendered(&waffle, &json!({"lang": lang, "template_id": template})).await;
            assert!(rendered.contains(words), "{lang}, {template}: {rendered}");
        }
    };
    for lang in [json!(null), json!("en"), json!("xx")] {
        is_rendered(lang, "100 spots at $25.00 each").await;
    }
    is_rendered(json!("de"), "100 Plätze zu je 25,00").await;
    let renamed = shop.patch(&at(&first), &json!({"name": "Mine"})).await.ok().json();
    assert_eq!((&renamed["name"], &renamed["body"]), (&json!("Mine"), &first["body"]));
    is_rendered(json!("de"), "100 spots at 25,00").await;
}

#[tokio::test]
async fn a_saved_message_is_kept_as_written_and_filled_when_rendered() {
    let (shop, waffle) = Shop::with_waffle("Box").await;
    let template = shop.template("Mine", "{title}").await;
    let saved = shop.save(&waffle, &template, "Only {price}!\r\n{url}").await.ok().json();
    assert_eq!(saved, shop.message(&waffle).await);
    assert_eq!((&saved["message"], &saved["template_id"]), (&json!("Only {price}!\n{url}"), &template["id"]));
    let rendered = "Only $25.00!\nhttps://waffles.example.com/waffle/box";
    assert_eq!(shop.rendered(&waffle, &json!({})).await, rendered);
    assert_eq!(shop.rendered(&waffle, &json!({"message": ""})).await, "");
    assert_eq!(shop.rendered(&waffle, &json!({"template_id": template["id"]})).await, "Box");
    let detail = shop.get(&format!("/api/admin/waffles/{}", waffle["id"].as_str().unwrap())).await.json();
    assert_eq!(
        (&detail["share_message"], &detail["share_template_id"]),
        (&json!("Only {price}!\n{url}"), &template["id"])
    );
    let public = shop.app.get("/api/waffles/box").await.json();
    assert_eq!((public.get("share_message"), public.get("share_template_id")), (None, None));
    shop.save(&waffle, &template, "Only {price}!\n{url}").await;
}

#[tokio::test]
async fn a_waffle_keeps_its_text_when_its_template_is_deleted() {
    let (shop, waffle) = Shop::with_waffle("Box").await;
    let template = shop.template("Mine", "{title}").await;
    shop.save(&waffle, &template, "My words").await;
    shop.delete(&at(&template), &json!({})).await;
    let view = shop.message(&waffle).await;
    assert_eq!((&view["message"], &view["template_id"]), (&json!("My words"), &json!(null)));
}

#[tokio::test]
async fn without_any_template_there_is_no_message() {
    let (shop, waffle) = Shop::with_waffle("Box").await;
    shop.app.sql("DELETE FROM share_templates").await;
    let view = shop.message(&waffle).await;
    assert_eq!((&view["message"], &view["template_id"], &view["templates"]), (&json!(""), &json!(null), &json!([])));
    assert_eq!(shop.rendered(&waffle, &json!({})).await, "");
}

#[tokio::test]
async fn the_link_leads_to_the_host_of_the_request_where_no_address_is_set() {
    let shop = Shop::with(&[("WAFFLE__SERVER__PUBLIC_URL", "")]).await;
    let waffle = shop.waffle("Box", &[]).await;
    let request = bearer(&shop.app, Method::GET, &path(&waffle, ""), &shop.token);
    let view = answer(request.header("x-forwarded-host", "drops.example")).await.json();
    assert_eq!(view["url"], "https://drops.example/waffle/box", "the proxy is trusted");
    assert!(view["message"].as_str().unwrap().ends_with("https://drops.example/waffle/box"));
}

#[tokio::test]
async fn saving_needs_both_fields_and_a_template_that_is_there() {
    let (shop, waffle) = Shop::with_waffle("Box").await;
    let template = shop.default_template().await;
    let save = |body: Value| {
        let (shop, waffle) = (&shop, &waffle);
        async move { faults(&shop.patch(&path(waffle, ""), &body).await) }
    };
    assert_eq!(save(json!({})).await, ["template_id", "message"]);
    assert_eq!(save(json!({"message": "x", "template_id": null})).await, ["template_id"]);
    assert_eq!(save(json!({"template_id": UNKNOWN, "message": "x"})).await, ["template_id"]);
    for message in ["", " \n", "a\u{7}b", &"é".repeat(5_001)] {
        assert_eq!(save(json!({"template_id": template["id"], "message": message})).await, ["message"]);
    }
    let no_id = json!({"template_id": "x", "message": "x"});
    assert_eq!(refusal(&shop.patch(&path(&waffle, ""), &no_id).await), refused(400, "malformed_json"));
    assert_eq!(shop.message(&waffle).await["template_id"], template["id"]);
}

#[tokio::test]
async fn rendering_refuses_what_could_not_be_saved() {
    let (shop, waffle) = Shop::with_waffle("Box").await;
    let path = path(&waffle, "/render");
    assert_eq!(faults(&shop.post(&path, &json!({"template_id": UNKNOWN})).await), ["template_id"]);
    assert_eq!(faults(&shop.post(&path, &json!({"message": "é".repeat(5_001)})).await), ["message"]);
}

#[tokio::test]
async fn a_message_names_what_there_is_and_a_dash_for_what_there_is_not() {
    let (shop, waffle) = Shop::with_waffle("Box").await;
    let of = async |message: &str| shop.rendered(&waffle, &json!({"message": message})).await;
    assert_eq!(of("{left}: {free}; {unpaid}, {deadline}, {opens}, {winners}").await, "100: 1-100; –, –, –, –");
    assert_eq!(of("{draw}").await, "https://waffles.example.com/waffle/box/draws");
    let id = waffle["id"].as_str().unwrap();
    let opening = json!({"opens_at": "2099-06-01T18:00:00Z"});
    shop.patch(&format!("/api/admin/waffles/{id}"), &opening).await.ok();
    assert_eq!(of("{opens}").await, "Mon 1 Jun 2099, 18:00 (UTC)");
}

#[tokio::test]
async fn the_deadline_in_a_message_is_that_of_the_last_unpaid_spot() {
    let shop = Shop::open().await;
    let waffle = shop.seller.waffle("Box", 10).await;
    let rendered = async || {
        let path = waffle.admin_api("/share-message/render");
        shop.post(&path, &json!({"message": "{unpaid}: {deadline}"})).await.ok().json()["message"].clone()
    };
    shop.app.claim(&waffle, &[1], "anna").await.ok();
    assert_eq!(rendered().await, "1: –", "there is no deadline");
    for (spot, minutes) in [(2, 600), (3, 30)] {
        shop.patch(&waffle.admin_api(""), &json!({"pay_within_minutes": minutes})).await.ok();
        shop.app.claim(&waffle, &[spot], "anna").await.ok();
    }
    let spots = shop.app.get(&waffle.api("/spots")).await.json();
    let deadline = |number: usize| {
        let pay_by: DateTime<Utc> = spots[number - 1]["pay_by"].as_str().unwrap().parse().unwrap();
        pay_by.format("%a %-d %b %Y, %H:%M (UTC)").to_string()
    };
    assert_eq!(rendered().await, format!("1-3: {}", deadline(2)));
    shop.pays(&waffle, [2]).await;
    assert_eq!(rendered().await, format!("1, 3: {}", deadline(3)));
}
