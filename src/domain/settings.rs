//! The settings that a `super_admin` can change while the service runs.

pub mod change;
pub mod key;

use crate::password::PasswordPolicy;

/// Every setting with its current value. [`Settings::default`] holds until somebody changes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The server to ask who owns an address: a host name, or `host:port`.
    pub whois_server: String,
    /// How long tokens issued from now on are valid, in hours.
    pub jwt_expiration_hours: u32,
    /// The least length of new passwords, in characters.
    pub password_min_length: u32,
    /// The age at which audit entries are deleted, in days.
    pub audit_retention_days: u32,
    /// The age at which login records are deleted, in days.
    pub login_history_retention_days: u32,
    /// How many failed sign-ins in a row lock out an address and username.
    pub lockout_max_attempts: u32,
    /// The length of a lockout, in minutes.
    pub lockout_duration_minutes: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            whois_server: "whois.pwhois.org".to_owned(),
            jwt_expiration_hours: 24,
            password_min_length: 8,
            audit_retention_days: 90,
            login_history_retention_days: 90,
            lockout_max_attempts: 5,
            lockout_duration_minutes: 15,
        }
    }
}

impl Settings {
    /// Returns the rules for new passwords.
    pub const fn password_policy(&self) -> PasswordPolicy {
        PasswordPolicy { min_length: self.password_min_length }
    }
}

#[cfg(test)]
mod tests {
    use super::Settings;
    use super::change::SettingsChange;
    use crate::password::PasswordRefusal;

    #[test]
    fn the_least_length_of_new_passwords_is_the_settings() {
        let change = SettingsChange::parse([("password_min_length", Some("12"))]).unwrap();
        let mut settings = Settings::default();
        assert!(settings.password_policy().check("cherry-iron", "anna").is_ok());
        for (key, value) in change.iter() {
            settings.set(key, value).unwrap();
        }
        let refusal = settings.password_policy().check("cherry-iron", "anna").unwrap_err();
        assert_eq!(refusal, PasswordRefusal::TooShort { min_length: 12 });
        assert!(settings.password_policy().check("cherry-irons", "anna").is_ok());
    }
}
