//! Calls every operation. Each action is logged once, by the operation it names, and by no other request: not by a
//! refused one, nor by one that changes nothing. `answer` holds each answer against the API's description.

mod accounts;
mod sharing;
mod waffles;

use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};

use image::ImageFormat;
use reqwest::Method;
use serde_json::{Value, json};
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_tests::described::operation;
use waffle_tests::pictures::picture;
use waffle_tests::{Answer, PASSWORD, Seller, TestApp, Waffle, answer, bearer};

use super::{PATH, log};
use crate::draws::without_relays;
use crate::openapi::{document, operations};

const UNKNOWN: &str = "00000000-0000-4000-8000-000000000000";

/// Makes requests and checks the log after each one.
struct Reader<'a> {
    app: &'a TestApp,
    seller: Seller,
    total: u64,
    written: HashSet<AuditAction>,
    /// The operations that succeeded.
    called: RefCell<BTreeSet<String>>,
}

impl<'a> Reader<'a> {
    async fn of(app: &'a TestApp) -> Self {
        Self { app, seller: app.seller().await, total: 0, written: HashSet::new(), called: RefCell::default() }
    }

    async fn call(&self, token: &str, method: Method, path: &str, body: &Value) -> Answer {
        let answer = answer(bearer(self.app, method.clone(), path, token).json(body)).await;
        let described = operation(&method, path.split('?').next().unwrap());
        self.called.borrow_mut().extend(described.filter(|_| answer.status.is_success()).map(|(name, _)| name));
        answer
    }

    async fn counts(&self) -> u64 {
        self.seller.get(&format!("{PATH}?per_page=1")).await.json()["total"].as_u64().unwrap()
    }

    /// Makes a request that must succeed, checks its one entry, and returns the answer.
    async fn done(
        &mut self,
        action: AuditAction,
        entity_type: EntityType,
        (method, path, body): (Method, &str, Value),
    ) -> Value {
        let answer = self.call(&self.seller.token, method, path, &body).await.ok();
        let answer = answer.json();
        assert_eq!(self.counts().await, self.total + 1, "{action:?}: {path} {body}");
        let entry = log(&self.seller, "per_page=1").await.remove(0);
        assert_eq!(
            [&entry["action"], &entry["entity_type"], &entry["admin_username"], &entry["ip_address"]],
            [action.as_str(), entity_type.as_str(), "admin", "127.0.0.1"],
            "{path} {body}"
        );
        assert_ne!(entry["detail"], "", "{action:?} says more");
        let entity = entry["entity_id"].as_str().unwrap();
        let named = path.contains(entity) || answer["id"] == entity || body.get(entity).is_some();
        assert!(named || entry["admin_id"] == entity, "{action:?} tells of {entity}");
        self.total += 1;
        self.written.insert(action);
        answer
    }

    /// Asserts that this many entries are new.
    async fn adds(&mut self, entries: u64) {
        self.total += entries;
        assert_eq!(self.counts().await, self.total);
    }

    /// Makes a request that must get this status and add no entry.
    async fn not_done(&mut self, status: u16, (method, path, body): (Method, &str, Value)) {
        let answer = self.call(&self.seller.token, method.clone(), path, &body).await;
        assert_eq!(answer.status.as_u16(), status, "{method} {path} {body}: {}", answer.text());
        assert_eq!(self.counts().await, self.total, "{method} {path} {body}");
    }
}

async fn blocked_handles(reader: &mut Reader<'_>) {
    let path = "/api/admin/blocked-handles";
    let troll = format!("{path}/troll");
    reader.not_done(404, delete(&troll, json!({}))).await;
    reader.not_done(400, post(path, json!({"handle": "a b"}))).await;
    let body = json!({"handle": "troll", "troll": "named by its handle"});
    reader.done(AuditAction::BlockHandle, EntityType::Settings, post(path, body.clone())).await;
    reader.not_done(409, post(path, body)).await;
    reader.done(AuditAction::UnblockHandle, EntityType::Settings, delete(&troll, json!({}))).await;
}

fn get(path: &str) -> (Method, &str, Value) {
    (Method::GET, path, json!({}))
}

fn post(path: &str, body: Value) -> (Method, &str, Value) {
    (Method::POST, path, body)
}

fn patch(path: &str, body: Value) -> (Method, &str, Value) {
    (Method::PATCH, path, body)
}

fn delete(path: &str, body: Value) -> (Method, &str, Value) {
    (Method::DELETE, path, body)
}

fn id(object: &Value) -> String {
    object["id"].as_str().unwrap().to_owned()
}

/// Creates a waffle and counts its entry.
async fn waffle(reader: &mut Reader<'_>) -> Waffle {
    let waffle = reader.seller.waffle("Camera", 6).await;
    reader.total += 1;
    waffle
}

/// Uploads a photo, whose body alone is no JSON. Returns its path.
async fn photo(reader: &mut Reader<'_>) -> String {
    let file = picture(8, 8, ImageFormat::Png);
    for (file, status) in [(&b"GIF89a"[..], 415), (&file, 201), (&file, 201)] {
        assert_eq!(reader.seller.upload(file).await.status, status);
    }
    reader.adds(1).await;
    let entry = log(&reader.seller, "per_page=1").await.remove(0);
    assert_eq!([&entry["action"], &entry["entity_type"]], ["upload_photo", "settings"]);
    assert_eq!(entry["detail"].as_str().unwrap().split(',').next(), Some("8 × 8 pixels"));
    reader.written.insert(AuditAction::UploadPhoto);
    reader.called.borrow_mut().insert("POST /api/admin/uploads".to_owned());
    format!("/photos/{}.jpg", entry["entity_id"].as_str().unwrap())
}

/// What buyers do, reading, signing in and signing out add no entry, and neither does a request that the role forbids.
async fn what_adds_no_entry(reader: &mut Reader<'_>, waffle: &Waffle) {
    let claim = json!({"waffle_id": waffle.id, "spots": [4, 5], "social_handle": "anna"});
    let claimed = reader.call("", Method::POST, "/api/claims", &claim).await.ok();
    let receipt = claimed.header("x-claim-receipt");
    let random = json!({"waffle_id": waffle.id, "count": 1, "social_handle": "ben"});
    reader.not_done(200, post("/api/claims/random", random)).await;
    reader.not_done(200, post(&format!("/api/receipts/{receipt}/paid"), json!({"note": "by wallet"}))).await;
    reader.not_done(200, post(&format!("/api/receipts/{receipt}/give-back"), json!({"spots": [5]}))).await;
    let photo = photo(reader).await;
    let entry = id(&log(&reader.seller, "per_page=1").await[0]);
    let document = document(reader.app).await;
    for path in operations(&document).iter().filter_map(|(name, _)| name.strip_prefix("GET ")) {
        let id = if path.starts_with(PATH) { &entry } else { &waffle.id };
        let path = path.replace("{id}", id).replace("{slug}", &waffle.slug).replace("{token}", receipt);
        let path = path.replace("/photos/{hash}.jpg", &photo);
        reader.not_done(200, get(&path.replace("{handle}", "anna").replace("{number}", "1"))).await;
    }
    let mia = reader.app.seller_as("mia", "waffle_manager").await;
    for (method, path) in [
        (Method::POST, waffle.admin_api("/archive")),
        (Method::POST, waffle.admin_api("/unarchive")),
        (Method::DELETE, waffle.admin_api("")),
        (Method::POST, "/api/admin/payment-methods".to_owned()),
        (Method::GET, PATH.to_owned()),
    ] {
        for (token, status) in [(mia.token.as_str(), 403), ("nonsense", 401)] {
            let body = json!({"confirmation": "DELETE", "password": PASSWORD});
            let answer = reader.call(token, method.clone(), &path, &body).await;
            assert_eq!(answer.status.as_u16(), status, "{method} {path}");
        }
    }
    assert_eq!(reader.call(&mia.token, Method::POST, "/api/admin/logout", &json!({})).await.status, 200);
    assert_eq!(reader.counts().await, reader.total);
}

#[tokio::test]
async fn every_action_is_written_by_its_operation_and_by_nothing_else() {
    let (beacon, app) = without_relays().await;
    let mut reader = Reader::of(&app).await;
    waffles::waffles(&mut reader).await;
    waffles::spots(&mut reader).await;
    waffles::buyers(&mut reader).await;
    let drawn = waffles::draws(&mut reader, &beacon).await;
    blocked_handles(&mut reader).await;
    waffles::payers(&mut reader).await;
    sharing::payment_methods(&mut reader).await;
    sharing::templates_and_messages(&mut reader).await;
    what_adds_no_entry(&mut reader, &drawn).await;
    accounts::sign_ins(&mut reader).await;
    accounts::settings(&mut reader).await;
    accounts::accounts(&mut reader).await;
    accounts::passwords(&mut reader).await;
    // Accounts are unlocked at the terminal alone.
    for action in AuditAction::ALL.into_iter().filter(|action| *action != AuditAction::UnlockAdmin) {
        assert!(reader.written.contains(&action), "no operation here writes {action:?}");
    }
    for (name, _) in operations(&document(&app).await) {
        assert!(reader.called.borrow().contains(&name), "no answer is held against the description of {name}");
    }
}
