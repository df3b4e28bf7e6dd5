//! Codes of a second factor, checked at sign-in and before dangerous changes.

use waffle_actors::lockout::PasswordTry;
use waffle_domain::author::Author;
use waffle_domain::lockout::{LockoutKey, LockoutRules, TryEnd};
use waffle_domain::refusal::Refusal;
use waffle_domain::second_factor::TypedCode;
use waffle_language::say;
use waffle_store::second_factors::{self, Taken};

use crate::failure::{Failure, FieldError};
use crate::session::Sessions;
use crate::session::second_factor::{FactorError, recovery_hash};

impl Sessions {
    /// Returns whether this is a valid code of the author's second factor, or one of the recovery codes, and uses it
    /// up: no code counts twice.
    ///
    /// After as many wrong codes in a row as wrong passwords are allowed, from any address, it refuses every code with
    /// 429 `locked_out`. Only a client that has the password gets this far, so no one else can lock the owner out. A
    /// code that was right before is not counted: a form that was sent twice must not lock anyone out.
    pub(crate) async fn takes_code(&self, author: &Author, code: &str) -> Result<Taken, Failure> {
        let attempt = self.admit_code(author).await?;
        let taken = match TypedCode::parse(code) {
            Some(TypedCode::App(code)) => self.takes_app_code(author, &code).await?,
            Some(TypedCode::Recovery(code)) => {
                let hash = recovery_hash(author.account_id, &code);
                second_factors::take_recovery_code(&self.database, &hash, author.at(self.clock.now())).await?
            }
            None => Taken::Never,
        };
        attempt.end(try_end(taken), self.clock.now());
        Ok(taken)
    }

    /// Refuses with 403 `invalid_code` unless this is such a code.
    pub(crate) async fn check_own_code(&self, author: &Author, code: &str) -> Result<(), Failure> {
        if self.takes_code(author, code).await? == Taken::Now { Ok(()) } else { Err(Refusal::InvalidCode.into()) }
    }

    /// Admits an attempt with a code, as [`takes_code`](Self::takes_code) does.
    pub(crate) async fn admit_code(&self, author: &Author) -> Result<PasswordTry, Failure> {
        let rules = LockoutRules::from(&*self.settings.get().await?);
        self.admit(LockoutKey::of_codes(author.account_id), rules)
            .await?
            .map_err(|wait| Refusal::CodesLocked { wait }.into())
    }

    async fn takes_app_code(&self, author: &Author, code: &str) -> Result<Taken, Failure> {
        let id = author.account_id;
        let Some(factor) = second_factors::find(&self.database, id).await? else { return Ok(Taken::Never) };
        let secret = match self.factors.open(id, &factor.sealed_secret) {
            Ok(secret) => secret,
            Err(error @ FactorError::Opening) => {
                log::error!(account:% = id, error:%; "the codes of an account can't be checked");
                return Ok(Taken::Never);
            }
            Err(error) => return Err(Failure::internal(error)),
        };
        match secret.step_of(code, self.clock.now()) {
            Some(step) => Ok(second_factors::take_step(&self.database, id, step).await?),
            None => Ok(Taken::Never),
        }
    }
}

/// How an attempt with a code ended, for the lockouts.
pub(crate) fn try_end(taken: Taken) -> TryEnd {
    match taken {
        Taken::Now => TryEnd::Right,
        Taken::Before => TryEnd::Unknown,
        Taken::Never => TryEnd::Wrong,
    }
}

/// Refuses an empty code with 400.
pub(crate) fn check_there(code: &str) -> Result<(), Failure> {
    if code.trim().is_empty() { Err(Failure::validation([no_code()])) } else { Ok(()) }
}

/// The error in a form without its code.
pub(crate) fn no_code() -> FieldError {
    FieldError::new("code", say!("fault-code-missing"))
}
