//! The description is a complete OpenAPI document that names exactly what the server has.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use waffle_api::endpoints::addresses;
use waffle_domain::role::Role;
use waffle_tests::TestApp;

use super::{document, operations};
use crate::admin::roles::TABLE;

/// The routes of the API, in the server's route table and of the lists, such as `GET /api/waffles`.
pub(crate) fn registered() -> BTreeSet<String> {
    let source =
        concat!(include_str!("../../../src/waffle/routes.rs"), include_str!("../../../src/pages/admin/tables.rs"));
    let mut found: BTreeSet<String> = addresses().into_iter().collect();
    for service in source.split(".service(").skip(1) {
        let (path, handlers) = service.split_once('"').unwrap().1.split_once('"').unwrap();
        let methods = ["get", "post", "patch", "put", "delete"].into_iter();
        let methods: Vec<_> = methods.filter(|method| handlers.contains(&format!(".{method}("))).collect();
        assert!(!methods.is_empty(), "{path} takes a method that this test doesn't know");
        found.extend(methods.iter().map(|method| format!("{} {path}", method.to_uppercase())));
    }
    found
}

#[tokio::test]
async fn every_endpoint_is_described_and_nothing_else() {
    let document = document(&*TestApp::shared().await).await;
    let described: BTreeSet<String> = operations(&document).into_iter().map(|(name, _)| name).collect();
    let registered = registered();
    let api = |names: &BTreeSet<String>| -> BTreeSet<String> {
        // The pages for people aren't endpoints.
        names.iter().filter(|name| name.contains(" /api/") && !name.starts_with("GET /api/docs")).cloned().collect()
    };
    assert_eq!(api(&described), api(&registered));
    assert!(described.is_subset(&registered), "{:?}", described.difference(&registered));
}

#[tokio::test]
async fn the_description_is_complete_in_itself() {
    let document = document(&*TestApp::shared().await).await;
    assert_eq!(document["openapi"], "3.1.0");
    assert_eq!(document["info"]["title"], "Waffle");
    assert_eq!(document["info"]["version"], env!("CARGO_PKG_VERSION"));
    for reference in references(&document) {
        let pointer = reference.strip_prefix('#').unwrap_or_else(|| panic!("{reference} leads elsewhere"));
        assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
    }
    let tags: Vec<&str> =
        document["tags"].as_array().unwrap().iter().map(|tag| tag["name"].as_str().unwrap()).collect();
    assert_eq!(tags.iter().collect::<BTreeSet<_>>().len(), tags.len(), "each tag once");
    let mut ids = BTreeSet::new();
    for (name, operation) in operations(&document) {
        let id = operation["operationId"].as_str().unwrap_or_else(|| panic!("{name} has no id"));
        assert!(ids.insert(id), "{id} stands twice");
        assert!(operation["summary"].as_str().is_some_and(|summary| summary.len() > 5), "{name} has no summary");
        let own_tags = operation["tags"].as_array().unwrap();
        assert!(own_tags.len() == 1 && tags.contains(&own_tags[0].as_str().unwrap()), "{name}: {own_tags:?}");
        check_parameters(&name, operation);
        check_security(&name, operation, &document);
        check_answers(&name, operation);
    }
}

/// Asserts that the names in braces are the path parameters, all of them required.
fn check_parameters(name: &str, operation: &Value) {
    let between = name.split('{').skip(1).map(|rest| rest.split('}').next().unwrap());
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let mut of_path = BTreeSet::new();
    for parameter in parameters {
        assert!(parameter["schema"]["type"].is_string(), "{name}: {parameter}");
        assert!(parameter["description"].as_str().is_some_and(|words| !words.is_empty()), "{name}: {parameter}");
        if parameter["in"] == "path" {
            assert_eq!(parameter["required"], true, "{name}: {parameter}");
            of_path.insert(parameter["name"].as_str().unwrap());
        }
    }
    assert_eq!(of_path, between.collect(), "{name}");
}

/// Asserts that the operation either needs no sign-in, or takes a token or a cookie.
fn check_security(name: &str, operation: &Value, document: &Value) {
    let requirements = operation["security"].as_array().unwrap_or_else(|| panic!("{name} says nothing of security"));
    let schemes = requirements.iter().flat_map(|one| one.as_object().unwrap().keys().map(String::as_str));
    let schemes: Vec<&str> = schemes.collect();
    assert!(schemes.is_empty() || schemes == ["bearer", "cookie"], "{name}: {schemes:?}");
    assert!(schemes.iter().all(|scheme| document["components"]["securitySchemes"][scheme].is_object()));
}

/// Asserts that there is one way to succeed, a way to fail, and a description and content for each answer.
fn check_answers(name: &str, operation: &Value) {
    let answers = operation["responses"].as_object().unwrap();
    let success = |status: &&String| status.starts_with('2');
    assert_eq!(answers.keys().filter(success).count(), 1, "{name} has one way to succeed");
    let service = operation["tags"][0] == "Service";
    assert!(service || answers.keys().any(|status| status.starts_with('5')), "{name} never fails");
    for (status, answer) in answers {
        assert!(answer["description"].as_str().is_some_and(|words| !words.is_empty()), "{name} {status}");
        assert_eq!(answer["content"].is_object(), status != "304", "{name} {status}");
        let waits = answer["headers"]["Retry-After"].is_object();
        assert_eq!(waits, matches!(status.as_str(), "429" | "503"), "{name} {status}");
    }
}

fn references(value: &Value) -> Vec<&str> {
    match value {
        Value::Object(fields) => {
            let own = fields.get("$ref").and_then(Value::as_str);
            own.into_iter().chain(fields.values().flat_map(references)).collect()
        }
        Value::Array(items) => items.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}

/// Compares the description with the table that a test of the roles tries out.
#[tokio::test]
async fn who_may_call_is_told_as_it_is() {
    let document = document(&*TestApp::shared().await).await;
    let operations = operations(&document);
    for (address, least) in TABLE.iter().filter(|(address, _)| address.contains(" /api/")) {
        let Some((_, operation)) = operations.iter().find(|(name, _)| name == address) else { panic!("{address}") };
        let role = &operation["security"][0]["bearer"][0];
        assert_eq!(role.as_str(), least.map(Role::as_str), "{address}");
    }
    let told = operations.iter().filter(|(_, operation)| operation["security"][0]["bearer"][0].is_string());
    assert!(told.clone().all(|(name, _)| TABLE.iter().any(|(address, _)| address == name)));
    assert!(told.count() > 20);
    let open = operations.iter().filter(|(_, operation)| operation["security"] == json!([]));
    let open: Vec<_> = open.filter_map(|(name, _)| name.split_once(" /api/admin/")).collect();
    let paths = ["forgot-password", "login", "reset-password"];
    assert_eq!(open, paths.map(|path| ("POST", path)));
}
