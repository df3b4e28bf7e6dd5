//! The settings of signing in.

use serde::Deserialize;
use waffle_domain::second_factor::Required;

use super::ConfigError;

#[derive(Debug, Clone)]
pub struct Auth {
    /// Whether cookies are marked `Secure`.
    pub cookie_secure: bool,
    pub bcrypt_cost: u32,
    /// How long a session may be idle; 0 means as long as its token is valid.
    pub session_idle_hours: u32,
    /// Who must have a second factor.
    pub require_second_factor: Required,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawAuth {
    cookie_secure: bool,
    bcrypt_cost: u32,
    session_idle_hours: u32,
    require_second_factor: String,
}

impl RawAuth {
    pub(super) fn parse(self) -> Result<Auth, ConfigError> {
        let required = Required::parse(self.require_second_factor.trim()).ok_or_else(|| {
            let needed = "none, super_admins, admins or all";
            ConfigError::bad_value("auth.require_second_factor", &self.require_second_factor, needed)
        })?;
        Ok(Auth {
            cookie_secure: self.cookie_secure,
            bcrypt_cost: self.bcrypt_cost,
            session_idle_hours: self.session_idle_hours,
            require_second_factor: required,
        })
    }
}
