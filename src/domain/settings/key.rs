//! The names of the settings, and the values that each allows.

use std::ops::RangeInclusive;

use crate::settings::Settings;
use crate::whois::server::WhoisServer;

/// The name of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SettingKey {
    WhoisServer,
    JwtExpirationHours,
    PasswordMinLength,
    AuditRetentionDays,
    LoginHistoryRetentionDays,
    LockoutMaxAttempts,
    LockoutDurationMinutes,
}

impl SettingKey {
    /// All settings, in the order in which they are shown.
    pub const ALL: [Self; 7] = [
        Self::WhoisServer,
        Self::JwtExpirationHours,
        Self::PasswordMinLength,
        Self::AuditRetentionDays,
        Self::LoginHistoryRetentionDays,
        Self::LockoutMaxAttempts,
        Self::LockoutDurationMinutes,
    ];

    /// Returns the name used by the API and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhoisServer => "whois_server",
            Self::JwtExpirationHours => "jwt_expiration_hours",
            Self::PasswordMinLength => "password_min_length",
            Self::AuditRetentionDays => "audit_retention_days",
            Self::LoginHistoryRetentionDays => "login_history_retention_days",
            Self::LockoutMaxAttempts => "lockout_max_attempts",
            Self::LockoutDurationMinutes => "lockout_duration_minutes",
        }
    }

    /// Returns the second name that the API accepts, if there is one.
    pub const fn alias(self) -> Option<&'static str> {
        match self {
            Self::JwtExpirationHours => Some("jwt_expiry_hours"),
            Self::AuditRetentionDays => Some("audit_log_retention_days"),
            _ => None,
        }
    }

    /// Parses either name of a setting.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.as_str() == name || key.alias() == Some(name))
    }

    /// Returns the whole numbers that the setting allows; `None` if it is not a number. The bounds: a year for tokens,
    /// since browsers hardly keep cookies longer; what bcrypt reads for passwords; a hundred years for retention; a
    /// month for a lockout.
    pub const fn range(self) -> Option<RangeInclusive<u32>> {
        match self {
            Self::WhoisServer => None,
            Self::JwtExpirationHours => Some(1..=8_760),
            Self::PasswordMinLength => Some(1..=72),
            Self::AuditRetentionDays | Self::LoginHistoryRetentionDays => Some(1..=36_500),
            Self::LockoutMaxAttempts => Some(1..=1_000),
            Self::LockoutDurationMinutes => Some(1..=43_200),
        }
    }

    /// Checks a value, and returns it as it is stored. Fails with a sentence that says what it should be.
    pub fn check(self, text: &str) -> Result<String, String> {
        let Some(range) = self.range() else {
            return WhoisServer::parse(text).map(|server| server.to_string()).map_err(|error| error.to_string());
        };
        let text = text.trim();
        let number =
            text.parse().ok().filter(|number| range.contains(number) && text.bytes().all(|b| b.is_ascii_digit()));
        let wrong = || format!("Write a whole number from {} to {}.", range.start(), range.end());
        number.map(|number: u32| number.to_string()).ok_or_else(wrong)
    }
}

impl Settings {
    /// Returns the value of a setting, as it is stored.
    pub fn get(&self, key: SettingKey) -> String {
        match key {
            SettingKey::WhoisServer => self.whois_server.clone(),
            SettingKey::JwtExpirationHours => self.jwt_expiration_hours.to_string(),
            SettingKey::PasswordMinLength => self.password_min_length.to_string(),
            SettingKey::AuditRetentionDays => self.audit_retention_days.to_string(),
            SettingKey::LoginHistoryRetentionDays => self.login_history_retention_days.to_string(),
            SettingKey::LockoutMaxAttempts => self.lockout_max_attempts.to_string(),
            SettingKey::LockoutDurationMinutes => self.lockout_duration_minutes.to_string(),
        }
    }

    /// Sets a value. Fails, and changes nothing, if the setting does not allow it.
    pub fn set(&mut self, key: SettingKey, value: &str) -> Result<(), String> {
        let value = key.check(value)?;
        let place = match key {
            SettingKey::WhoisServer => {
                self.whois_server = value;
                return Ok(());
            }
            SettingKey::JwtExpirationHours => &mut self.jwt_expiration_hours,
            SettingKey::PasswordMinLength => &mut self.password_min_length,
            SettingKey::AuditRetentionDays => &mut self.audit_retention_days,
            SettingKey::LoginHistoryRetentionDays => &mut self.login_history_retention_days,
            SettingKey::LockoutMaxAttempts => &mut self.lockout_max_attempts,
            SettingKey::LockoutDurationMinutes => &mut self.lockout_duration_minutes,
        };
        *place = value.parse().map_err(|_| format!("{value} is not a number"))?;
        Ok(())
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
            let Some(range) = key.range() else { continue };
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
    fn only_digits_are_a_number() {
        let key = SettingKey::JwtExpirationHours;
        for (text, written) in [("12", "12"), (" 12 ", "12"), ("0012", "12")] {
            assert_eq!(key.check(text).as_deref(), Ok(written), "{text:?}");
        }
        for text in ["", " ", "+12", "-1", "1.0", "1e2", "12h", "1 2", "\u{661}", "99999999999999999999"] {
            assert_eq!(key.check(text).unwrap_err(), "Write a whole number from 1 to 8760.", "{text:?}");
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
