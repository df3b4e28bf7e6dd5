//! `/api/admin/settings`

use actix_web::{HttpResponse, web};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use waffle_domain::role::Permission;
use waffle_domain::settings::Settings;
use waffle_domain::settings::change::SettingsChange;

use crate::actions::{Services, settings};
use crate::api::openapi::refusals::ValidationFailed;
use crate::session::signed_in::SignedIn;
use crate::web::error::Failure;
use crate::web::json::{Body, whole_number};

/// Every setting by its name, and two of them by their second names too.
#[derive(Serialize, ToSchema)]
#[schema(as = Settings)]
struct View<'a> {
    /// Who tells whom an address belongs to.
    #[schema(example = "whois.pwhois.org")]
    whois_server: &'a str,
    /// Life of a token, in hours; of those that are issued from then on.
    #[schema(example = 24)]
    jwt_expiration_hours: u32,
    /// Least length of a new password, in characters.
    #[schema(example = 8)]
    password_min_length: u32,
    /// Age at which audit entries are purged, in days.
    #[schema(example = 90)]
    audit_retention_days: u32,
    /// Age at which login records are purged, in days.
    #[schema(example = 90)]
    login_history_retention_days: u32,
    /// Failed sign-ins in a row that lock a username out for an address.
    #[schema(example = 5)]
    lockout_max_attempts: u32,
    /// Length of a lockout, in minutes.
    #[schema(example = 15)]
    lockout_duration_minutes: u32,
    /// The same as `jwt_expiration_hours`.
    #[schema(example = 24)]
    jwt_expiry_hours: u32,
    /// The same as `audit_retention_days`.
    #[schema(example = 90)]
    audit_log_retention_days: u32,
}

/// What is to change, by either name; a setting that is not there stays. Numbers may also be sent as texts of digits.
#[derive(ToSchema)]
#[schema(as = SettingsChange)]
#[expect(
    dead_code,
    reason = "it only describes the body, which is read name by name, so that unknown names can be refused"
)]
struct Change {
    #[doc = " Who tells whom an address belongs to: a host name or an address, with `:port` unless that is 43. \
        It has to be reachable."]
    #[schema(nullable = false, example = "whois.pwhois.org")]
    whois_server: Option<String>,
    #[schema(nullable = false, minimum = 1, maximum = 8760, example = 24)]
    jwt_expiration_hours: Option<u32>,
    #[schema(nullable = false, minimum = 1, maximum = 72, example = 8)]
    password_min_length: Option<u32>,
    #[schema(nullable = false, minimum = 1, maximum = 36_500, example = 90)]
    audit_retention_days: Option<u32>,
    #[schema(nullable = false, minimum = 1, maximum = 36_500, example = 90)]
    login_history_retention_days: Option<u32>,
    #[schema(nullable = false, minimum = 1, maximum = 1000, example = 5)]
    lockout_max_attempts: Option<u32>,
    #[schema(nullable = false, minimum = 1, maximum = 43_200, example = 15)]
    lockout_duration_minutes: Option<u32>,
    /// The same as `jwt_expiration_hours`.
    #[schema(nullable = false, minimum = 1, maximum = 8760)]
    jwt_expiry_hours: Option<u32>,
    /// The same as `audit_retention_days`.
    #[schema(nullable = false, minimum = 1, maximum = 36_500)]
    audit_log_retention_days: Option<u32>,
}

impl<'a> From<&'a Settings> for View<'a> {
    fn from(settings: &'a Settings) -> Self {
        Self {
            whois_server: &settings.whois_server,
            jwt_expiration_hours: settings.jwt_expiration_hours,
            password_min_length: settings.password_min_length,
            audit_retention_days: settings.audit_retention_days,
            login_history_retention_days: settings.login_history_retention_days,
            lockout_max_attempts: settings.lockout_max_attempts,
            lockout_duration_minutes: settings.lockout_duration_minutes,
            jwt_expiry_hours: settings.jwt_expiration_hours,
            audit_log_retention_days: settings.audit_retention_days,
        }
    }
}

/// Answers 200 with every setting.
#[utoipa::path(
    get, path = "/api/admin/settings", tag = "Settings", operation_id = "getSettings",
    summary = "Read the settings",
    responses((status = 200, description = "Every setting.", body = View)),
    security(("bearer" = ["super_admin"])),
)]
pub async fn show(me: SignedIn, services: web::Data<Services>) -> Result<HttpResponse, Failure> {
    me.require(Permission::ManageSettings)?;
    let settings = settings::read(&services).await?;
    Ok(HttpResponse::Ok().json(View::from(&settings)))
}

/// Changes all named settings or none, and answers 200 with every setting; 400 `validation_failed` with every unknown
/// name and invalid value.
#[utoipa::path(
    patch, path = "/api/admin/settings", tag = "Settings", operation_id = "changeSettings",
    summary = "Change settings",
    description = "All that are named change, or none. A name that no setting has is refused, unlike unknown fields \
        elsewhere, and so is a setting that gets two values by its two names.",
    request_body = Change,
    responses((status = 200, description = "Every setting.", body = View), ValidationFailed),
    security(("bearer" = ["super_admin"])),
)]
pub async fn change(
    me: SignedIn,
    body: Body<Map<String, Value>>,
    services: web::Data<Services>,
) -> Result<HttpResponse, Failure> {
    me.require(Permission::ManageSettings)?;
    let body = body.read().await?;
    let texts: Vec<_> = body.iter().map(|(name, value)| (name, text(value))).collect();
    let change = SettingsChange::parse(texts.iter().map(|(name, text)| (name.as_str(), text.as_deref())))?;
    Ok(HttpResponse::Ok().json(View::from(&settings::change(&services, &me.author(), &change).await?)))
}

/// A text, or the digits of a whole number.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => whole_number(number).map(|number| number.to_string()),
        _ => None,
    }
}
