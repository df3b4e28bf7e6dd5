//! The admin's own password, asked for again before dangerous changes.

use std::time::Duration;

use tokio::time::timeout;
use waffle_actors::lockout::{NotAdmitted, PasswordTry};
use waffle_domain::lockout::{LockoutKey, LockoutRules, TryEnd};
use waffle_domain::password_queue::Asker;
use waffle_domain::refusal::Refusal;
use waffle_domain::timeouts::PASSWORD_TRY;
use waffle_store::accounts;

use crate::failure::Failure;
use crate::session::Sessions;
use crate::session::caller::Caller;
use crate::session::password_hash::HashingError;

impl Sessions {
    /// Refuses with 403 `invalid_password` unless this is the admin's current password. After too many wrong ones in a
    /// row, refuses every password with 429 `locked_out`, so that a session left open can't be used to guess it.
    pub async fn check_own_password(&self, me: &Caller, password: &str) -> Result<(), Failure> {
        self.own_hash(me, password).await.map(drop)
    }

    /// Waits for the admission of an attempt, but not so long that there is no time left to check the password. A
    /// locked-out caller gets the time to wait, unless an operator has unlocked the account since.
    pub(crate) async fn admit(
        &self,
        key: LockoutKey,
        rules: LockoutRules,
    ) -> Result<Result<PasswordTry, Duration>, Failure> {
        let admitted = self.admit_once(key.clone(), rules).await?;
        if admitted.is_err()
            && let Some(moment) = accounts::unlocked_at(&self.database, &key.account()).await?
            && self.lockout.forgive(key.clone(), moment).await.is_ok()
        {
            return self.admit_once(key, rules).await;
        }
        Ok(admitted)
    }

    async fn admit_once(&self, key: LockoutKey, rules: LockoutRules) -> Result<Result<PasswordTry, Duration>, Failure> {
        match timeout(PASSWORD_TRY, self.lockout.admit(key, rules, self.clock.now())).await {
            Ok(Ok(attempt)) => Ok(Ok(attempt)),
            Ok(Err(NotAdmitted::LockedOut(wait))) => Ok(Err(wait.to_std().unwrap_or_default())),
            Ok(Err(NotAdmitted::Away)) | Err(_) => Err(HashingError::Busy(self.passwords.wait()).into()),
        }
    }

    /// Checks like [`Self::check_own_password`], and returns the current password's hash.
    pub(crate) async fn own_hash(&self, me: &Caller, password: &str) -> Result<String, Failure> {
        let rules = LockoutRules::of_own_password(&*self.settings.get().await?);
        let attempt = self
            .admit(LockoutKey::of_account(me.id()), rules)
            .await?
            .map_err(|wait| Refusal::GuessingLocked { wait })?;
        let hash = accounts::credentials(&self.database, me.username()).await?.map(|found| found.password_hash);
        let right = self.passwords.matches(password, hash.clone(), Asker::Known(me.id())).await?;
        let end = if right { TryEnd::Right } else { TryEnd::Wrong };
        attempt.end(end, self.clock.now());
        hash.filter(|_| right).ok_or(Refusal::WrongPassword.into())
    }
}
