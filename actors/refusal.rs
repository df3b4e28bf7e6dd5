//! Why a claim or a change was refused.

use chrono::{DateTime, Utc};
use waffle_store::failure::StoreFailure;

/// A claim or change that was refused or failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such waffle, or it is archived.
    #[error("there is no such waffle")]
    NotFound,
    /// The waffle is completed.
    #[error("the waffle is completed")]
    NotActive,
    /// Buyers can't claim before this.
    #[error("the waffle opens at {0}")]
    NotOpen(DateTime<Utc>),
    /// The seller has paused claims.
    #[error("claims are paused")]
    Paused,
    /// The handle may not claim.
    #[error("the handle is blocked")]
    Blocked,
    /// The handle would hold more spots than it may.
    #[error("a handle may hold {allowed} spots, and it holds {held}")]
    TooMany {
        /// How many it holds.
        held: i32,
        /// How many it may hold.
        allowed: i32,
    },
    /// These spots are taken; nothing was claimed.
    #[error("spots are taken: {0:?}")]
    Taken(Vec<i32>),
    /// The board has fewer spots.
    #[error("there is no spot {number}: the board has {total}")]
    OutOfRange {
        /// The highest number asked for.
        number: i32,
        /// The number of spots.
        total: i32,
    },
    /// The idempotency key was used for another request.
    #[error("the idempotency key was used for another request")]
    KeyReused,
    /// A queue is full: nothing was done.
    #[error("too much to do")]
    Overloaded,
    /// The database is unreachable or too slow, or an actor died: nothing was done.
    #[error("not available now: {0}")]
    Unavailable(String),
    /// The database went away in the middle of the commit: it may have been done.
    #[error("the outcome is unknown")]
    OutcomeUnknown,
    /// The database refused the call: a defect. Nothing was done.
    #[error("internal failure: {0}")]
    Broken(String),
}

impl From<StoreFailure> for Refusal {
    fn from(failure: StoreFailure) -> Self {
        match failure {
            StoreFailure::Unreachable(text) | StoreFailure::Aborted(text) | StoreFailure::Locked(text) => {
                Self::Unavailable(text)
            }
            StoreFailure::Lost(_) => Self::OutcomeUnknown,
            StoreFailure::NotAllowed
            | StoreFailure::DrawLocked(_)
            | StoreFailure::Constraint(_)
            | StoreFailure::Broken(_) => Self::Broken(failure.to_string()),
        }
    }
}

impl Refusal {
    /// Returns whether memory may have refused it because of other claims, without asking the database.
    pub(crate) fn may_be_from_memory(&self) -> bool {
        matches!(self, Self::NotFound | Self::NotActive | Self::Paused | Self::TooMany { .. } | Self::Taken(_))
    }

    /// Converts the failure of a read, which has no unknown outcome.
    pub fn of_read(failure: StoreFailure) -> Self {
        match failure {
            StoreFailure::Lost(text) => Self::Unavailable(text),
            other => other.into(),
        }
    }
}
