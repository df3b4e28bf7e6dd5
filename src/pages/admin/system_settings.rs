//! `/admin/settings/system`: the settings of the whole service.

use actix_web::http::StatusCode;
use actix_web::web;
use waffle_domain::number::grouped;
use waffle_domain::settings::GROUPS;
use waffle_domain::settings::change::SettingsChange;
use waffle_domain::settings::key::{Setting, SettingKey};
use waffle_http::error::status_of;
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::settings;

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::context::{Frame, Section, settings_tabs};
use crate::templates::Values;

const PATH: &str = "/admin/settings/system";

/// Shows the form.
pub async fn show(me: SignedIn, pages: web::Data<Pages>) -> Answer {
    let settings = settings::read(&pages.services).await?;
    page(&pages, &me, (StatusCode::OK, None), |key| Field::new(settings.get(key)))
}

/// Saves the settings and redirects back. Shows the form as typed with 400 when a field is invalid, and with 503 when
/// nothing could be saved.
pub async fn submit(form: SignedInForm, pages: web::Data<Pages>) -> Answer {
    let SignedInForm { me, fields, path: () } = form;
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
    let says = if failure.fields().is_empty() {
        failure.sentence().into_owned()
    } else {
        "Not saved yet. Check the highlighted fields.".to_owned()
    };
    let typed = |key: SettingKey| Field::typed(key.as_str(), fields.text(key.as_str()), failure.fields());
    let page = page(&pages, &me, (status_of(&failure), Some(says)), typed)?;
    Ok(answer::with_retry(page, failure.retry_after_seconds()))
}

fn page(
    pages: &Pages,
    me: &SignedIn,
    (status, says): (StatusCode, Option<String>),
    field: impl Fn(SettingKey) -> Field,
) -> Answer {
    let group = |title: &str| {
        let keys = SettingKey::ALL.into_iter().filter(|key| key.setting().group == title);
        values! { title, fields: keys.map(|key| described(key, &field(key))).collect::<Vec<_>>() }
    };
    pages.show_as(
        status,
        "admin/system_settings",
        values! {
            frame: Frame::of(me, "System settings", Section::Settings).with_refusal(says),
            tabs: settings_tabs(me.account.role, PATH),
            groups: GROUPS.map(group),
        },
    )
}

/// A field with its label, and a note that begins with its bounds.
fn described(key: SettingKey, field: &Field) -> Values {
    let Setting { label, note, range, .. } = key.setting();
    let bounds = range.map(|range| {
        let [least, most] = [range.start(), range.end()].map(|bound| grouped(u64::from(*bound)));
        format!("{least} to {most}. ")
    });
    values! {
        name: key.as_str(),
        label,
        mode: if bounds.is_some() { "numeric" } else { "url" },
        note: format!("{}{note}", bounds.as_deref().unwrap_or_default()),
        wide: bounds.is_none(),
        field,
    }
}
