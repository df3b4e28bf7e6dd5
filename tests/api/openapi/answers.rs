//! Calls every operation, and checks that it answers as described.

use std::collections::BTreeSet;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use waffle_beacon::local::LocalBeacon;
use waffle_tests::described::{faults, operation};
use waffle_tests::{Answer, PASSWORD, TestApp, answer};

use super::{document, operations};
use crate::admin::second_factor::code;

/// Calls operations and notes which ones succeeded.
struct Caller<'a> {
    app: &'a TestApp,
    token: String,
    called: BTreeSet<String>,
}

impl Caller<'_> {
    /// Calls an operation; `answer` checks the answer against the description.
    async fn call(&mut self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        let request = self.app.request(method.clone(), path).header("authorization", format!("Bearer {}", self.token));
        let answer = answer(if let Some(body) = body { request.json(body) } else { request }).await;
        assert!(answer.status.is_success(), "{method} {path}: {} {}", answer.status, answer.text());
        let path = path.split('?').next().unwrap();
        let (name, _) = operation(&method, path).unwrap_or_else(|| panic!("{method} {path} is not described"));
        self.called.insert(name);
        answer
    }

    async fn get(&mut self, path: &str) -> Value {
        let answer = self.call(Method::GET, path, None).await;
        if answer.header("content-type").starts_with("application/json") { answer.json() } else { Value::Null }
    }

    async fn post(&mut self, path: &str, body: Value) -> Value {
        self.call(Method::POST, path, Some(&body)).await.json()
    }

    async fn patch(&mut self, path: &str, body: Value) -> Value {
        self.call(Method::PATCH, path, Some(&body)).await.json()
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}

#[tokio::test]
async fn every_operation_answers_as_it_is_described() {
    let beacon = crate::draws::beacon().await;
    let app = crate::draws::app_alone(&beacon).await;
    let mut caller = Caller { app: &app, token: String::new(), called: BTreeSet::new() };
    let signed_in = caller.post("/api/admin/login", json!({"username": "admin", "password": PASSWORD})).await;
    caller.token = text(&signed_in["token"]);
    caller.get("/api/admin/me").await;

    let method = json!({"type": "wallet_a", "display_name": "Wallet", "handle_or_url": "https://pay.example/anna"});
    let method = text(&caller.post("/api/admin/payment-methods", method).await["id"]);
    let template = json!({"name": "Short", "body": "{title} {url}"});
    let template = text(&caller.post("/api/admin/share-templates", template).await["id"]);
    let waffle = caller
        .post(
            "/api/admin/waffles",
            json!({
                "title": "The \"Golden\" box", "description": "d", "total_spots": 6, "spot_price": 2_500,
                "item_count": 2,
                "image_url": "https://example.com/x.jpg", "social_media_links": ["https://example.com"],
                "payment_methods": [method],
            }),
        )
        .await;
    assert_eq!(waffle["payment_options"].as_array().map(Vec::len), Some(1));
    let (id, slug) = (text(&waffle["id"]), text(&waffle["slug"]));
    let admin = format!("/api/admin/waffles/{id}");
    sell(&mut caller, &id, &slug, &admin).await;
    draw(&mut caller, &beacon, &admin, &slug).await;
    share(&mut caller, &admin, &slug, &template).await;

    caller.patch(&format!("/api/admin/payment-methods/{method}"), json!({"display_name": "Other"})).await;
    caller.get("/api/admin/payment-methods").await;
    caller.call(Method::DELETE, &format!("/api/admin/payment-methods/{method}"), None).await;
    for report in ["drought", "power-buyers", "monthly-activity", "spot-velocity"] {
        let entries = caller.get(&format!("/api/admin/reports/{report}?from=2026-01-01")).await["entries"].clone();
        assert!(entries.as_array().is_some_and(|entries| !entries.is_empty()), "{report} says nothing");
        caller.get(&format!("/api/admin/reports/{report}?format=csv")).await;
    }
    assert_eq!(caller.get("/api/admin/users?search=ann").await["total"], 1);
    caller.post("/api/admin/blocked-handles", json!({"handle": "troll", "reason": "never pays"})).await;
    caller.get("/api/admin/blocked-handles").await;
    caller.call(Method::DELETE, "/api/admin/blocked-handles/troll", None).await;

    caller.post(&format!("{admin}/clear-winner"), json!({})).await;
    caller.patch(&admin, json!({"title": "Another", "description": null})).await;
    caller.post(&format!("{admin}/archive"), json!({})).await;
    assert_eq!(caller.get("/api/admin/waffles?archived=true").await.as_array().map(Vec::len), Some(1));
    caller.post(&format!("{admin}/unarchive"), json!({})).await;
    caller.call(Method::DELETE, &admin, Some(&json!({"confirmation": "DELETE", "password": PASSWORD}))).await;
    for path in ["/health", "/ready", "/api/version", "/api/openapi.json"] {
        caller.get(path).await;
    }
    manage(&mut caller).await;
    caller.post("/api/admin/logout", json!({})).await;

    let document = document(&app).await;
    let described: BTreeSet<String> = operations(&document).into_iter().map(|(name, _)| name).collect();
    let uncalled: Vec<_> = described.difference(&caller.called).collect();
    assert!(uncalled.is_empty(), "no real answer was held against the description of {uncalled:?}");
}

/// Claims, pays, draws, and reads the results.
async fn sell(caller: &mut Caller<'_>, id: &str, slug: &str, admin: &str) {
    let claim = |spots: &[u32], handle: &str| json!({"waffle_id": id, "spots": spots, "social_handle": handle});
    caller.post("/api/claims", claim(&[1, 2, 3], "anna")).await;
    let claimed = answer(caller.app.request(Method::POST, "/api/claims").json(&claim(&[6], "dora"))).await;
    let receipt = format!("/api/receipts/{}", claimed.header("x-claim-receipt"));
    caller.get(&receipt).await;
    caller.post(&format!("{receipt}/paid"), json!({"note": "by wallet"})).await;
    caller.post(&format!("{receipt}/give-back"), json!({"spots": [6]})).await;
    caller.post("/api/claims/random", json!({"waffle_id": id, "count": 9, "social_handle": "ben"})).await;
    let spots = caller.get(&format!("/api/waffles/{slug}/spots")).await;
    let ids: Vec<i64> = spots.as_array().unwrap().iter().map(|spot| spot["id"].as_i64().unwrap()).collect();
    caller.post(&format!("/api/admin/spots/{}/pay", ids[0]), json!({})).await;
    caller.post(&format!("/api/admin/spots/{}/release", ids[5]), json!({})).await;
    caller.post(&format!("{admin}/assign"), json!({"social_handle": "cleo", "spots": [6]})).await;
    caller.post(&format!("{admin}/spots/unpay"), json!({"spot_ids": [ids[0], ids[1], 0]})).await;
    caller.post(&format!("{admin}/spots/extend"), json!({"spot_ids": [ids[0], 0], "minutes": 5})).await;
    caller.post(&format!("{admin}/rename"), json!({"spot_ids": [ids[0], ids[1]], "social_handle": "anja"})).await;
    caller.post("/api/admin/users/anja/merge", json!({"into": "anna"})).await;
    caller.get(&format!("{admin}/expired")).await;
    let source = text(&caller.get(&format!("{admin}/sources")).await["entries"][0]["source"]);
    caller.post(&format!("{admin}/release-source"), json!({"source": source})).await;
    for (number, handle) in [(1, "anna"), (2, "anna"), (3, "anna"), (4, "ben"), (5, "ben")] {
        caller.post("/api/claims", claim(&[number], handle)).await;
    }
    caller.post(&format!("/api/admin/spots/{}/pay", ids[0]), json!({})).await;
    caller.get(&format!("{admin}/buyers")).await;
    caller.get(&format!("{admin}/buyers?format=csv")).await;
    caller.post(&format!("{admin}/match-payments"), json!({"text": "anna $50\nnobody"})).await;
    let line = json!({"text": "Kim Miller $25", "social_handle": "ben", "spot_ids": [ids[4], 0], "again": true});
    let again = json!({"text": "Kim Miller $25", "social_handle": "ben", "spot_ids": [ids[4]], "remember": true});
    let lines = json!({"lines": [line, again]});
    let taken = caller.post(&format!("{admin}/payments"), lines).await;
    assert_eq!(taken["results"][1]["skipped"][0]["reason"], "taken_before");
    let payers = caller.get("/api/admin/payers").await;
    caller.call(Method::DELETE, &format!("/api/admin/payers/{}", text(&payers["payers"][0]["id"])), None).await;
    caller.call(Method::POST, &format!("{admin}/buyers/cleo/pay"), None).await;
    caller.post(&format!("{admin}/buyers/cleo/release"), json!({"spot_ids": [ids[5], 0]})).await;
    let paid =
        caller.post(&format!("{admin}/spots/pay"), json!({"spot_ids": [ids[0], ids[1], ids[2], ids[3], 0]})).await;
    assert_eq!((paid["paid"].as_array().map(Vec::len), paid["skipped"].as_array().map(Vec::len)), (Some(3), Some(2)));
    caller.post(&format!("{admin}/winner"), json!({"winning_spot_numbers": [2, 4]})).await;
    caller.post(&format!("{admin}/change-winner"), json!({"winning_spot_numbers": [1, 2]})).await;
    for path in [
        "/api/waffles".to_owned(),
        "/api/waffles?limit=1&offset=0".to_owned(),
        format!("/api/waffles/{slug}"),
        format!("/api/waffles/{slug}/spots"),
        format!("/api/waffles/{slug}/export"),
        "/api/buyers/anna/stats".to_owned(),
        "/api/buyers/anna/history".to_owned(),
        "/api/buyers/anna/card".to_owned(),
        "/api/buyers/nobody/card".to_owned(),
        "/api/admin/waffles".to_owned(),
        admin.to_owned(),
        format!("{admin}/activity?limit=50"),
        format!("/waffle/{slug}/card.png?format=square"),
    ] {
        caller.get(&path).await;
    }
}

/// Locks draws, voids one, and submits a round.
async fn draw(caller: &mut Caller<'_>, beacon: &LocalBeacon, admin: &str, slug: &str) {
    let again = json!({"reason": "Once more.", "delay_seconds": 30, "exclude": [3], "alternates": 1});
    caller.post(&format!("{admin}/draws"), again.clone()).await;
    caller.post(&format!("{admin}/draws/1/void"), json!({"reason": "A mistake."})).await;
    let round = caller.post(&format!("{admin}/draws"), again).await["round"].clone();
    caller.app.clock.advance(Duration::from_secs(40));
    let handed_in = json!({"round": round, "signature": beacon.sign(crate::draws::round(&round))});
    let drawn = caller.post(&format!("{admin}/draws/2/beacon"), handed_in).await;
    let replaced = json!({"spot_number": drawn["winning_spot_numbers"][0], "reason": "No answer."});
    caller.post(&format!("{admin}/draws/2/replace"), replaced).await;
    for path in ["draws", "draws/2", "draws/2/entries.txt"] {
        caller.get(&format!("/api/waffles/{slug}/{path}")).await;
    }
}

/// Writes share messages and their templates.
async fn share(caller: &mut Caller<'_>, admin: &str, slug: &str, template: &str) {
    caller.get(&format!("{admin}/share-message")).await;
    let message = json!({"template_id": template, "message": "Come and claim!"});
    caller.patch(&format!("{admin}/share-message"), message).await;
    let filled = caller.post(&format!("{admin}/share-message/render"), json!({"template_id": template})).await;
    assert!(text(&filled["message"]).ends_with(slug));
    caller.call(Method::POST, &format!("{admin}/share-message/render"), None).await;
    caller.post(&format!("{admin}/share-message/regenerate-card"), json!({})).await;
    caller.patch(&format!("/api/admin/share-templates/{template}"), json!({"name": "Shorter"})).await;
    caller.post(&format!("/api/admin/share-templates/{template}/default"), json!({})).await;
    caller.get("/api/admin/share-templates").await;
    caller.call(Method::DELETE, &format!("/api/admin/share-templates/{template}"), None).await;
}

/// Manages accounts, including its own, and reads the records of it.
async fn manage(caller: &mut Caller<'_>) {
    let account = json!({"username": "berta", "email": "berta@example.com", "password": "a quiet harbour"});
    let id = text(&caller.post("/api/admin/admins", account).await["id"]);
    let account = format!("/api/admin/admins/{id}");
    caller.patch(&account, json!({"role": "super_admin"})).await;
    caller.patch(&format!("{account}/profile"), json!({"first_name": "Berta", "email": "b@example.com"})).await;
    caller.patch(&format!("{account}/password"), json!({"new_password": "a windy harbour"})).await;
    caller.post("/api/admin/forgot-password", json!({"username": "berta"})).await;
    let resets = caller.get("/api/admin/password-resets").await;
    let reset = json!({"token": resets[0]["token"], "new_password": "a foggy harbour"});
    caller.post("/api/admin/reset-password", reset).await;
    caller.call(Method::DELETE, &account, Some(&json!({"current_password": PASSWORD}))).await;
    assert_eq!(caller.get("/api/admin/admins").await.as_array().map(Vec::len), Some(2));

    let links = json!([{"platform": "Mastodon", "handle": "anna"}]);
    caller.patch("/api/admin/me", json!({"display_name": "Anna", "social_links": links})).await;
    caller.patch("/api/admin/me/timezone", json!({"timezone": "Europe/Berlin"})).await;
    caller.get("/api/admin/me/second-factor").await;
    let begun = caller.post("/api/admin/me/second-factor", json!({"current_password": PASSWORD})).await;
    let secret = text(&begun["secret"]);
    let with = |steps| json!({"current_password": PASSWORD, "code": code(caller.app, &secret, steps)});
    let (first, second, third) = (code(caller.app, &secret, -1), with(0), with(1));
    caller.post("/api/admin/me/second-factor/confirm", json!({"code": first})).await;
    caller.post("/api/admin/me/second-factor/recovery-codes", second).await;
    caller.call(Method::DELETE, "/api/admin/me/second-factor", Some(&third)).await;
    let mia = caller.app.seller_as("mia", "admin").await;
    let own = async |method, path: &str, body: Value| {
        let request = caller.app.request(method, path).header("authorization", format!("Bearer {}", mia.token));
        answer(request.json(&body)).await.json()
    };
    let path = "/api/admin/me/second-factor";
    let secret = text(&own(Method::POST, path, json!({"current_password": PASSWORD})).await["secret"]);
    own(Method::POST, &format!("{path}/confirm"), json!({"code": code(caller.app, &secret, 0)})).await;
    let id = text(&own(Method::GET, "/api/admin/me", json!({})).await["id"]);
    let sure = json!({"current_password": PASSWORD});
    caller.call(Method::DELETE, &format!("/api/admin/admins/{id}/second-factor"), Some(&sure)).await;
    let sign_in = json!({"username": "admin", "password": PASSWORD});
    caller.post("/api/admin/login", sign_in).await;
    let sessions = caller.get("/api/admin/me/sessions").await;
    let other = sessions.as_array().unwrap().iter().find(|session| session["current"] == false).unwrap();
    caller.call(Method::DELETE, &format!("/api/admin/me/sessions/{}", text(&other["id"])), None).await;
    caller.call(Method::DELETE, "/api/admin/me/sessions", None).await;
    let change = json!({"current_password": PASSWORD, "new_password": "a sunny harbour"});
    caller.post("/api/admin/change-password", change).await;
    caller.patch("/api/admin/settings", json!({"lockout_max_attempts": 6, "jwt_expiry_hours": "12"})).await;
    assert_eq!(caller.get("/api/admin/settings").await["jwt_expiration_hours"], 12);

    let entries = caller.get("/api/admin/audit?per_page=100").await["entries"].clone();
    assert!(entries.as_array().is_some_and(|entries| entries.len() > 20), "{entries}");
    caller.get(&format!("/api/admin/audit/{}", text(&entries[0]["id"]))).await;
    caller.get("/api/admin/audit/export?action=change_password").await;
    assert_eq!(caller.get("/api/admin/login-history").await["total"], 3);
}

/// Proves that the check notices answers that differ from the description.
#[test]
fn a_body_that_is_not_as_described_is_noticed() {
    let (_, described) = operation(&Method::POST, "/api/claims/random").unwrap();
    let schema = &described["responses"]["200"]["content"]["application/json"]["schema"];
    let good = json!({
        "claimed_count": 1, "requested_count": 2, "spot_numbers": [3], "message": "Claimed 1 of 2 requested spots",
    });
    assert_eq!(faults(schema, &good), [""; 0]);
    for (field, value) in [
        ("claimed_count", json!("1")),
        ("claimed_count", json!(-1)),
        ("claimed_count", json!(null)),
        ("spot_numbers", json!([3.5])),
        ("spot_numbers", json!({})),
        ("message", json!(7)),
        ("extra", json!(1)),
    ] {
        let mut bad = good.clone();
        bad[field] = value;
        let found = faults(schema, &bad);
        assert!(!found.is_empty() && found.iter().all(|fault| fault.contains(field)), "{bad}: {found:?}");
    }
    let mut lacking = good.clone();
    lacking.as_object_mut().unwrap().remove("message");
    assert_eq!(faults(schema, &lacking).len(), 1);
    assert_eq!(faults(schema, &json!([good])).len(), 2, "neither an object nor its fields");

    let (_, described) = operation(&Method::GET, "/api/waffles/box").unwrap();
    let refused = &described["responses"]["404"]["content"]["application/json"]["schema"];
    assert_eq!(faults(refused, &json!({"error": "No.", "code": "not_found"})), [""; 0]);
    assert_eq!(faults(refused, &json!({"error": "No.", "code": "gone"})).len(), 1, "another code");
    let time = json!({
        "id": "0197a1c4-8f1e-7c52-9d3b-5e8f0a6b2c41", "created_at": "2026-06-01T12:00:00+02:00", "status": "open",
    });
    let shown = &described["responses"]["200"]["content"]["application/json"]["schema"];
    let found = faults(shown, &time).join("\n");
    assert!(found.contains("created_at") && found.contains("status") && !found.contains("body.id"), "{found}");
}
