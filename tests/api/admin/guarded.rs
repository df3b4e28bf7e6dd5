//! What each address under `/api/admin` and `/admin` refuses before it does anything: unknown ids, invalid tokens,
//! requests that pages of other sites make a browser send, other methods, and bodies that are not JSON, or too long.

use std::collections::{BTreeMap, BTreeSet};

use reqwest::Method;
use serde_json::{Value, json};
use waffle_tests::{PASSWORD, TestApp, answer, bearer, form, refusal, refused, with_cookie};

use super::roles::{NO_ID, TABLE};
use crate::openapi::limits::taken_by;
use crate::openapi::{document, operations};

/// The longest body of an address that takes pasted payments, and of any other one.
const PASTED: usize = 400 * 1_024;
const USUAL: usize = 64 * 1_024;

/// Addresses that do with no body.
const MAY_BE_MISSING: [&str; 7] = [
    "DELETE /api/admin/admins/{id}",
    "POST /api/admin/waffles/{id}/buyers/{handle}/pay",
    "POST /api/admin/waffles/{id}/buyers/{handle}/release",
    "POST /api/admin/waffles/{id}/clear-winner",
    "POST /api/admin/waffles/{id}/clone",
    "POST /api/admin/waffles/{id}/draws",
    "POST /api/admin/waffles/{id}/share-message/render",
];

/// Addresses that take JSON from anyone.
const OF_ANYONE: [&str; 4] =
    ["POST /api/admin/login", "POST /api/admin/reset-password", "POST /api/claims", "POST /api/claims/random"];

/// Ids of what exists, by the beginning of the addresses that name it.
async fn ids(app: &TestApp) -> Vec<(&'static str, String)> {
    let seller = app.seller().await;
    let waffle = seller.waffle("Box", 3).await;
    app.claim(&waffle, &[1], "anna").await;
    let made = async |path: &str, body: Value| {
        let answer = seller.post(path, &body).await.ok().json();
        answer["id"].as_str().unwrap().to_owned()
    };
    let method = json!({"type": "wallet_a", "display_name": "Bank", "handle_or_url": "@me"});
    let account = json!({"username": "mia", "email": "mia@example.org", "password": "cherry-iron-43", "role": "admin"});
    vec![
        ("/admin/spots/", waffle.spot(1).to_string()),
        ("/admin/waffles/", waffle.id.clone()),
        ("/admin/share-templates/", made("/api/admin/share-templates", json!({"name": "A", "body": "x"})).await),
        ("/admin/payment-methods/", made("/api/admin/payment-methods", method).await),
        ("/admin/admins/", made("/api/admin/admins", account).await),
        ("{spot_id}", waffle.spot(1).to_string()),
        ("", NO_ID.to_owned()),
    ]
}

/// An address of the table that needs a sign-in, as it is described, with its method and its path.
type Address = (&'static str, Method, String);

/// Each address of the API.
async fn addresses(app: &TestApp) -> Vec<Address> {
    named(" /api/", &ids(app).await)
}

/// Each address that has this in it, with the ids that go with what it names.
fn named(part: &str, ids: &[(&str, String)]) -> Vec<Address> {
    let id = |noun: &str| ids.iter().find(|(beginning, _)| noun.contains(beginning)).unwrap().1.as_str();
    let path_of = |template: &str| {
        let owner = template.split("{id}").next().unwrap();
        let path = template.replace("{id}", id(owner)).replace("{spot_id}", id("{spot_id}"));
        path.replace("{handle}", "anna").replace("{number}", "1")
    };
    let guarded = TABLE.iter().filter(|(address, least)| least.is_some() && address.contains(part));
    guarded
        .map(|(address, _)| {
            let (method, template) = address.split_once(' ').unwrap();
            (address.as_str(), Method::from_bytes(method.as_bytes()).unwrap(), path_of(template))
        })
        .collect()
}

/// Asserts that nothing is on record but what was when this was called first.
async fn assert_nothing_done(app: &TestApp) {
    app.sql("CREATE TABLE IF NOT EXISTS before AS SELECT count(*) AS entries FROM audit_trail").await;
    app.holds("(SELECT count(*) FROM audit_trail) = (SELECT entries FROM before)").await;
}

/// What the forms of sellers ask for.
const FIELDS: [(&str, &str); 29] = [
    ("title", "Camera"),
    ("total_spots", "8"),
    ("spot_price", "25"),
    ("item_count", "1"),
    ("confirmation", "DELETE"),
    ("confirmed", "yes"),
    ("password", PASSWORD),
    ("current_password", PASSWORD),
    ("new_password", "another-iron-43"),
    ("repeat_password", "another-iron-43"),
    ("username", "zoe"),
    ("email", "zoe@example.org"),
    ("role", "super_admin"),
    ("timezone", "UTC"),
    ("name", "x"),
    ("body", "x"),
    ("message", "x"),
    ("type", "wallet_a"),
    ("display_name", "x"),
    ("handle_or_url", "@x"),
    ("winning_spot_numbers", "1"),
    ("numbers", "1"),
    ("handle", "anna"),
    ("into", "ben"),
    ("social_handle", "ben"),
    ("minutes", "30"),
    ("paused", "true"),
    ("reason", "x"),
    ("lockout_max_attempts", "3"),
];

#[tokio::test]
async fn no_form_does_anything_without_the_proof_of_its_session() {
    let app = TestApp::start().await;
    let pages = named(" /admin", &ids(&app).await);
    let (seller, other) = (app.signed_in().await, app.signed_in().await);
    let foreign = other.get("/admin").await.value("form.who [name=csrf_token]");
    assert_nothing_done(&app).await;
    for (address, method, path) in pages.into_iter().filter(|(_, method, _)| method == Method::POST) {
        for proof in ["", "nonsense", &foreign] {
            // A form needs its proof even when the browser says that it comes from this site.
            let request = app.request(method.clone(), &path).header("sec-fetch-site", "same-origin");
            let fields = FIELDS.into_iter().chain([("csrf_token", proof)]);
            let refused = answer(form(request.header("cookie", &seller.cookie), fields)).await;
            assert_eq!(refused.status, 403, "{address} {proof:?}");
            assert_eq!(refused.header("content-type"), "text/html; charset=utf-8", "{address}");
        }
        let nobodys = app.visitor().post(&path, &FIELDS).await;
        assert_eq!((nobodys.status(), nobodys.location()), (303, "/admin/login?next=/admin"), "{address}");
    }
    assert_nothing_done(&app).await;
    assert_eq!(seller.get("/admin").await.status(), 200, "nobody was signed out");
}

#[tokio::test]
async fn whoever_is_not_signed_in_is_led_there_and_back() {
    let app = TestApp::start().await;
    let pages = named(" /admin", &ids(&app).await);
    for (address, _, path) in pages.into_iter().filter(|(_, method, _)| method == Method::GET) {
        for (query, encoded) in [("", ""), ("?archived=true", "%3Farchived%3Dtrue")] {
            let led = app.visitor().get(&format!("{path}{query}")).await;
            let login = format!("/admin/login?next={path}{encoded}");
            assert_eq!((led.status(), led.location()), (303, login.as_str()), "{address}");
        }
    }
}

/// Addresses that look at what is sent before they look for the waffle.
const READ_FIRST: [&str; 15] = [
    "/winner",
    "/clear-winner",
    "/change-winner",
    "/assign",
    "/draws",
    "/void",
    "/beacon",
    "/replace",
    "/rename",
    "/release-source",
    "/buyers/{handle}/pay",
    "/buyers/{handle}/release",
    "/waffles/{id}/spots/pay",
    "/spots/unpay",
    "/spots/extend",
];

/// Forms that lead back where nothing is ticked, or where it is done already.
const NOTHING_TO_DO: [&str; 2] = ["/forget", "/payments/pay"];

#[tokio::test]
async fn an_id_of_nothing_is_not_found_whatever_is_sent_with_it() {
    let app = TestApp::start().await;
    let ids = ["/admin/spots/", "{spot_id}"].map(|noun| (noun, "999999999".to_owned()));
    let ids = [&ids[..], &[("", NO_ID.to_owned())]].concat();
    let (seller, browser) = (app.seller().await, app.signed_in().await);
    assert_nothing_done(&app).await;
    let sound = json!({
        "winning_spot_numbers": [1], "spot_ids": [1], "spots": [1], "spot_number": 1, "minutes": 5, "reason": "x",
        "social_handle": "ben", "source": "0".repeat(32), "round": 1, "signature": "00".repeat(48),
    });
    for (address, method, path) in named(" /api/", &ids).into_iter().filter(|(address, ..)| address.contains("{id}")) {
        let read_first = method == Method::GET || READ_FIRST.iter().any(|end| address.ends_with(end));
        let bodies = [json!({}), json!([]), json!({"title": "", "role": "root", "active": "no", "lines": []})];
        for body in [&sound].into_iter().chain(bodies.iter().filter(|_| !read_first)) {
            let unknown = answer(bearer(&app, method.clone(), &path, &seller.token).json(body)).await;
            assert_eq!(refusal(&unknown), refused(404, "not_found"), "{address} {body}");
        }
    }
    for (address, method, path) in named(" /admin", &ids).into_iter().filter(|(address, ..)| address.contains("{id}")) {
        let unknown = if method == Method::GET { browser.get(&path).await } else { browser.send(&path, &FIELDS).await };
        let status = if NOTHING_TO_DO.iter().any(|end| address.ends_with(end)) { 303 } else { 404 };
        assert_eq!(unknown.status(), status, "{address}");
    }
    assert_nothing_done(&app).await;
}

#[tokio::test]
async fn nobody_gets_in_with_nonsense_and_a_cookie_needs_the_sites_own_page() {
    let app = TestApp::start().await;
    let addresses = addresses(&app).await;
    let seller = app.seller().await;
    assert_nothing_done(&app).await;
    for (address, method, path) in addresses {
        let nonsense = bearer(&app, method.clone(), &path, "nonsense").json(&json!({}));
        assert_eq!(refusal(&answer(nonsense).await), refused(401, "unauthorized"), "{address}");
        let by_cookie = || with_cookie(&app, method.clone(), &path, &seller.token).json(&json!({}));
        if method == Method::GET {
            let read = answer(by_cookie()).await;
            assert!(read.status != 401 && read.header("cache-control") == "no-store", "{address}");
            continue;
        }
        let elsewhere = by_cookie().header("origin", "https://elsewhere.example");
        for foreign in [by_cookie(), by_cookie().header("sec-fetch-site", "cross-site"), elsewhere] {
            assert_eq!(refusal(&answer(foreign).await), refused(403, "csrf_failed"), "{address}");
        }
    }
    assert_nothing_done(&app).await;
}

#[tokio::test]
async fn another_method_is_405_and_those_that_are_right_are_named() {
    let app = TestApp::shared().await;
    let document = document(&app).await;
    let mut right: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, _) in operations(&document) {
        let (method, path) = name.split_once(' ').unwrap();
        let methods =
            right.entry(path.replace(['{', '}'], "")).or_insert_with(|| BTreeSet::from(["OPTIONS".to_owned()]));
        methods.insert(method.to_owned());
        methods.extend((method == "GET").then(|| "HEAD".to_owned()));
    }
    for (path, methods) in right {
        let other = answer(app.request(Method::PUT, &path)).await;
        assert_eq!(other.status, 405, "{path}");
        assert_eq!(other.header("allow").split(", ").map(str::to_owned).collect::<BTreeSet<_>>(), methods, "{path}");
        if path.starts_with("/api/") {
            assert_eq!(other.json()["code"], "method_not_allowed", "{path}");
        }
    }
}

/// Bodies of a field each, whose value is none of the kinds that the field may have.
fn values_of_another_kind(schema: &Value) -> Vec<String> {
    let mut bodies = Vec::new();
    for (field, rules) in schema["properties"].as_object().unwrap() {
        let takes = |kind: &str| rules["type"].to_string().contains(&format!("\"{kind}\""));
        let others = [("string", json!(5)), ("boolean", json!("yes")), ("integer", json!(1.5)), ("array", json!("x"))];
        bodies.extend(others.into_iter().filter(|(kind, _)| takes(kind)).map(|(_, value)| json!({field: value})));
        bodies.extend(rules["items"]["type"].is_string().then(|| json!({field: [{"other": 1}]})));
    }
    bodies.iter().map(Value::to_string).collect()
}

#[tokio::test]
async fn bodies_of_another_kind_or_size_are_refused() {
    let app = TestApp::start().await;
    let (addresses, document) = (addresses(&app).await, document(&app).await);
    let seller = app.seller().await;
    assert_nothing_done(&app).await;
    // Photos are no JSON.
    let takes_json = |operation: &Value| operation["requestBody"]["content"]["application/json"].is_object();
    let with_body: BTreeMap<String, &Value> =
        operations(&document).into_iter().filter(|(_, operation)| takes_json(operation)).collect();
    let of_anyone = OF_ANYONE.map(|address| (address, Method::POST, address[5..].to_owned()));
    // There is no draw.
    let addresses = addresses.into_iter().chain(of_anyone).filter(|(address, ..)| !address.contains("{number}"));
    for (address, method, path) in addresses.filter(|(address, ..)| with_body.contains_key(*address)) {
        let send = async |content_type: &str, text: String| {
            let request = bearer(&app, method.clone(), &path, &seller.token);
            refusal(&answer(request.header("content-type", content_type).body(text)).await)
        };
        // A body that may be missing may be null, too.
        let null = (!MAY_BE_MISSING.contains(&address)).then_some("null");
        let texts = ["{", "[]", "7"].into_iter().chain(null).map(str::to_owned);
        let fields = values_of_another_kind(&taken_by(&document, with_body[address]));
        // Settings name what is wrong with a value of any kind.
        let fields = fields.into_iter().filter(|_| !address.ends_with("/settings"));
        for text in texts.chain(fields) {
            let malformed = send("application/json", text.clone()).await;
            assert_eq!(malformed, refused(400, "malformed_json"), "{address} {text}");
        }
        for other in ["application/x-www-form-urlencoded", "text/plain"] {
            assert_eq!(send(other, "{}".to_owned()).await, refused(415, "unsupported_media_type"), "{address}");
        }
        let most = if address.ends_with("payments") { PASTED } else { USUAL };
        let large = send("application/json", " ".repeat(most + 1)).await;
        assert_eq!(large, refused(413, "payload_too_large"), "{address}");
    }
    assert_nothing_done(&app).await;
}
