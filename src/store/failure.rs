//! How a database call can fail: certainly without effect, or maybe with.

use std::time::Duration;

use sqlx::error::ErrorKind;

/// A database call that failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreFailure {
    /// No connection could be had: nothing was done.
    #[error("the database is unreachable: {0}")]
    Unreachable(String),
    /// The database was too slow, waited for a lock too long, or saw a conflict: nothing was done, and a repeat may work.
    #[error("the database gave up: {0}")]
    Aborted(String),
    /// A row stayed locked too long: nothing was done. Only work on that row is held up.
    #[error("a lock was not to be had: {0}")]
    Locked(String),
    /// A constraint refused it: nothing was done. Holds the constraint's name.
    #[error("the constraint {0} refused it")]
    Constraint(String),
    /// Whoever asked for it lost the right to, a moment ago: nothing was done.
    #[error("the right to do it was lost meanwhile")]
    NotAllowed,
    /// The database refused the call or answered something unreadable: nothing was done, and a repeat won't help.
    #[error("the database call is wrong: {0}")]
    Broken(String),
    /// The connection was lost in the middle: a change may or may not have been made.
    #[error("the database's answer was lost: {0}")]
    Lost(String),
}

impl StoreFailure {
    /// Tells whether the change may have been committed all the same.
    pub fn maybe_committed(&self) -> bool {
        matches!(self, Self::Lost(_))
    }

    /// Classifies an error of a statement that was sent.
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

    /// Classifies an error of a connection that could not be had.
    pub fn of_connecting(error: &sqlx::Error) -> Self {
        Self::Unreachable(error.to_string())
    }

    /// Says of a statement before a commit that nothing was done: a lost connection rolls the transaction back.
    pub fn before_commit(self) -> Self {
        match self {
            Self::Lost(text) => Self::Unreachable(text),
            other => other,
        }
    }

    /// Says that a call was not answered in time.
    pub fn late(waited: Duration) -> Self {
        Self::Lost(format!("no answer within {} ms", waited.as_millis()))
    }
}

impl From<sqlx::Error> for StoreFailure {
    fn from(error: sqlx::Error) -> Self {
        Self::of_statement(&error)
    }
}
