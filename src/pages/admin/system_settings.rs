//! `/admin/settings/system`: the settings of the whole service.

use actix_web::http::StatusCode;
use actix_web::http::header::RETRY_AFTER;
use actix_web::web;
use waffle_domain::role::Permission;
use waffle_domain::settings::change::SettingsChange;
use waffle_domain::settings::key::SettingKey;
use waffle_http::error::status_of;
use waffle_http::session::csrf_form::{Fields, SignedInForm};
use waffle_http::session::signed_in::SignedIn;
use waffle_service::actions::settings;
use waffle_service::failure::Failure;

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::context::system_settings::{SettingGroup, SystemSettingsPage};
use crate::context::{Frame, Section, SettingsTab};
use crate::templates::Templates;

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
    let mut response = refused(&me, &fields, &failure, &pages.templates)?;
    if let Some(seconds) = failure.retry_after_seconds() {
        response.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    Ok(response)
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
