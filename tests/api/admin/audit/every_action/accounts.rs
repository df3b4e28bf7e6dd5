//! Settings, accounts and passwords.

use reqwest::Method;
use serde_json::{Value, json};
use waffle_domain::audit::{AuditAction, EntityType};

use super::{Reader, UNKNOWN, delete, get, id, log, patch, post};
use crate::admin::PASSWORD;
use crate::whois_server::{WhoisServer, closed_port};

pub(super) async fn settings(reader: &mut Reader<'_>) {
    let path = "/api/admin/settings";
    for wrong in [json!({"password_min_length": 0}), json!({"password_min_length": 9, "colour": "gold"})] {
        reader.not_done(400, patch(path, wrong)).await;
    }
    let longer = json!({"password_min_length": 9});
    reader.done(AuditAction::UpdateSetting, EntityType::Settings, patch(path, longer.clone())).await;
    reader.not_done(200, patch(path, longer)).await;

    let closed = closed_port();
    let nobody = format!("127.0.0.1:{}", closed.local_addr().unwrap().port());
    reader.not_done(400, patch(path, json!({"whois_server": nobody}))).await;
    let server = WhoisServer::saying("");
    let somebody = json!({"whois_server": server.name()});
    reader.done(AuditAction::UpdateWhoisSettings, EntityType::Settings, patch(path, somebody.clone())).await;
    reader.not_done(200, patch(path, somebody)).await;

    // One entry for each setting that changes.
    reader
        .seller
        .patch(path, &json!({"lockout_max_attempts": 7, "audit_retention_days": 30, "password_min_length": 9}))
        .await;
    reader.total += 2;
    assert_eq!(reader.counts().await, reader.total);
}

pub(super) async fn accounts(reader: &mut Reader<'_>) {
    let path = "/api/admin/admins";
    let unknown = format!("{path}/{UNKNOWN}");
    let body = json!({"username": "anna", "email": "anna@example.com", "password": PASSWORD, "role": "admin"});
    reader.not_done(400, post(path, json!({"username": "anna"}))).await;
    let created = reader.done(AuditAction::CreateAdmin, EntityType::Admin, post(path, body.clone())).await;
    reader.not_done(409, post(path, body)).await;
    let at = |rest: &str| format!("{path}/{}{rest}", id(&created));

    let lower = |password: &str| json!({"role": "waffle_manager", "current_password": password});
    reader.not_done(400, patch(&at(""), json!({"role": "emperor"}))).await;
    reader.not_done(400, patch(&at(""), lower(""))).await;
    reader.not_done(403, patch(&at(""), lower("wrong"))).await;
    reader.not_done(404, patch(&unknown, lower(PASSWORD))).await;
    reader.done(AuditAction::UpdateAdminRole, EntityType::Admin, patch(&at(""), lower(PASSWORD))).await;
    reader.not_done(200, patch(&at(""), lower(PASSWORD))).await;

    let sure = json!({"current_password": PASSWORD});
    let me = id(&reader.seller.get("/api/admin/me").await.json());
    reader.not_done(409, delete(&format!("{path}/{me}"), sure.clone())).await;
    reader.not_done(403, delete(&at(""), json!({"current_password": "wrong"}))).await;
    reader.done(AuditAction::DeactivateAdmin, EntityType::Admin, delete(&at(""), sure.clone())).await;
    reader.not_done(200, delete(&at(""), sure)).await;
    reader.done(AuditAction::ActivateAdmin, EntityType::Admin, patch(&at(""), json!({"active": true}))).await;
    reader.not_done(200, patch(&at(""), json!({"active": true}))).await;

    for profile in [at("/profile"), "/api/admin/me".to_owned()] {
        reader.not_done(400, patch(&profile, json!({"timezone": "Mars/Olympus"}))).await;
        let named = json!({"first_name": "Anna"});
        reader.done(AuditAction::UpdateAdminProfile, EntityType::Admin, patch(&profile, named.clone())).await;
        reader.not_done(200, patch(&profile, named)).await;
    }
    reader.not_done(409, patch("/api/admin/me", json!({"email": "anna@example.com"}))).await;

    reader.not_done(400, patch(&at("/password"), json!({"new_password": "short"}))).await;
    reader.not_done(404, patch(&format!("{unknown}/password"), json!({"new_password": "another-iron-43"}))).await;
    let other = json!({"new_password": "another-iron-43"});
    reader.done(AuditAction::ResetAdminPassword, EntityType::Admin, patch(&at("/password"), other)).await;
}

pub(super) async fn passwords(reader: &mut Reader<'_>) {
    let resets = "/api/admin/password-resets";
    reader.not_done(200, get(resets)).await;
    reader.not_done(200, post("/api/admin/forgot-password", json!({"username": "anna"}))).await;
    let open = reader.seller.get(resets).await.json();
    assert_read(reader, &open[0]).await;
    let reset = |password: &str| json!({"token": open[0]["token"], "new_password": password});
    let path = "/api/admin/reset-password";
    reader.not_done(400, post(path, reset("short"))).await;
    reader.not_done(400, post(path, json!({"token": "nonsense", "new_password": "a-third-iron-44"}))).await;
    let used = reader.call("", Method::POST, path, &reset("a-third-iron-44")).await;
    assert_eq!(used.status, 200, "{}", used.text());
    reader.total += 1;
    assert_eq!(reader.counts().await, reader.total);
    let entry = log(&reader.seller, "per_page=1").await.remove(0);
    assert_eq!([&entry["action"], &entry["admin_username"]], ["change_password", "anna"], "the owner's deed");
    reader.not_done(400, post(path, reset("a-fourth-iron-45"))).await;

    let path = "/api/admin/change-password";
    let change = |current: &str, new: &str| json!({"current_password": current, "new_password": new});
    reader.not_done(403, post(path, change("wrong", "another-iron-43"))).await;
    reader.not_done(400, post(path, change(PASSWORD, "short"))).await;
    reader.done(AuditAction::ChangePassword, EntityType::Admin, post(path, change(PASSWORD, "another-iron-43"))).await;
}

/// Asserts that the only new entry says that somebody read the open reset request.
async fn assert_read(reader: &mut Reader<'_>, open: &Value) {
    reader.total += 1;
    reader.written.insert(AuditAction::ReadPasswordReset);
    assert_eq!(reader.counts().await, reader.total);
    let entry = log(&reader.seller, "per_page=1").await.remove(0);
    let told = [&entry["action"], &entry["entity_type"], &entry["entity_id"], &entry["admin_username"]];
    assert_eq!(told, [&json!("read_password_reset"), &json!("admin"), &open["admin_id"], &json!("admin")]);
}
