//! How a database call can fail. Callers need to know whether it may have had an effect.

use std::time::Duration;

use sqlx::error::ErrorKind;
use waffle_domain::failure::Failure;
use waffle_domain::invalid::Invalid;
use waffle_domain::refusal::Refusal;
use waffle_language::say;

/// The constraint that keeps usernames unique.
pub const USERNAME_TAKEN: &str = "admins_username_taken";
/// The constraint that keeps e-mail addresses unique.
pub const EMAIL_TAKEN: &str = "admins_email_taken";
/// The constraint that a waffle's payment methods exist.
const METHOD_KNOWN: &str = "waffle_payment_methods_known";
/// The constraint that a waffle's photo is kept.
pub(crate) const PHOTO_KEPT: &str = "waffles_photo_kept";
/// The constraint that the seller's picture is kept.
const PICTURE_KEPT: &str = "settings_photo_kept";

/// A database call that failed.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreFailure {
    /// There was no connection: nothing was done.
    #[error("the database is unreachable: {0}")]
    Unreachable(String),
    /// The database was too slow, waited too long for a lock, or found a conflict: nothing was done, and a retry may
    /// succeed.
    #[error("the database gave up: {0}")]
    Aborted(String),
    /// A row stayed locked for too long: nothing was done. Only work on that row is affected.
    #[error("a row stayed locked: {0}")]
    Locked(String),
    /// The named constraint was violated: nothing was done.
    #[error("the constraint {0} refused it")]
    Constraint(String),
    /// What the rows say does not allow it: nothing was done.
    #[error("it is refused: {}", .0.code())]
    Refused(Refusal),
    /// The database refused the call, or its answer is unreadable: nothing was done, and a retry won't help.
    #[error("the database call is wrong: {0}")]
    Broken(String),
    /// The connection was lost during the call: the change may or may not have been made.
    #[error("the database's answer was lost: {0}")]
    Lost(String),
}

impl StoreFailure {
    /// Returns whether the change may have been committed despite the failure.
    pub fn maybe_committed(&self) -> bool {
        matches!(self, Self::Lost(_))
    }

    /// Returns whether a repeat may succeed.
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::Unreachable(_) | Self::Aborted(_) | Self::Locked(_) | Self::Lost(_))
    }

    /// Classifies the error of a statement that was sent.
    pub fn of_statement(error: &sqlx::Error) -> Self {
        match error {
            sqlx::Error::Database(e) => {
                let code = e.code().unwrap_or_default().into_owned();
                let text = format!("{} ({code})", e.message());
                match (e.kind(), e.constraint(), code.get(..2)) {
                    (ErrorKind::Other, _, Some("57")) if code != "57014" => Self::Lost(text),
                    (ErrorKind::Other, _, Some("55")) if code == "55P03" => Self::Locked(text),
                    (ErrorKind::Other, _, Some("40" | "53" | "55" | "57")) => Self::Aborted(text),
                    (ErrorKind::Other, _, Some("08")) => Self::Lost(text),
                    (ErrorKind::Other, _, _) if code == "25P03" => Self::Lost(text),
                    // The server is a standby, or was made read-only for a while. Connections may stay: none to a
                    // standby is used, a primary becomes one only by a restart, and sessions follow the setting.
                    (ErrorKind::Other, _, _) if code == "25006" => Self::Unreachable(text),
                    (_, Some(constraint), _) => Self::Constraint(constraint.to_owned()),
                    (_, None, _) => Self::Broken(text),
                }
            }
            sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::Configuration(_) => {
                Self::Unreachable(error.to_string())
            }
            sqlx::Error::ColumnDecode { .. }
            | sqlx::Error::ColumnNotFound(_)
            | sqlx::Error::ColumnIndexOutOfBounds { .. }
            | sqlx::Error::TypeNotFound { .. }
            | sqlx::Error::Decode(_)
            | sqlx::Error::Encode(_)
            | sqlx::Error::RowNotFound => Self::Broken(error.to_string()),
            _ => Self::Lost(error.to_string()),
        }
    }

    /// Classifies the error of a connection that could not be opened.
    pub fn of_connecting(error: &sqlx::Error) -> Self {
        Self::Unreachable(error.to_string())
    }

    /// Turns a lost answer from before the commit into a certain failure: losing the connection rolls the transaction
    /// back.
    pub fn before_commit(self) -> Self {
        match self {
            Self::Lost(text) => Self::Unreachable(text),
            other => other,
        }
    }

    /// Classifies the error of a statement that changes nothing, or can be repeated without harm.
    pub(crate) fn nothing_done(error: sqlx::Error) -> Self {
        Self::from(error).before_commit()
    }

    /// Returns the failure of a call that was not answered in time.
    pub fn late(waited: Duration) -> Self {
        Self::Lost(format!("no answer within {} ms", waited.as_millis()))
    }
}

/// Converts the failure of a read, whose outcome is never unknown.
pub fn of_read(failure: StoreFailure) -> Failure {
    if failure.maybe_committed() { Failure::unavailable(failure) } else { failure.into() }
}

impl From<StoreFailure> for Failure {
    fn from(failure: StoreFailure) -> Self {
        let refusal = match &failure {
            StoreFailure::Unreachable(_) | StoreFailure::Aborted(_) | StoreFailure::Locked(_) => {
                Refusal::DatabaseUnavailable
            }
            StoreFailure::Lost(_) => Refusal::OutcomeUnknown,
            StoreFailure::Constraint(name) if name == USERNAME_TAKEN => return Refusal::UsernameTaken.into(),
            StoreFailure::Constraint(name) if name == EMAIL_TAKEN => return Refusal::EmailTaken.into(),
            StoreFailure::Constraint(name) if name == METHOD_KNOWN => {
                return Self::invalid("payment_methods", say!("waffle-form-method-gone"));
            }
            StoreFailure::Constraint(name) if name == PHOTO_KEPT => {
                return Self::invalid("image_url", say!("fault-photo-gone"));
            }
            StoreFailure::Constraint(name) if name == PICTURE_KEPT => {
                return Self::invalid("picture_url", say!("fault-photo-gone"));
            }
            StoreFailure::Refused(refusal) => return refusal.clone().into(),
            StoreFailure::Constraint(_) | StoreFailure::Broken(_) => Refusal::Internal,
        };
        Self::from(refusal).cause(failure)
    }
}

impl From<Refusal> for StoreFailure {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Invalid> for StoreFailure {
    fn from(invalid: Invalid) -> Self {
        Self::Refused(invalid.into())
    }
}

impl From<sqlx::Error> for StoreFailure {
    fn from(error: sqlx::Error) -> Self {
        Self::of_statement(&error)
    }
}
