//! The limits and examples in the description are those of the server.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use waffle_domain::settings::key::SettingKey;
use waffle_tests::{Answer, Seller, TestApp, faults};

use super::document;

/// The schema of an operation's body, with all its parts in one.
fn taken(document: &Value, path: &str) -> Value {
    taken_by(document, &document["paths"][path]["post"])
}

pub(crate) fn taken_by(document: &Value, operation: &Value) -> Value {
    let body = &operation["requestBody"];
    let (mut properties, mut required) = (Map::new(), Vec::new());
    gather(document, &body["content"]["application/json"]["schema"], &mut properties, &mut required);
    json!({"properties": properties, "required": required})
}

fn gather(document: &Value, schema: &Value, properties: &mut Map<String, Value>, required: &mut Vec<Value>) {
    if let Some(reference) = schema["$ref"].as_str() {
        gather(document, document.pointer(reference.trim_start_matches('#')).unwrap(), properties, required);
    }
    for part in schema["allOf"].as_array().into_iter().flatten() {
        gather(document, part, properties, required);
    }
    properties.extend(schema["properties"].as_object().cloned().unwrap_or_default());
    required.extend(schema["required"].as_array().cloned().unwrap_or_default());
}

/// A body made from the fields' examples.
fn example(schema: &Value) -> Map<String, Value> {
    let fields = schema["properties"].as_object().unwrap().iter();
    fields.filter_map(|(name, field)| Some((name.clone(), field.get("example")?.clone()))).collect()
}

/// A value of this size, or with this many characters or items.
fn sized(field: &str, limit: &str, size: u64) -> Value {
    let length = usize::try_from(size).unwrap();
    let address = |length: usize| format!("https://example.com/{}", "x".repeat(length - 20));
    match (limit, field) {
        ("minimum" | "maximum", _) => size.into(),
        ("minLength" | "maxLength", "image_url") => address(length).into(),
        ("minLength" | "maxLength", _) => "x".repeat(length).into(),
        _ => vec![address(30); length].into(),
    }
}

async fn try_limits(seller: &Seller, document: &Value, path: &str, besides: &Value) -> usize {
    let schema = &taken(document, path);
    let mut body = example(schema);
    body.extend(besides.as_object().unwrap().clone());
    let send = async |field: &str, value: Value| -> Answer {
        let mut body = body.clone();
        body.insert(field.to_owned(), value);
        seller.post(path, &body.into()).await
    };
    let mut tried = 0;
    for (field, rules) in schema["properties"].as_object().unwrap() {
        for (limit, beyond) in [("minimum", -1), ("maximum", 1), ("minLength", -1), ("maxLength", 1), ("maxItems", 1)] {
            let Some(size) = rules[limit].as_u64() else { continue };
            // Made-up ids would be refused, because they name nothing.
            if rules["items"]["format"] == "uuid" {
                continue;
            }
            let within = send(field, sized(field, limit, size)).await;
            assert_eq!(within.status, 201, "{field} at {limit} {size}: {}", within.text());
            let outside = send(field, sized(field, limit, size.checked_add_signed(beyond).unwrap())).await;
            assert_eq!(outside.status, 400, "{field} beyond {limit} {size}: {}", outside.text());
            assert_eq!(outside.json()["fields"][0]["field"], *field, "{}", outside.text());
            tried += 1;
        }
    }
    tried
}

#[tokio::test]
async fn what_lies_on_a_limit_is_taken_and_what_lies_beyond_is_not() {
    let app = TestApp::start().await;
    let (seller, document) = (app.seller().await, document(&app).await);
    assert_eq!(try_limits(&seller, &document, "/api/admin/waffles", &json!({})).await, 17);
    assert_eq!(try_limits(&seller, &document, "/api/admin/share-templates", &json!({})).await, 4);
    let kind = json!({"type": "wallet_a"});
    assert_eq!(try_limits(&seller, &document, "/api/admin/payment-methods", &kind).await, 6);
}

#[tokio::test]
async fn what_is_needed_is_missed_by_name() {
    let app = TestApp::start().await;
    let (seller, document) = (app.seller().await, document(&app).await);
    for path in [
        "/api/admin/waffles",
        "/api/admin/payment-methods",
        "/api/admin/share-templates",
        "/api/claims",
        "/api/claims/random",
        "/api/admin/login",
        "/api/admin/admins",
        "/api/admin/change-password",
        "/api/admin/reset-password",
    ] {
        let schema = taken(&document, path);
        let mut needed: Vec<_> =
            schema["required"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        let mut named = faults(&seller.post(path, &json!({})).await);
        needed.sort_unstable();
        named.sort_unstable();
        assert_eq!(named, needed, "{path}");
    }
}

#[tokio::test]
async fn every_setting_has_the_range_that_is_told() {
    let document = document(&*TestApp::shared().await).await;
    let told = document["components"]["schemas"]["SettingsChange"]["properties"].as_object().unwrap();
    let names = SettingKey::ALL.into_iter().flat_map(|key| [Some(key.as_str()), key.setting().alias]).flatten();
    let names: BTreeSet<&str> = names.collect();
    assert_eq!(told.keys().map(String::as_str).collect::<BTreeSet<_>>(), names);
    for (name, field) in told {
        let range = SettingKey::parse(name).unwrap().setting().range;
        let ends = range.map(|range| (u64::from(*range.start()), u64::from(*range.end())));
        assert_eq!(field["minimum"].as_u64().zip(field["maximum"].as_u64()), ends, "{name}");
    }
}

#[tokio::test]
async fn what_other_tests_try_is_told_as_it_is() {
    let document = document(&*TestApp::shared().await).await;
    let key = &document["paths"]["/api/claims"]["post"]["parameters"][0];
    assert_eq!((&key["name"], &key["schema"]["maxLength"]), (&json!("Idempotency-Key"), &json!(128)));
    let count = &taken(&document, "/api/claims/random")["properties"]["count"];
    assert_eq!((&count["type"], &count["minimum"]), (&json!("integer"), &json!(1)));
    assert!(count["maximum"].is_null() && count["format"].is_null(), "{count}");
    let spots = &taken(&document, "/api/admin/waffles/{id}/spots/pay")["properties"]["spot_ids"];
    assert_eq!(spots["maxItems"], 3_000);
    let role = &document["components"]["schemas"]["StandingChange"]["properties"]["role"];
    assert_eq!(role["enum"], json!(["super_admin", "admin", "waffle_manager", null]));
    assert_eq!(role["type"], json!(["string", "null"]));
}
