//! `/admin/settings/system`: the settings of the whole service.

use actix_web::http::StatusCode;
use waffle_domain::settings::change::SettingsChange;
use waffle_domain::settings::key::SettingKey;
use waffle_http::error::status_of;
use waffle_http::session::csrf_form::SignedInForm;
use waffle_http::session::signed_in::SignedIn;
use waffle_language::{Text, say};
use waffle_service::actions::settings;

use crate::Pages;
use crate::answer::{self, Answer};
use crate::context::flash::Flash;
use crate::context::form::Field;
use crate::context::{Frame, Section, settings_tabs};
use crate::templates::Values;

const PATH: &str = "/admin/settings/system";

/// The groups of the form, and the settings in each, in order.
const GROUPS: [(&str, &[SettingKey]); 4] = [
    ("signing-in", &[SettingKey::JwtExpirationHours, SettingKey::PasswordMinLength]),
    ("failed-sign-ins", &[SettingKey::LockoutMaxAttempts, SettingKey::LockoutDurationMinutes]),
    ("data-retention", &[SettingKey::AuditRetentionDays, SettingKey::LoginHistoryRetentionDays]),
    ("ip-lookups", &[SettingKey::WhoisServer]),
];

/// Shows the form.
pub async fn show(me: SignedIn, pages: Pages) -> Answer {
    let settings = settings::read(&pages.services).await?;
    page(&pages, &me, (StatusCode::OK, None), |key| Field::new(settings.get(key)))
}

/// Saves the settings and redirects back. Shows the form as typed with 400 when a field is invalid, and with 503 when
/// nothing could be saved.
pub async fn submit(form: SignedInForm, pages: Pages) -> Answer {
    let SignedInForm { me, fields, path: () } = form;
    let sent = SettingKey::ALL.map(SettingKey::as_str).map(|name| (name, fields.all(name).next()));
    let failure = match SettingsChange::parse(sent.into_iter().filter(|(_, value)| value.is_some())) {
        Ok(change) => match settings::change(&pages.services, &me.author(), &change).await {
            Ok(_) => {
                let flash = Flash::done(say!("system-saved"));
                return Ok(answer::said(&me, PATH, &flash));
            }
            Err(failure) => failure,
        },
        Err(invalid) => invalid.into(),
    };
    if !matches!(status_of(&failure), StatusCode::BAD_REQUEST | StatusCode::SERVICE_UNAVAILABLE) {
        return Err(failure.into());
    }
    let says = if failure.fields().is_empty() { failure.sentence() } else { say!("form-not-saved") };
    let typed = |key: SettingKey| Field::typed(key.as_str(), fields.text(key.as_str()), failure.fields());
    let page = page(&pages, &me, (status_of(&failure), Some(says)), typed)?;
    Ok(answer::with_retry(page, failure.retry_after_seconds()))
}

fn page(
    pages: &Pages,
    me: &SignedIn,
    (status, says): (StatusCode, Option<Text>),
    field: impl Fn(SettingKey) -> Field,
) -> Answer {
    let group = |(group, keys): (&str, &[SettingKey])| {
        let fields: Vec<_> = keys.iter().map(|key| described(*key, &field(*key))).collect();
        values! { title: Text::of_code("setting-group", group), fields }
    };
    pages.show_as(
        status,
        "admin/system_settings",
        values! {
            frame: Frame::of(me, say!("system-title"), Section::Settings).with_refusal(says),
            tabs: settings_tabs(me.account.role, PATH),
            groups: GROUPS.map(group),
        },
    )
}

/// A field with its label, and a note that begins with its bounds.
fn described(key: SettingKey, field: &Field) -> Values {
    let (range, note) = (key.setting().range, Text::of_code("setting-note", key.as_str()));
    values! {
        name: key.as_str(),
        label: Text::of_code("setting", key.as_str()),
        mode: if range.is_some() { "numeric" } else { "url" },
        wide: range.is_none(),
        note: match range {
            Some(range) => note.with("least", *range.start()).with("most", *range.end()),
            None => note,
        },
        field,
    }
}

#[cfg(test)]
mod tests {
    use waffle_domain::settings::key::SettingKey;
    use waffle_language::Text;

    use super::GROUPS;

    #[test]
    fn every_setting_has_its_place_and_its_texts() {
        for key in SettingKey::ALL {
            let places = GROUPS.iter().flat_map(|(_, keys)| *keys).filter(|other| **other == key);
            assert_eq!(places.count(), 1, "{key:?}");
            for kind in ["setting", "setting-note"] {
                assert!(Text::of_code(kind, key.as_str()).is_known(), "{kind} {key:?}");
            }
        }
        for (group, _) in GROUPS {
            assert!(Text::of_code("setting-group", group).is_known(), "{group}");
        }
    }
}
