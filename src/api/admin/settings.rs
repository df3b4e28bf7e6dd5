//! `/api/admin/settings`

use actix_web::{HttpResponse, web};
use serde_json::{Map, Value};
use waffle_domain::role::Permission;
use waffle_domain::settings::Settings;
use waffle_domain::settings::change::SettingsChange;
use waffle_http::error::HttpError;
use waffle_http::json::{Body, whole_number};
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, settings};

use crate::openapi::refusals::ValidationFailed;

/// Answers 200 with every setting.
#[utoipa::path(
    get, path = "/api/admin/settings", tag = "Settings", operation_id = "getSettings",
    summary = "Read the settings",
    responses((status = 200, description = "Every setting.", body = Settings)),
    security(("bearer" = ["super_admin"])),
)]
pub async fn show(me: SignedIn, services: web::Data<Services>) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ManageSettings)?;
    let settings = settings::read(&services).await?;
    Ok(HttpResponse::Ok().json(settings))
}

/// Changes all named settings or none, and answers 200 with every setting; 400 `validation_failed` with every unknown
/// name and invalid value.
#[utoipa::path(
    patch, path = "/api/admin/settings", tag = "Settings", operation_id = "changeSettings",
    summary = "Change settings",
    description = "All named settings change, or none. An unknown name is refused, unlike unknown fields elsewhere, \
        and so is a setting that gets two values by its two names.",
    request_body = SettingsChange,
    responses((status = 200, description = "Every setting.", body = Settings), ValidationFailed),
    security(("bearer" = ["super_admin"])),
)]
pub async fn change(
    me: SignedIn,
    body: Body<Map<String, Value>>,
    services: web::Data<Services>,
) -> Result<HttpResponse, HttpError> {
    me.require(Permission::ManageSettings)?;
    let body = body.read().await?;
    let texts: Vec<_> = body.iter().map(|(name, value)| (name, text(value))).collect();
    let change = SettingsChange::parse(texts.iter().map(|(name, text)| (name.as_str(), text.as_deref())))?;
    Ok(HttpResponse::Ok().json(settings::change(&services, &me.author(), &change).await?))
}

/// A text, or the digits of a whole number.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => whole_number(number).map(|number| number.to_string()),
        _ => None,
    }
}
