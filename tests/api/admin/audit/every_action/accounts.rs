//! Settings, accounts and passwords.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use waffle_domain::audit::{AuditAction, EntityType};
use waffle_tests::{PASSWORD, login};

use super::{Reader, UNKNOWN, delete, get, id, log, patch, post};
use crate::admin::second_factor::code;
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
    reader.adds(2).await;

    let path = "/api/admin/seller";
    let named = json!({"name": "Mia’s", "seller_name": "named by its row"});
    reader.not_done(400, patch(path, json!({"name": "a\nb"}))).await;
    reader.done(AuditAction::UpdateSetting, EntityType::Settings, patch(path, named.clone())).await;
    reader.not_done(200, patch(path, named)).await;
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
    reader.not_done(200, patch(&at(""), json!({}))).await;
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
    let off = json!({"active": false, "current_password": PASSWORD});
    reader.done(AuditAction::DeactivateAdmin, EntityType::Admin, patch(&at(""), off)).await;
    reader.seller.patch(&at(""), &json!({"active": true, "role": "admin"})).await.ok();
    reader.adds(2).await;

    for profile in [at("/profile"), "/api/admin/me".to_owned()] {
        reader.not_done(400, patch(&profile, json!({"timezone": "Mars/Olympus"}))).await;
        let named = json!({"first_name": "Anna"});
        reader.done(AuditAction::UpdateAdminProfile, EntityType::Admin, patch(&profile, named.clone())).await;
        reader.not_done(200, patch(&profile, named)).await;
    }
    let berlin = patch("/api/admin/me/timezone", json!({"timezone": "Europe/Berlin"}));
    reader.done(AuditAction::UpdateAdminProfile, EntityType::Admin, berlin).await;
    let taken = json!({"email": "anna@example.com", "current_password": PASSWORD});
    reader.not_done(409, patch("/api/admin/me", taken)).await;

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
    reader.call("", Method::POST, path, &reset("a-third-iron-44")).await.ok();
    reader.adds(1).await;
    let entry = log(&reader.seller, "per_page=1").await.remove(0);
    let owners = ["action", "admin_username", "entity_type", "ip_address"].map(|field| &entry[field]);
    assert_eq!(owners, ["change_password", "anna", "admin", "127.0.0.1"], "the owner's deed");
    assert_eq!(entry["entity_id"], open[0]["admin_id"]);
    reader.not_done(400, post(path, reset("a-fourth-iron-45"))).await;

    let path = "/api/admin/change-password";
    let change = |current: &str, new: &str| json!({"current_password": current, "new_password": new});
    reader.not_done(403, post(path, change("wrong", "another-iron-43"))).await;
    reader.not_done(400, post(path, change(PASSWORD, "short"))).await;
    reader.done(AuditAction::ChangePassword, EntityType::Admin, post(path, change(PASSWORD, "another-iron-43"))).await;
}

/// Ends sessions, and uses a second factor in every way.
pub(super) async fn sign_ins(reader: &mut Reader<'_>) {
    let (path, admin) = ("/api/admin/me/sessions", EntityType::Admin);
    login(reader.app, "admin", PASSWORD).await;
    let sessions = reader.seller.get(path).await.json();
    let other = sessions.as_array().unwrap().iter().find(|one| one["current"] == false).cloned();
    let one = format!("{path}/{}", id(&other.unwrap()));
    reader.done(AuditAction::EndSession, admin, delete(&one, json!({}))).await;
    reader.not_done(404, delete(&one, json!({}))).await;
    reader.not_done(200, delete(path, json!({}))).await;
    login(reader.app, "admin", PASSWORD).await;
    reader.done(AuditAction::EndOtherSessions, admin, delete(path, json!({}))).await;

    let path = "/api/admin/me/second-factor";
    let confirm = format!("{path}/confirm");
    let sure = json!({"current_password": PASSWORD});
    reader.not_done(403, post(path, json!({"current_password": "wrong"}))).await;
    reader.not_done(200, post(path, sure.clone())).await;
    let begun = reader.call(&reader.seller.token, Method::POST, path, &sure).await.json();
    let secret = begun["secret"].as_str().unwrap();
    reader.not_done(403, post(&confirm, json!({"code": "000000"}))).await;
    let first = json!({"code": code(reader.app, secret, -1)});
    let on = reader.done(AuditAction::EnableSecondFactor, admin, post(&confirm, first)).await;
    let with =
        |code: &str| json!({"username": "admin", "current_password": PASSWORD, "password": PASSWORD, "code": code});
    reader.not_done(401, post("/api/admin/login", with("000000"))).await;
    let recovery = with(on["recovery_codes"][0].as_str().unwrap());
    reader.done(AuditAction::UseRecoveryCode, admin, post("/api/admin/login", recovery)).await;
    reader.not_done(200, post("/api/admin/login", with(&code(reader.app, secret, 0)))).await;
    let renew = format!("{path}/recovery-codes");
    reader.not_done(403, post(&renew, with("000000"))).await;
    let next = with(&code(reader.app, secret, 1));
    reader.done(AuditAction::RenewRecoveryCodes, admin, post(&renew, next)).await;
    reader.not_done(403, delete(path, with("000000"))).await;
    reader.app.clock.advance(Duration::from_mins(1));
    let newest = with(&code(reader.app, secret, 0));
    reader.done(AuditAction::DisableSecondFactor, admin, delete(path, newest)).await;

    let mia = reader.app.seller_as("mina", "admin").await;
    let begun = reader.call(&mia.token, Method::POST, path, &sure).await.json();
    let first = json!({"code": code(reader.app, begun["secret"].as_str().unwrap(), 0)});
    assert_eq!(reader.call(&mia.token, Method::POST, &confirm, &first).await.status, 200);
    reader.total += 1;
    let mia_id = id(&reader.call(&mia.token, Method::GET, "/api/admin/me", &json!({})).await.json());
    let theirs = format!("/api/admin/admins/{mia_id}/second-factor");
    reader.not_done(403, delete(&theirs, json!({"current_password": "wrong"}))).await;
    reader.done(AuditAction::RemoveSecondFactor, admin, delete(&theirs, sure.clone())).await;
    reader.not_done(409, delete(&theirs, sure)).await;
}

/// Asserts that the only new entry says that someone read the open reset request.
async fn assert_read(reader: &mut Reader<'_>, open: &Value) {
    reader.total += 1;
    reader.written.insert(AuditAction::ReadPasswordReset);
    assert_eq!(reader.counts().await, reader.total);
    let entry = log(&reader.seller, "per_page=1").await.remove(0);
    let told = [&entry["action"], &entry["entity_type"], &entry["entity_id"], &entry["admin_username"]];
    assert_eq!(told, [&json!("read_password_reset"), &json!("admin"), &open["admin_id"], &json!("admin")]);
}
