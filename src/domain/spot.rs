//! A numbered spot and its transitions.

use chrono::{DateTime, Utc};

use crate::handle::Handle;
use crate::names::names;

names! {
    /// Free, claimed and not yet paid, paid, or the outcome of a paid spot in the draw.
    pub enum SpotStatus {
        /// Free to claim.
        Available = "available",
        /// Claimed, not yet paid.
        Pending = "pending",
        /// Marked paid.
        Paid = "paid",
        /// Paid and drawn.
        Winner = "winner",
        /// Paid and not drawn.
        Loser = "loser",
    }
}

/// The outcome of a paid spot in the draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// There was no draw yet.
    Open,
    /// The spot was drawn.
    Won,
    /// The spot was not drawn.
    Lost,
}

/// A spot's state, with the data that only this state has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SpotState {
    /// Free to claim.
    Available,
    /// Claimed by a handle.
    Pending {
        /// Who claimed it.
        handle: Handle,
        /// When it was claimed.
        claimed_at: DateTime<Utc>,
        /// The deadline for payment, if there is one.
        pay_by: Option<DateTime<Utc>>,
    },
    /// Marked paid, with the outcome of the draw.
    Paid {
        /// Who claimed it.
        handle: Handle,
        /// When it was claimed.
        claimed_at: DateTime<Utc>,
        /// When it was marked paid.
        paid_at: DateTime<Utc>,
        /// The outcome of the draw.
        outcome: Outcome,
    },
}

impl SpotStatus {
    /// Whether a draw has decided about the spot.
    pub fn is_drawn(self) -> bool {
        matches!(self, Self::Winner | Self::Loser)
    }

    /// The outcome of a spot that is paid; `None` for others.
    pub(crate) fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Available | Self::Pending => None,
            Self::Paid => Some(Outcome::Open),
            Self::Winner => Some(Outcome::Won),
            Self::Loser => Some(Outcome::Lost),
        }
    }
}

/// A numbered spot of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// The spot's id, unique over all waffles.
    pub id: i64,
    /// The spot's number, from 1 to the board's total.
    pub number: i32,
    pub state: SpotState,
}

impl Spot {
    /// Returns the status.
    pub fn status(&self) -> SpotStatus {
        match &self.state {
            SpotState::Available => SpotStatus::Available,
            SpotState::Pending { .. } => SpotStatus::Pending,
            SpotState::Paid { outcome: Outcome::Open, .. } => SpotStatus::Paid,
            SpotState::Paid { outcome: Outcome::Won, .. } => SpotStatus::Winner,
            SpotState::Paid { outcome: Outcome::Lost, .. } => SpotStatus::Loser,
        }
    }

    /// Returns the handle that holds the spot.
    pub fn handle(&self) -> Option<&Handle> {
        match &self.state {
            SpotState::Available => None,
            SpotState::Pending { handle, .. } | SpotState::Paid { handle, .. } => Some(handle),
        }
    }

    /// Returns when the spot was claimed.
    pub fn claimed_at(&self) -> Option<DateTime<Utc>> {
        match &self.state {
            SpotState::Available => None,
            SpotState::Pending { claimed_at, .. } | SpotState::Paid { claimed_at, .. } => Some(*claimed_at),
        }
    }

    /// Returns when the spot was marked paid.
    pub fn paid_at(&self) -> Option<DateTime<Utc>> {
        match &self.state {
            SpotState::Paid { paid_at, .. } => Some(*paid_at),
            _ => None,
        }
    }

    /// Returns the deadline for payment: only a pending spot may have one.
    pub fn pay_by(&self) -> Option<DateTime<Utc>> {
        match &self.state {
            SpotState::Pending { pay_by, .. } => *pay_by,
            _ => None,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use chrono::DateTime;

    use super::{Outcome, Spot, SpotState};
    use crate::handle::Handle;

    /// A spot that was claimed by the handle, if there is one, and paid.
    pub(crate) fn spot(number: i32, handle: Option<&str>, is_paid: bool) -> Spot {
        let at = DateTime::UNIX_EPOCH;
        let state = match handle.map(|handle| Handle::parse(handle).unwrap()) {
            None => SpotState::Available,
            Some(handle) if is_paid => SpotState::Paid { handle, claimed_at: at, paid_at: at, outcome: Outcome::Open },
            Some(handle) => SpotState::Pending { handle, claimed_at: at, pay_by: None },
        };
        Spot { id: number.into(), number, state }
    }
}
