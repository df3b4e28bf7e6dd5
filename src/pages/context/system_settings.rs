//! The system settings, as a form.

use serde::Serialize;
use waffle_domain::number::grouped;
use waffle_domain::settings::key::SettingKey;

use crate::pages::context::flash::Flash;
use crate::pages::context::form::Field;
use crate::pages::context::{Frame, SettingsTab};

/// `GET /admin/settings/system`, and the answer to a form with mistakes.
#[derive(Debug, Clone, Serialize)]
pub struct SystemSettingsPage {
    pub frame: Frame,
    pub tabs: Vec<SettingsTab>,
    pub csrf_token: String,
    pub flash: Option<Flash>,
    pub groups: Vec<SettingGroup>,
}

/// Settings that belong together.
#[derive(Debug, Clone, Serialize)]
pub struct SettingGroup {
    pub title: &'static str,
    pub fields: Vec<SettingField>,
}

/// A setting with its value, or with what was typed and why it was refused.
#[derive(Debug, Clone, Serialize)]
pub struct SettingField {
    pub name: &'static str,
    /// What it is, with its unit.
    pub label: &'static str,
    /// Which keyboard a phone shows.
    pub mode: &'static str,
    /// What it does and may be.
    pub note: String,
    pub wide: bool,
    pub field: Field,
}

impl SettingGroup {
    /// All settings in their groups, each with the field that `field` gives it.
    pub fn all(field: impl Fn(SettingKey) -> Field) -> Vec<Self> {
        use SettingKey as Key;
        let group = |title, keys: &[Key]| Self {
            title,
            fields: keys.iter().map(|key| SettingField::new(*key, field(*key))).collect(),
        };
        vec![
            group("Signing in", &[Key::JwtExpirationHours, Key::PasswordMinLength]),
            group("Failed sign-ins", &[Key::LockoutMaxAttempts, Key::LockoutDurationMinutes]),
            group("What is kept", &[Key::AuditRetentionDays, Key::LoginHistoryRetentionDays]),
            group("Whom addresses belong to", &[Key::WhoisServer]),
        ]
    }
}

impl SettingField {
    fn new(key: SettingKey, field: Field) -> Self {
        let (label, note) = words(key);
        let bounds = key.range().map(|range| {
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

const fn words(key: SettingKey) -> (&'static str, &'static str) {
    match key {
        SettingKey::JwtExpirationHours => {
            ("Hours that a sign-in lasts", "Holds from the next sign-in; those of before keep their time.")
        }
        SettingKey::PasswordMinLength => {
            ("Characters of a password, at least", "Holds for new passwords; those of before stay valid.")
        }
        SettingKey::LockoutMaxAttempts => {
            ("Failures in a row that lock", "Counted for each address and username together.")
        }
        SettingKey::LockoutDurationMinutes => {
            ("Minutes that a lock lasts", "Not even the right password opens it before.")
        }
        SettingKey::AuditRetentionDays => ("Days that the audit log goes back", "What is older is deleted for good."),
        SettingKey::LoginHistoryRetentionDays => {
            ("Days that the login history goes back", "What is older is deleted for good.")
        }
        SettingKey::WhoisServer => (
            "WHOIS server",
            "A host name or an address, with a port if it is not 43. It has to be reachable, and is asked from the next sign-in.",
        ),
    }
}
