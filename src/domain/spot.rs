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

/// Why a transition was refused: the spot's status does not allow it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the spot is {0}")]
pub struct WrongStatus(pub SpotStatus);

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

    /// Claims the spot, with a deadline for payment if there is one. Fails unless it is available.
    pub fn claim(
        &mut self,
        handle: Handle,
        at: DateTime<Utc>,
        pay_by: Option<DateTime<Utc>>,
    ) -> Result<(), WrongStatus> {
        match self.state {
            SpotState::Available => {
                self.state = SpotState::Pending { handle, claimed_at: at, pay_by };
                Ok(())
            }
            _ => Err(WrongStatus(self.status())),
        }
    }

    /// Marks the spot paid. Fails unless it is pending.
    pub fn pay(&mut self, at: DateTime<Utc>) -> Result<(), WrongStatus> {
        match &self.state {
            SpotState::Pending { handle, claimed_at, .. } => {
                self.state = SpotState::Paid {
                    handle: handle.clone(),
                    claimed_at: *claimed_at,
                    paid_at: at,
                    outcome: Outcome::Open,
                };
                Ok(())
            }
            _ => Err(WrongStatus(self.status())),
        }
    }

    /// Reverts the payment. Fails unless the spot is paid.
    pub fn unpay(&mut self, pay_by: Option<DateTime<Utc>>) -> Result<(), WrongStatus> {
        match &self.state {
            SpotState::Paid { handle, claimed_at, outcome: Outcome::Open, .. } => {
                self.state = SpotState::Pending { handle: handle.clone(), claimed_at: *claimed_at, pay_by };
                Ok(())
            }
            _ => Err(WrongStatus(self.status())),
        }
    }

    /// Gives the spot to a handle, which may be its holder, and sets the deadline if it is pending. Fails if it is
    /// available.
    pub fn hand_to(&mut self, to: Handle, deadline: Option<DateTime<Utc>>) -> Result<(), WrongStatus> {
        match &mut self.state {
            SpotState::Pending { handle, pay_by, .. } => (*handle, *pay_by) = (to, deadline),
            SpotState::Paid { handle, .. } => *handle = to,
            SpotState::Available => return Err(WrongStatus(SpotStatus::Available)),
        }
        Ok(())
    }

    /// Makes the spot available again. Fails unless it is pending or paid.
    pub fn release(&mut self) -> Result<(), WrongStatus> {
        match &self.state {
            SpotState::Pending { .. } | SpotState::Paid { outcome: Outcome::Open, .. } => {
                self.state = SpotState::Available;
                Ok(())
            }
            _ => Err(WrongStatus(self.status())),
        }
    }

    /// Records the outcome of the draw, or reverts it. Fails unless the spot is paid.
    pub fn draw(&mut self, drawn: Outcome) -> Result<(), WrongStatus> {
        let status = self.status();
        match &mut self.state {
            SpotState::Paid { outcome, .. } => {
                *outcome = drawn;
                Ok(())
            }
            _ => Err(WrongStatus(status)),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use chrono::{DateTime, TimeDelta};

    use super::{Outcome, Spot, SpotState, SpotStatus, WrongStatus};
    use crate::handle::Handle;

    /// A spot that was claimed by the handle, if there is one, and paid.
    pub(crate) fn spot(number: i32, handle: Option<&str>, is_paid: bool) -> Spot {
        let mut spot = Spot { id: number.into(), number, state: SpotState::Available };
        if let Some(handle) = handle {
            spot.claim(Handle::parse(handle).unwrap(), DateTime::UNIX_EPOCH, None).unwrap();
        }
        if is_paid {
            spot.pay(DateTime::UNIX_EPOCH).unwrap();
        }
        spot
    }

    #[test]
    fn goes_from_available_to_paid_and_back() {
        let (anna, at) = (Handle::parse("anna").unwrap(), DateTime::UNIX_EPOCH);
        let mut spot = spot(1, None, false);
        assert_eq!(spot.pay(at), Err(WrongStatus(SpotStatus::Available)));
        assert_eq!(spot.release(), Err(WrongStatus(SpotStatus::Available)));
        spot.claim(anna.clone(), at, None).unwrap();
        assert_eq!(spot.claim(anna, at, None), Err(WrongStatus(SpotStatus::Pending)));
        spot.pay(at).unwrap();
        assert_eq!(spot.pay(at), Err(WrongStatus(SpotStatus::Paid)));
        spot.draw(Outcome::Won).unwrap();
        assert_eq!(spot.status(), SpotStatus::Winner);
        assert_eq!(spot.release(), Err(WrongStatus(SpotStatus::Winner)));
        spot.draw(Outcome::Open).unwrap();
        assert_eq!(spot.release(), Ok(()));
        assert_eq!((spot.handle(), spot.claimed_at(), spot.paid_at()), (None, None, None));
    }

    #[test]
    fn a_payment_is_taken_back_and_a_spot_handed_on() {
        let (anna, ben, at) = (Handle::parse("anna").unwrap(), Handle::parse("ben").unwrap(), DateTime::UNIX_EPOCH);
        let deadline = Some(at + TimeDelta::minutes(5));
        let mut spot = spot(1, None, false);
        assert_eq!(spot.hand_to(ben.clone(), None), Err(WrongStatus(SpotStatus::Available)));
        spot.claim(anna, at, deadline).unwrap();
        assert_eq!((spot.pay_by(), spot.unpay(None)), (deadline, Err(WrongStatus(SpotStatus::Pending))));
        spot.hand_to(ben.clone(), None).unwrap();
        assert_eq!((spot.handle(), spot.pay_by(), spot.claimed_at()), (Some(&ben), None, Some(at)));
        spot.pay(at).unwrap();
        assert_eq!(spot.unpay(deadline), Ok(()));
        assert_eq!((spot.status(), spot.pay_by(), spot.claimed_at()), (SpotStatus::Pending, deadline, Some(at)));
        spot.pay(at).unwrap();
        spot.draw(Outcome::Won).unwrap();
        assert_eq!(spot.unpay(None), Err(WrongStatus(SpotStatus::Winner)));
    }
}
