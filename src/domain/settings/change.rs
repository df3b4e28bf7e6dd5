//! A change of settings, which is applied as a whole or not at all.

use std::collections::BTreeMap;

use waffle_language::say;

use crate::invalid::{Findings, Invalid};
use crate::settings::key::SettingKey;

/// Settings and their new values, each of which the setting allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingsChange(BTreeMap<SettingKey, String>);

impl SettingsChange {
    /// Parses names with values; `None` stands for a value that is neither a whole number nor a text. Fails with all
    /// errors together: unknown names, values that a setting does not allow, and a setting named twice by its two
    /// names.
    pub fn parse<'a>(entries: impl IntoIterator<Item = (&'a str, Option<&'a str>)>) -> Result<Self, Invalid> {
        let (mut findings, mut values) = (Findings::default(), BTreeMap::new());
        for (name, value) in entries {
            let Some(key) = SettingKey::parse(name) else {
                findings.refuse(name, say!("fault-no-setting"));
                continue;
            };
            match key.check(value.unwrap_or_default()) {
                Ok(value) => {
                    if values.get(&key).is_some_and(|other| *other != value) {
                        findings.refuse(name, say!("fault-setting-twice", name = key.as_str()));
                    }
                    values.insert(key, value);
                }
                Err(message) => findings.refuse(name, message),
            }
        }
        findings.into_result()?;
        Ok(Self(values))
    }

    /// Lists the settings and their new values, in the order in which settings are shown.
    pub fn iter(&self) -> impl Iterator<Item = (SettingKey, &str)> {
        self.0.iter().map(|(key, value)| (*key, value.as_str()))
    }

    /// Returns the new value of a setting; `None` if it stays as it is.
    pub fn get(&self, key: SettingKey) -> Option<&str> {
        self.0.get(&key).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};

    use super::SettingsChange;
    use crate::settings::key::SettingKey;

    #[test]
    fn nothing_is_a_change_too() {
        assert_eq!(SettingsChange::parse([]).unwrap(), SettingsChange::default());
    }

    proptest! {
        #[test]
        fn a_change_holds_only_values_that_its_settings_can_have(
            entries in proptest::collection::vec((0usize..9, any::<bool>(), "[0-9a-z.:-]{0,6}"), 0..8)
        ) {
            let names: Vec<&str> =
                SettingKey::ALL.iter().map(|key| key.as_str()).chain(["jwt_expiry_hours", "color"]).collect();
            let entries: Vec<_> =
                entries.iter().map(|(at, there, text)| (names[*at], there.then_some(text.as_str()))).collect();
            match SettingsChange::parse(entries.iter().copied()) {
                Ok(change) => {
                    for (key, value) in change.iter() {
                        assert_eq!(key.check(value).as_deref(), Ok(value));
                    }
                    for (name, value) in entries {
                        let key = SettingKey::parse(name).unwrap();
                        assert_eq!(change.get(key), key.check(value.unwrap()).ok().as_deref());
                    }
                }
                Err(refused) => {
                    assert!(!refused.0.is_empty());
                    assert!(refused.0.iter().all(|fault| entries.iter().any(|(name, _)| *name == fault.field)));
                }
            }
        }
    }
}
