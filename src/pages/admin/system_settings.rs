//! `/admin/settings/system`: the settings of the whole service.

use actix_web::http::StatusCode;
use actix_web::web;
use serde::Serialize;
use waffle_domain::number::grouped;
use waffle_domain::role::Permission;
use waffle_domain::settings::GROUPS;
use waffle_domain::settings::change::SettingsChange;
use waffle_domain::settings::key::{Setting, SettingKey};
use waffle_http::error::status_of;
use waffle_http::session::csrf_form::{Fields, SignedInForm};
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::settings;
use waffle_service::failure::Failure;

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::context::{Frame, Section, SettingsTab};
use crate::templates::Templates;

/// `GET /admin/settings/system`, and the answer to an invalid form.
#[derive(Debug, Clone, Serialize)]
pub struct SystemSettingsPage {
    pub frame: Frame,
    pub tabs: Vec<SettingsTab>,
    pub groups: Vec<SettingGroup>,
}

template!(SystemSettingsPage: "admin/system_settings");

/// A group of settings.
#[derive(Debug, Clone, Serialize)]
pub struct SettingGroup {
    pub title: &'static str,
    pub fields: Vec<SettingField>,
}

/// A setting with its value, or as typed with its error.
#[derive(Debug, Clone, Serialize)]
pub struct SettingField {
    pub name: &'static str,
    /// What the setting is, with its unit.
    pub label: &'static str,
    /// Which keyboard a phone shows.
    pub mode: &'static str,
    /// What the setting does and which values it takes.
    pub note: String,
    pub wide: bool,
    pub field: Field,
}

impl SettingGroup {
    /// Lists all settings in their groups. `field` supplies the field of each.
    pub fn all(field: impl Fn(SettingKey) -> Field) -> Vec<Self> {
        let of = |title| {
            let keys = SettingKey::ALL.into_iter().filter(|key| key.setting().group == title);
            keys.map(|key| SettingField::new(key, field(key))).collect()
        };
        GROUPS.into_iter().map(|title| Self { title, fields: of(title) }).collect()
    }
}

impl SettingField {
    fn new(key: SettingKey, field: Field) -> Self {
        let Setting { label, note, range, .. } = key.setting();
        let bounds = range.map(|range| {
            let [least, most] = [range.start(), range.end()].map(|bound| grouped(u64::from(*bound)));
            format!("{least} to {most}. ")
        });
        Self {
            name: key.as_str(),
            label,
            mode: if bounds.is_some() { "numeric" } else { "url" },
            note: format!("{}{note}", bounds.as_deref().unwrap_or_default()),
            wide: bounds.is_none(),
            field,
        }
    }
}

const PATH: &str = "/admin/settings/system";

/// Shows the form.
pub async fn show(me: SignedIn, pages: web::Data<Pages>) -> Answer {
    me.require(Permission::ManageSettings)?;
    let settings = settings::read(&pages.services).await?;
    let groups = SettingGroup::all(|key| Field::new(settings.get(key)));
    answer::page(pages.templates.render(&page(&me, groups)))
}

/// Saves the settings and redirects back. Shows the form as typed with 400 when a field is invalid, and with 503 when
/// nothing could be saved.
pub async fn submit(form: SignedInForm, pages: web::Data<Pages>) -> Answer {
    let SignedInForm { me, fields } = form;
    me.require(Permission::ManageSettings)?;
    let sent = SettingKey::ALL.map(SettingKey::as_str).map(|name| (name, fields.all(name).next()));
    let failure = match SettingsChange::parse(sent.into_iter().filter(|(_, value)| value.is_some())) {
        Ok(change) => match settings::change(&pages.services, &me.author(), &change).await {
            Ok(_) => {
                let flash = Flash::done("Settings saved. They take effect within two seconds.");
                return Ok(answer::said(&me, PATH, &flash));
            }
            Err(failure) => failure,
        },
        Err(invalid) => invalid.into(),
    };
    if !matches!(status_of(&failure), StatusCode::BAD_REQUEST | StatusCode::SERVICE_UNAVAILABLE) {
        return Err(failure.into());
    }
    Ok(answer::with_retry(refused(&me, &fields, &failure, &pages.templates)?, failure.retry_after_seconds()))
}

/// The form as typed, with its errors.
fn refused(me: &SignedIn, fields: &Fields, failure: &Failure, templates: &Templates) -> Answer {
    let text = if failure.fields().is_empty() {
        failure.sentence()
    } else {
        "Not saved yet. Check the highlighted fields.".into()
    };
    let groups = SettingGroup::all(|key| Field::typed(key.as_str(), fields.text(key.as_str()), failure.fields()));
    let mut page = page(me, groups);
    page.frame.flash = Some(Flash::failed(text));
    answer::page_with(status_of(failure), templates.render(&page))
}

fn page(me: &SignedIn, groups: Vec<SettingGroup>) -> SystemSettingsPage {
    SystemSettingsPage {
        frame: Frame::of(me, "System settings", Section::Settings),
        tabs: SettingsTab::of(me.account.role, PATH),
        groups,
    }
}
