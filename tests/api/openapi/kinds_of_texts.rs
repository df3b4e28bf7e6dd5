//! Every text in a body has a rule in the description, or is one of a few of which any is taken.

use std::collections::BTreeSet;

use serde_json::Value;
use waffle_tests::TestApp;

use super::{document, operations};

/// Of these, any text is judged by what is stored.
const SECRETS: [&str; 5] = ["code", "current_password", "new_password", "password", "token"];
/// The other texts in bodies of which any is taken, or whose rules no pattern can say.
const FREE: [&str; 13] = [
    "ClearReason.reason",
    "ForgottenPassword.username",
    "NewAccount.role",
    "NewTimeZone.timezone",
    "OtherNumbers.reason",
    "PaymentLine.payer",
    "PaymentLine.social_handle",
    "PaymentLine.text",
    "PaymentsText.text",
    "ProfileEdit.timezone",
    "SettingsChange.whois_server",
    "ShareDraft.lang",
    "SocialLink.handle",
];

/// Enters the fields in a schema that are texts without a rule, as `Schema.field`.
fn enter_free(document: &Value, schema: &Value, (owner, field): (&str, &str), free: &mut BTreeSet<String>) {
    let kinds = &schema["type"];
    let is_text = kinds == "string" || kinds.as_array().is_some_and(|kinds| kinds.contains(&"string".into()));
    let has_kind = ["enum", "format", "pattern"].iter().any(|rule| !schema[rule].is_null());
    if is_text && !has_kind && !SECRETS.contains(&field) {
        free.insert(format!("{owner}.{field}"));
    }
    if let Some(path) = schema["$ref"].as_str() {
        let owner = path.trim_start_matches("#/components/schemas/");
        enter_free(document, &document["components"]["schemas"][owner], (owner, field), free);
    }
    let parts = ["allOf", "oneOf", "anyOf"].iter().filter_map(|parts| schema[parts].as_array()).flatten();
    for part in parts.chain(schema.get("items")) {
        enter_free(document, part, (owner, field), free);
    }
    for (field, rules) in schema["properties"].as_object().into_iter().flatten() {
        enter_free(document, rules, (owner, field), free);
    }
}

#[tokio::test]
async fn every_text_in_a_body_has_its_kind_but_for_a_few() {
    let document = document(&*TestApp::shared().await).await;
    let mut free = BTreeSet::new();
    for (_, operation) in operations(&document) {
        for (_, body) in operation["requestBody"]["content"].as_object().into_iter().flatten() {
            enter_free(&document, &body["schema"], ("", ""), &mut free);
        }
    }
    assert_eq!(free, FREE.map(str::to_owned).into());
}

#[tokio::test]
async fn every_kind_of_texts_is_known() {
    let document = document(&*TestApp::shared().await).await;
    let mut left = vec![&document];
    while let Some(value) = left.pop() {
        if let Some(format) = value.get("format").and_then(Value::as_str) {
            assert!(["date-time", "double", "int32", "int64", "uuid"].contains(&format), "{format} in {value}");
        }
        left.extend(value.as_array().into_iter().flatten());
        left.extend(value.as_object().into_iter().flat_map(|fields| fields.values()));
    }
}
