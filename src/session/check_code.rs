//! Codes of a second factor, checked at sign-in and before dangerous changes.

use waffle_actors::lockout::{LockedOut, PasswordTry};
use waffle_domain::author::Author;
use waffle_domain::lockout::{LockoutKey, LockoutRules, TryEnd};
use waffle_domain::second_factor::TypedCode;
use waffle_store::second_factors;

use crate::session::Sessions;
use crate::session::second_factor::{FactorError, recovery_hash};
use crate::web::error::Failure;

impl Sessions {
    /// Tells whether this is a code of the author's second factor, or one of the recovery codes, and uses it up: no
    /// code counts twice. After as many wrong ones in a row as passwords may be wrong, wherever they come from, refuses
    /// any with 429 `locked_out`: only whoever has the password gets so far, so no stranger can lock the owner out.
    pub(crate) async fn takes_code(&self, author: &Author, code: &str) -> Result<bool, Failure> {
        let attempt = self.admit_code(author).await?;
        let right = match TypedCode::parse(code) {
            Some(TypedCode::App(code)) => self.takes_app_code(author, &code).await?,
            Some(TypedCode::Recovery(code)) => {
                let hash = recovery_hash(author.account_id, &code);
                second_factors::take_recovery_code(&self.database, &hash, author, self.clock.now()).await?
            }
            None => false,
        };
        attempt.end(if right { TryEnd::Right } else { TryEnd::Wrong }, self.clock.now());
        Ok(right)
    }

    /// Admits a try of a code, as [`takes_code`](Self::takes_code) does.
    pub(crate) async fn admit_code(&self, author: &Author) -> Result<PasswordTry, Failure> {
        let rules = LockoutRules::from(&*self.settings.get().await?);
        self.admit(LockoutKey::of_codes(author.account_id), rules).await?.map_err(locked_out)
    }

    async fn takes_app_code(&self, author: &Author, code: &str) -> Result<bool, Failure> {
        let id = author.account_id;
        let factor = second_factors::find(&self.database, id).await?;
        let Some(factor) = factor.filter(|factor| factor.confirmed_at.is_some()) else { return Ok(false) };
        let secret = match self.factors.open(id, &factor.sealed_secret) {
            Ok(secret) => secret,
            Err(error @ FactorError::Opening) => {
                log::error!("no code can be right: account={id} error=\"{error}\"");
                return Ok(false);
            }
            Err(error) => return Err(Failure::internal(error)),
        };
        match secret.step_of(code, self.clock.now()) {
            Some(step) => Ok(second_factors::take_step(&self.database, id, step).await?),
            None => Ok(false),
        }
    }
}

fn locked_out(LockedOut(wait): LockedOut) -> Failure {
    let sentence = "Too many wrong codes. Wait a while, then try again.";
    Failure::locked_out(wait, sentence)
}
