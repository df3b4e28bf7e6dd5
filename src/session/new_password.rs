//! Passwords that somebody chooses: the policy of now, then the hash.

use waffle_domain::password::PasswordPolicy;
use waffle_store::accounts;

use crate::session::Sessions;
use crate::session::own_password::invalid_password;
use crate::session::signed_in::SignedIn;
use crate::web::error::{Failure, FieldError};

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

    /// Changes the admin's own password. 400 `validation_failed` for missing fields and for what the policy refuses, then 403
    /// `invalid_password`. All sessions stay.
    pub async fn change_password(&self, me: &SignedIn, current: &str, new: &str) -> Result<(), Failure> {
        let mut faults = Vec::new();
        if current.is_empty() {
            faults.push(FieldError::new("current_password", "Enter your current password."));
        }
        let checked = self.password_policy().await?.check_field("new_password", new);
        let password = match checked {
            Ok(password) if faults.is_empty() => password,
            Ok(_) => return Err(Failure::validation(faults)),
            Err(invalid) => return Err(Failure::validation(faults.into_iter().chain(invalid.0))),
        };
        let mut known = self.own_hash(me, current).await?;
        let hash = self.passwords.hash(password).await?;
        // Once more, should a sign-in elsewhere have hashed the same password anew meanwhile.
        for _ in 0..2 {
            let now = self.clock.now();
            if accounts::password::change_own(&self.database, &known, &hash, &me.author(), now).await? {
                return Ok(());
            }
            known = self.own_hash(me, current).await?;
        }
        Err(invalid_password())
    }
}
