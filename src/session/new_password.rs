//! Passwords that somebody chooses: the policy of now, then the hash.

use waffle_domain::password::PasswordPolicy;

use crate::session::Sessions;
use crate::web::error::Failure;

impl Sessions {
    /// The rules for new passwords, as the settings are now.
    pub async fn password_policy(&self) -> Result<PasswordPolicy, Failure> {
        Ok(self.settings.get().await?.password_policy())
    }

    /// Checks a new password and hashes it: 400 `validation_failed` with the field when the policy refuses it.
    pub async fn hash_new_password(&self, field: &str, text: &str) -> Result<String, Failure> {
        let password = self.password_policy().await?.check_field(field, text)?;
        Ok(self.passwords.hash(password).await?)
    }
}
