//! The definition of a setting: its name, its default, and the values that it allows.

use std::ops::RangeInclusive;

use waffle_language::{Text, say};

use crate::whois::server::WhoisServer;

/// Declares all settings: the struct of their values, and their keys.
///
/// ```ignore
/// settings! {
///     /// Life of a token, in hours.
///     JwtExpirationHours jwt_expiration_hours: u32 = 24, Setting::within(1..=8_760);
/// }
/// // … is
/// pub struct Settings { pub jwt_expiration_hours: u32 }      // Default is 24; serde writes the alias as well
/// pub enum SettingKey { JwtExpirationHours }                 // as_str is jwt_expiration_hours
/// ```
macro_rules! settings {
    ($($(#[doc = $about:literal])+ $key:ident $field:ident: $kind:ty = $default:expr, $setting:expr;)+) => {
        /// Every setting with its current value. Until one is changed, it has the value of [`Settings::default`].
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Settings {
            $($(#[doc = $about])+ pub $field: $kind,)+
        }

        /// The name of a setting.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum SettingKey {
            $($(#[doc = $about])+ $key,)+
        }

        impl Default for Settings {
            fn default() -> Self {
                Self { $($field: $default,)+ }
            }
        }

        impl serde::Serialize for Settings {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeMap as _;
                let mut map = serializer.serialize_map(None)?;
                $(map.serialize_entry(stringify!($field), &self.$field)?;)+
                $(if let Some(alias) = SettingKey::$key.setting().alias {
                    map.serialize_entry(alias, &self.$field)?;
                })+
                map.end()
            }
        }

        impl SettingKey {
            /// All settings, in order.
            pub const ALL: [Self; [$(stringify!($field)),+].len()] = [$(Self::$key),+];

            /// Returns the name used by the API and in the database.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$key => stringify!($field),)+ }
            }

            /// Returns the setting's description in the API.
            pub const fn about(self) -> &'static str {
                match self { $(Self::$key => concat!($($about),+).trim_ascii_start(),)+ }
            }

            /// Returns the setting's details.
            pub const fn setting(self) -> Setting {
                match self { $(Self::$key => $setting,)+ }
            }
        }

        impl Settings {
            /// Returns the value of a setting, as it is stored.
            pub fn get(&self, key: SettingKey) -> String {
                match key { $(SettingKey::$key => self.$field.to_string(),)+ }
            }

            /// Sets a value. Fails, and changes nothing, if the setting does not allow it.
            pub fn set(&mut self, key: SettingKey, text: &str) -> Result<(), waffle_language::Text> {
                match key { $(SettingKey::$key => self.$field = $crate::settings::key::Value::read(text, key)?,)+ }
                Ok(())
            }
        }
    };
}

pub(super) use settings;

pub use super::SettingKey;
use super::Settings;

/// The details of a setting.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The whole numbers that it allows; `None` if it is not a number.
    pub range: Option<RangeInclusive<u32>>,
    /// The second name that the API accepts.
    pub alias: Option<&'static str>,
}

impl Setting {
    pub(super) const TEXT: Self = Self { range: None, alias: None };

    pub(super) const fn within(range: RangeInclusive<u32>) -> Self {
        Self { range: Some(range), alias: None }
    }

    pub(super) const fn alias(self, alias: &'static str) -> Self {
        Self { alias: Some(alias), ..self }
    }
}

/// The value of a setting.
pub(super) trait Value: Sized {
    /// Reads a value. Fails with a sentence that says what is allowed.
    fn read(text: &str, key: SettingKey) -> Result<Self, Text>;
}

impl Value for u32 {
    fn read(text: &str, key: SettingKey) -> Result<Self, Text> {
        let (text, range) = (text.trim(), key.setting().range.unwrap_or(0..=Self::MAX));
        let number =
            text.parse().ok().filter(|number| range.contains(number) && text.bytes().all(|b| b.is_ascii_digit()));
        let (least, most) = (range.start().to_string(), range.end().to_string());
        number.ok_or_else(|| say!("fault-setting-number", least, most))
    }
}

impl Value for String {
    fn read(text: &str, _: SettingKey) -> Result<Self, Text> {
        WhoisServer::parse(text).map(|server| server.to_string()).map_err(|_| say!("fault-whois-server"))
    }
}

impl SettingKey {
    /// Parses either name of a setting.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.as_str() == name || key.setting().alias == Some(name))
    }

    /// Checks a value, and returns it as it is stored. Fails with a sentence that says what is allowed.
    pub fn check(self, text: &str) -> Result<String, Text> {
        let mut settings = Settings::default();
        settings.set(self, text)?;
        Ok(settings.get(self))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};

    use super::SettingKey;
    use crate::settings::Settings;

    #[test]
    fn every_name_leads_to_its_setting() {
        for key in SettingKey::ALL {
            assert_eq!(SettingKey::parse(key.as_str()), Some(key));
        }
        assert_eq!(SettingKey::parse("jwt_expiry_hours"), Some(SettingKey::JwtExpirationHours));
        assert_eq!(SettingKey::parse("audit_log_retention_days"), Some(SettingKey::AuditRetentionDays));
        for unknown in ["", "JWT_EXPIRATION_HOURS", "jwt", "lockout"] {
            assert_eq!(SettingKey::parse(unknown), None);
        }
    }

    #[test]
    fn every_default_is_a_value_that_may_be_set() {
        let defaults = Settings::default();
        for key in SettingKey::ALL {
            assert_eq!(key.check(&defaults.get(key)), Ok(defaults.get(key)), "{key:?}");
        }
    }

    #[test]
    fn numbers_are_taken_up_to_their_bounds() {
        for key in SettingKey::ALL {
            let Some(range) = key.setting().range else { continue };
            let (least, most) = (*range.start(), *range.end());
            for inside in [least, most] {
                assert_eq!(key.check(&inside.to_string()), Ok(inside.to_string()), "{key:?}");
            }
            for outside in [least - 1, most + 1] {
                assert!(key.check(&outside.to_string()).is_err(), "{key:?} {outside}");
            }
        }
    }

    #[test]
    fn each_setting_has_its_bounds() {
        let bounds = SettingKey::ALL.map(|key| key.setting().range.map(|range| (*range.start(), *range.end())));
        let [days, minutes] = [36_500, 43_200].map(|most| Some((1, most)));
        assert_eq!(bounds, [None, Some((1, 8_760)), Some((1, 72)), days, days, Some((1, 1_000)), minutes]);
    }

    #[test]
    fn only_digits_are_a_number() {
        let key = SettingKey::JwtExpirationHours;
        for (text, written) in [("12", "12"), (" 12 ", "12"), ("0012", "12")] {
            assert_eq!(key.check(text).as_deref(), Ok(written), "{text:?}");
        }
        for text in ["", " ", "+12", "-1", "1.0", "1e2", "12h", "1 2", "\u{661}", "99999999999999999999"] {
            assert_eq!(key.check(text).unwrap_err().to_string(), "Enter a whole number from 1 to 8760.", "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_set_is_what_was_checked(text in any::<String>(), number in 0u32..50_000, place in 0usize..7) {
            let key = SettingKey::ALL[place];
            for text in [text, number.to_string()] {
                let mut settings = Settings::default();
                if let Ok(value) = key.check(&text) {
                    settings.set(key, &text).unwrap();
                    assert_eq!(settings.get(key), value.clone());
                    assert_eq!(key.check(&value), Ok(value));
                } else {
                    assert!(settings.set(key, &text).is_err());
                    assert_eq!(settings, Settings::default());
                }
            }
        }
    }
}
