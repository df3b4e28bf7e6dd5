//! Every setting, with its default and its limits.

use super::key::{Setting, settings};
use crate::password::PasswordPolicy;

settings! {
    /// The WHOIS server that is asked who owns an address.
    WhoisServer whois_server: String = "whois.pwhois.org".to_owned(),
        Setting::of("IP lookups", "WHOIS server", "Host name or IP address. Add a port if it isn’t 43. We check that \
            it answers before saving.");
    /// Life of a token, in hours; of those that are issued from then on.
    // A year at most, since browsers hardly keep cookies longer.
    JwtExpirationHours jwt_expiration_hours: u32 = 24,
        Setting::of("Signing in", "Session length (hours)", "Applies to new sign-ins.")
            .within(1..=8_760).alias("jwt_expiry_hours");
    /// Least length of a new password, in characters.
    // No more than bcrypt reads.
    PasswordMinLength password_min_length: u32 = 8,
        Setting::of("Signing in", "Minimum password length", "Applies to new passwords. Existing ones keep working.")
            .within(1..=72);
    /// Age at which audit entries are purged, in days.
    AuditRetentionDays audit_retention_days: u32 = 90,
        Setting::of("Data retention", "Keep audit log (days)", "Older entries are deleted for good.")
            .within(1..=36_500).alias("audit_log_retention_days");
    /// Age at which login records are purged, in days.
    LoginHistoryRetentionDays login_history_retention_days: u32 = 90,
        Setting::of("Data retention", "Keep sign-in history (days)", "Older entries are deleted for good.")
            .within(1..=36_500);
    /// Failed sign-ins in a row that lock a username out for an address.
    LockoutMaxAttempts lockout_max_attempts: u32 = 5,
        Setting::of("Failed sign-ins", "Failed attempts before lockout", "Counted per IP address and username.")
            .within(1..=1_000);
    /// Length of a lockout, in minutes.
    LockoutDurationMinutes lockout_duration_minutes: u32 = 15,
        Setting::of("Failed sign-ins", "Lockout length (minutes)", "Even the right password won’t work until it ends.")
            .within(1..=43_200);
}

/// The groups of the settings, in the order of the form.
pub const GROUPS: [&str; 4] = ["Signing in", "Failed sign-ins", "Data retention", "IP lookups"];

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
