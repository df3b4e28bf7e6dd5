//! The settings a `super_admin` changes while the service runs.

use crate::password::PasswordPolicy;

/// Every setting, with its value of now. [`Settings::default`] is what holds until somebody changes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Asked for the owner of an address: a host name, or `host:port`.
    pub whois_server: String,
    /// Life of a token issued from now on, in hours.
    pub jwt_expiration_hours: u32,
    /// Least length of a new password, in characters.
    pub password_min_length: u32,
    /// Age at which audit entries are purged, in days.
    pub audit_retention_days: u32,
    /// Age at which login records are purged, in days.
    pub login_history_retention_days: u32,
    /// Failed sign-ins in a row that lock an address and username out.
    pub lockout_max_attempts: u32,
    /// Length of a lockout, in minutes.
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
    /// The rules for new passwords.
    pub const fn password_policy(&self) -> PasswordPolicy {
        PasswordPolicy { min_length: self.password_min_length }
    }
}
