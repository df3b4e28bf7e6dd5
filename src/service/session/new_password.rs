//! New passwords: checked against the current policy, then hashed.

use waffle_domain::password::PasswordPolicy;
use waffle_domain::password_queue::Asker;
use waffle_domain::username::Username;

use crate::failure::Failure;
use crate::session::Sessions;

impl Sessions {
    /// Reads the current rules for new passwords.
    pub async fn password_policy(&self) -> Result<PasswordPolicy, Failure> {
        Ok(self.settings.get().await?.password_policy())
    }

    /// Checks and hashes a new password of an account; 400 `validation_failed` with the field when the policy refuses
    /// it.
    pub async fn hash_new_password(
        &self,
        field: &str,
        text: &str,
        of: &Username,
        asker: Asker,
    ) -> Result<String, Failure> {
        let password = self.password_policy().await?.check_field(field, text, of.as_str())?;
        Ok(self.passwords.hash(password, asker).await?)
    }
}
