//! The system settings form.

use serde::Serialize;
use waffle_domain::number::grouped;
use waffle_domain::settings::GROUPS;
use waffle_domain::settings::key::{Setting, SettingKey};

use crate::context::form::Field;
use crate::context::{Frame, SettingsTab};

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
