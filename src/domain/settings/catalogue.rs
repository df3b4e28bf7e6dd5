//! Every setting, with its default and its limits.

use super::key::{Setting, settings};
use crate::password::PasswordPolicy;

settings! {
    /// The WHOIS server that is asked who owns an address.
    WhoisServer whois_server: String = "whois.pwhois.org".to_owned(), Setting::TEXT;
    /// Life of a token, in hours; of those that are issued from then on.
    // A year at most, since browsers hardly keep cookies longer.
    JwtExpirationHours jwt_expiration_hours: u32 = 24, Setting::within(1..=8_760).alias("jwt_expiry_hours");
    /// Least length of a new password, in characters.
    // No more than bcrypt reads.
    PasswordMinLength password_min_length: u32 = 8, Setting::within(1..=72);
    /// Age at which audit entries are purged, in days.
    AuditRetentionDays audit_retention_days: u32 = 90, Setting::within(1..=36_500).alias("audit_log_retention_days");
    /// Age at which login records are purged, in days.
    LoginHistoryRetentionDays login_history_retention_days: u32 = 90, Setting::within(1..=36_500);
    /// Failed sign-ins in a row that lock a username out for an address.
    LockoutMaxAttempts lockout_max_attempts: u32 = 5, Setting::within(1..=1_000);
    /// Length of a lockout, in minutes.
    LockoutDurationMinutes lockout_duration_minutes: u32 = 15, Setting::within(1..=43_200);
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
    use crate::password::PasswordRefusal;
    use crate::settings::change::SettingsChange;

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
