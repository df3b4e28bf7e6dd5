//! What each address under `/api/admin` refuses before it does anything: invalid tokens, requests that pages of other
//! sites make a browser send, other methods, and bodies that are not JSON, or too long.

use std::collections::{BTreeMap, BTreeSet};

use reqwest::Method;
use serde_json::{Value, json};
use waffle_tests::app::{TestApp, answer};
use waffle_tests::sign_in::{bearer, refusal, refused, with_cookie};

use super::roles::TABLE;
use crate::openapi::{document, operations};

/// The longest body of an address that takes pasted payments, and of any other one.
const PASTED: usize = 400 * 1_024;
const USUAL: usize = 64 * 1_024;

/// Addresses that do with no body.
const MAY_BE_MISSING: [&str; 6] = [
    "DELETE /api/admin/admins/{id}",
    "POST /api/admin/waffles/{id}/buyers/{handle}/pay",
    "POST /api/admin/waffles/{id}/buyers/{handle}/release",
    "POST /api/admin/waffles/{id}/clear-winner",
    "POST /api/admin/waffles/{id}/draws",
    "POST /api/admin/waffles/{id}/share-message/render",
];

/// Ids of what exists, by the beginning of the addresses that name it.
async fn ids(app: &TestApp) -> Vec<(&'static str, String)> {
    let seller = app.seller().await;
    let waffle = seller.waffle("Box", 3).await;
    app.claim(&waffle, &[1], "anna").await;
    let made = async |path: &str, body: Value| {
        let answer = seller.post(path, &body).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        answer.json()["id"].as_str().unwrap().to_owned()
    };
    let method = json!({"type": "wallet_a", "display_name": "Bank", "handle_or_url": "@me"});
    let account = json!({"username": "mia", "email": "mia@example.org", "password": "cherry-iron-43", "role": "admin"});
    vec![
        ("/api/admin/spots/", waffle.spot(1).to_string()),
        ("/api/admin/waffles/", waffle.id.clone()),
        ("/api/admin/share-templates/", made("/api/admin/share-templates", json!({"name": "A", "body": "x"})).await),
        ("/api/admin/payment-methods/", made("/api/admin/payment-methods", method).await),
        ("/api/admin/admins/", made("/api/admin/admins", account).await),
        ("", "00000000-0000-4000-8000-000000000000".to_owned()),
    ]
}

/// Each address of the table that needs a sign-in, as it is described, with its method and its path.
async fn addresses(app: &TestApp) -> Vec<(&'static str, Method, String)> {
    let ids = ids(app).await;
    let path_of = |template: &str| {
        let (_, id) = ids.iter().find(|(beginning, _)| template.starts_with(beginning)).unwrap();
        template.replace("{id}", id).replace("{handle}", "anna").replace("{number}", "1")
    };
    let guarded = TABLE.iter().filter(|(address, least)| least.is_some() && address.contains(" /api/"));
    guarded
        .map(|(address, _)| {
            let (method, template) = address.split_once(' ').unwrap();
            (*address, Method::from_bytes(method.as_bytes()).unwrap(), path_of(template))
        })
        .collect()
}

#[tokio::test]
async fn nobody_gets_in_with_nonsense_and_a_cookie_needs_the_sites_own_page() {
    let app = TestApp::start().await;
    let addresses = addresses(&app).await;
    let seller = app.seller().await;
    app.sql("CREATE TABLE before AS SELECT count(*) AS entries FROM audit_trail").await;
    for (address, method, path) in addresses {
        let nonsense = bearer(&app, method.clone(), &path, "nonsense").json(&json!({}));
        assert_eq!(refusal(&answer(nonsense).await), refused(401, "unauthorized"), "{address}");
        let by_cookie = || with_cookie(&app, method.clone(), &path, &seller.token).json(&json!({}));
        if method == Method::GET {
            assert_ne!(answer(by_cookie()).await.status, 401, "{address}");
            continue;
        }
        let elsewhere = by_cookie().header("origin", "https://elsewhere.example");
        for foreign in [by_cookie(), by_cookie().header("sec-fetch-site", "cross-site"), elsewhere] {
            assert_eq!(refusal(&answer(foreign).await), refused(403, "csrf_failed"), "{address}");
        }
    }
    app.holds("(SELECT count(*) FROM audit_trail) = (SELECT entries FROM before)").await;
}

#[tokio::test]
async fn another_method_is_405_and_those_that_are_right_are_named() {
    let app = TestApp::start().await;
    let addresses = addresses(&app).await;
    let seller = app.seller().await;
    let mut right: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (_, method, path) in &addresses {
        let methods = right.entry(path).or_insert_with(|| BTreeSet::from(["OPTIONS".to_owned()]));
        methods.insert(method.to_string());
        methods.extend((method == Method::GET).then(|| "HEAD".to_owned()));
    }
    for (path, methods) in right {
        let other = answer(bearer(&app, Method::PUT, path, &seller.token).json(&json!({}))).await;
        assert_eq!(refusal(&other), refused(405, "method_not_allowed"), "{path}");
        assert_eq!(other.header("allow").split(", ").map(str::to_owned).collect::<BTreeSet<_>>(), methods, "{path}");
    }
}

#[tokio::test]
async fn bodies_of_another_kind_or_size_are_refused() {
    let app = TestApp::start().await;
    let (addresses, document) = (addresses(&app).await, document(&app).await);
    let seller = app.seller().await;
    app.sql("CREATE TABLE before AS SELECT count(*) AS entries FROM audit_trail").await;
    let with_body: BTreeSet<String> = operations(&document)
        .into_iter()
        .filter(|(_, operation)| operation["requestBody"].is_object())
        .map(|(name, _)| name)
        .collect();
    // There is no draw.
    let addresses = addresses.into_iter().filter(|(address, ..)| !address.contains("{number}"));
    for (address, method, path) in addresses.filter(|(address, ..)| with_body.contains(*address)) {
        let send = async |content_type: &str, text: String| {
            let request = bearer(&app, method.clone(), &path, &seller.token);
            refusal(&answer(request.header("content-type", content_type).body(text)).await)
        };
        // A body that may be missing may be null, too.
        let null = (!MAY_BE_MISSING.contains(&address)).then_some("null");
        for text in ["{", "[]", "7"].into_iter().chain(null) {
            let malformed = send("application/json", text.to_owned()).await;
            assert_eq!(malformed, refused(400, "malformed_json"), "{address} {text}");
        }
        for other in ["application/x-www-form-urlencoded", "text/plain"] {
            assert_eq!(send(other, "{}".to_owned()).await, refused(415, "unsupported_media_type"), "{address}");
        }
        let most = if address.ends_with("payments") { PASTED } else { USUAL };
        let large = send("application/json", " ".repeat(most + 1)).await;
        assert_eq!(large, refused(413, "payload_too_large"), "{address}");
    }
    app.holds("(SELECT count(*) FROM audit_trail) = (SELECT entries FROM before)").await;
}
