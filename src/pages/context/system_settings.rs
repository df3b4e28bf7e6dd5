//! The system settings form.

use serde::Serialize;
use waffle_domain::number::grouped;
use waffle_domain::settings::key::SettingKey;

use crate::pages::context::flash::Flash;
use crate::pages::context::form::Field;
use crate::pages::context::{Frame, SettingsTab};

/// `GET /admin/settings/system`, and the answer to an invalid form.
#[derive(Debug, Clone, Serialize)]
pub struct SystemSettingsPage {
    pub frame: Frame,
    pub tabs: Vec<SettingsTab>,
    pub csrf_token: String,
    pub flash: Option<Flash>,
    pub groups: Vec<SettingGroup>,
}

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
        use SettingKey as Key;
        let group = |title, keys: &[Key]| Self {
            title,
            fields: keys.iter().map(|key| SettingField::new(*key, field(*key))).collect(),
        };
        vec![
            group("Signing in", &[Key::JwtExpirationHours, Key::PasswordMinLength]),
            group("Failed sign-ins", &[Key::LockoutMaxAttempts, Key::LockoutDurationMinutes]),
            group("Data retention", &[Key::AuditRetentionDays, Key::LoginHistoryRetentionDays]),
            group("IP lookups", &[Key::WhoisServer]),
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
        SettingKey::JwtExpirationHours => ("Session length (hours)", "Applies to new sign-ins."),
        SettingKey::PasswordMinLength => {
            ("Minimum password length", "Applies to new passwords. Existing ones keep working.")
        }
        SettingKey::LockoutMaxAttempts => ("Failed attempts before lockout", "Counted per IP address and username."),
        SettingKey::LockoutDurationMinutes => {
            ("Lockout length (minutes)", "Even the right password won’t work until it ends.")
        }
        SettingKey::AuditRetentionDays => ("Keep audit log (days)", "Older entries are deleted for good."),
        SettingKey::LoginHistoryRetentionDays => ("Keep sign-in history (days)", "Older entries are deleted for good."),
        SettingKey::WhoisServer => (
            "WHOIS server",
            "Host name or IP address. Add a port if it isn’t 43. We check that it answers before saving.",
        ),
    }
}
