//! `/api/admin/settings`

use std::borrow::Cow;

use actix_web::{HttpResponse, web};
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};
use waffle_domain::settings::Settings;
use waffle_domain::settings::change::SettingsChange;
use waffle_http::json::{Body, whole_number};
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::{Services, settings};

use crate::endpoint::{Answer, endpoints, ok};

/// New values by name, to be parsed as a [`SettingsChange`].
#[derive(Deserialize)]
#[serde(transparent)]
struct NewValues(Map<String, Value>);

impl PartialSchema for NewValues {
    fn schema() -> RefOr<Schema> {
        SettingsChange::schema()
    }
}

impl ToSchema for NewValues {
    fn name() -> Cow<'static, str> {
        SettingsChange::name()
    }
}

endpoints! { "Settings";
    /// Read the settings
    GET "/api/admin/settings" => show as getSettings for ManageSettings,
        ok::<Settings>("Every setting.");

    /// Change settings
    ///
    /// All named settings change, or none. An unknown name is refused, unlike unknown fields elsewhere, and so is a
    /// setting that gets two values by its two names.
    PATCH "/api/admin/settings" => change as changeSettings for ManageSettings,
        ok::<Settings>("Every setting."), ValidationFailed;
}

async fn show(services: web::Data<Services>) -> Answer {
    let settings = settings::read(&services).await?;
    Ok(HttpResponse::Ok().json(settings))
}

async fn change(me: SignedIn, body: Body<NewValues>, services: web::Data<Services>) -> Answer {
    let NewValues(values) = body.read().await?;
    let texts: Vec<_> = values.iter().map(|(name, value)| (name, text(value))).collect();
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
