//! Payment methods, share templates and share messages.

use serde_json::json;
use waffle_domain::audit::{AuditAction, EntityType};

use super::{Reader, UNKNOWN, delete, id, patch, post, waffle};

pub(super) async fn payment_methods(reader: &mut Reader<'_>) {
    let path = "/api/admin/payment-methods";
    let body = json!({"type": "wallet_a", "display_name": "Honey Pay", "handle_or_url": "@golden"});
    reader.not_done(400, post(path, json!({"type": "wallet_a"}))).await;
    let created = reader.done(AuditAction::CreatePaymentMethod, EntityType::Settings, post(path, body)).await;
    let at = format!("{path}/{}", id(&created));
    reader.not_done(400, patch(&at, json!({"display_name": ""}))).await;
    reader.not_done(404, patch(&format!("{path}/{UNKNOWN}"), json!({"display_name": "x"}))).await;
    reader
        .done(AuditAction::UpdatePaymentMethod, EntityType::Settings, patch(&at, json!({"display_name": "Syrup Pay"})))
        .await;
    reader.not_done(200, patch(&at, json!({"display_name": "Syrup Pay"}))).await;
    reader.not_done(404, delete(&format!("{path}/{UNKNOWN}"), json!({}))).await;
    reader.done(AuditAction::DeactivatePaymentMethod, EntityType::Settings, delete(&at, json!({}))).await;
    reader.not_done(200, delete(&at, json!({}))).await;
    reader.done(AuditAction::UpdatePaymentMethod, EntityType::Settings, patch(&at, json!({"is_active": true}))).await;
}

pub(super) async fn templates_and_messages(reader: &mut Reader<'_>) {
    let path = "/api/admin/share-templates";
    reader.not_done(400, post(path, json!({"name": "", "body": "{title}"}))).await;
    let body = json!({"name": "Last call", "body": "{title}"});
    let created = reader.done(AuditAction::CreateShareTemplate, EntityType::Settings, post(path, body)).await;
    let at = |rest: &str| format!("{path}/{}{rest}", id(&created));
    reader.not_done(400, patch(&at(""), json!({"name": ""}))).await;
    reader.not_done(404, patch(&format!("{path}/{UNKNOWN}"), json!({"name": "x"}))).await;
    reader.done(AuditAction::UpdateShareTemplate, EntityType::Settings, patch(&at(""), json!({"name": "Hurry"}))).await;
    reader.not_done(200, patch(&at(""), json!({"name": "Hurry"}))).await;
    reader.not_done(404, post(&format!("{path}/{UNKNOWN}/default"), json!({}))).await;
    reader.done(AuditAction::SetDefaultShareTemplate, EntityType::Settings, post(&at("/default"), json!({}))).await;
    reader.not_done(200, post(&at("/default"), json!({}))).await;

    let waffle = waffle(reader).await;
    let message = waffle.admin_api("/share-message");
    let saved = json!({"template_id": id(&created), "message": "Only two left"});
    reader.not_done(400, patch(&message, json!({"message": "Only two left"}))).await;
    reader.not_done(400, patch(&message, json!({"template_id": UNKNOWN, "message": "x"}))).await;
    reader.not_done(404, patch(&format!("/api/admin/waffles/{UNKNOWN}/share-message"), saved.clone())).await;
    reader.not_done(200, post(&waffle.admin_api("/share-message/render"), json!({"message": "x"}))).await;
    reader.done(AuditAction::UpdateShareMessage, EntityType::Waffle, patch(&message, saved.clone())).await;
    reader.not_done(200, patch(&message, saved)).await;
    let card = waffle.admin_api("/share-message/regenerate-card");
    reader.not_done(404, post(&format!("/api/admin/waffles/{UNKNOWN}/share-message/regenerate-card"), json!({}))).await;
    reader.done(AuditAction::RegenerateCard, EntityType::Waffle, post(&card, json!({}))).await;

    reader.not_done(404, delete(&format!("{path}/{UNKNOWN}"), json!({}))).await;
    reader.done(AuditAction::DeleteShareTemplate, EntityType::Settings, delete(&at(""), json!({}))).await;
    reader.not_done(404, delete(&at(""), json!({}))).await;
    let last = id(&reader.seller.get(path).await.json()["templates"][0]);
    reader.not_done(409, delete(&format!("{path}/{last}"), json!({}))).await;
}
