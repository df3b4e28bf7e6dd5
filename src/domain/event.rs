//! What happened to a spot.

use chrono::{DateTime, Utc};

use crate::handle::Handle;
use crate::names::names;
use crate::spot::{Outcome, Spot, SpotState, SpotStatus};

names! {
    /// Why a spot changed, where its statuses don't say it.
    pub enum Reason {
        /// It was not paid in time.
        Expired = "expired",
        /// Its buyer gave it back.
        GivenBack = "given_back",
        /// A seller claimed it for a buyer.
        Assigned = "assigned",
        /// A seller gave it another handle.
        Renamed = "renamed",
        /// Its buyer's handle was merged into another.
        Merged = "merged",
        /// The payment was taken back.
        Unpaid = "unpaid",
        /// A seller released all spots from one source.
        SourceReleased = "source_released",
    }
}

/// A spot went from one status to another, or stayed in it with another handle or another deadline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpotChanged {
    /// The spot's id.
    pub spot_id: i64,
    pub number: i32,
    /// The status before the change.
    pub from: SpotStatus,
    /// The status after it.
    pub to: SpotStatus,
    /// The handle that holds the spot, or on a release the handle that held it.
    pub handle: Handle,
    /// The deadline for payment, while it is pending.
    pub pay_by: Option<DateTime<Utc>>,
}

impl SpotChanged {
    /// Returns the handle that holds the spot after the change.
    pub fn holder(&self) -> Option<&Handle> {
        (self.to != SpotStatus::Available).then_some(&self.handle)
    }

    /// Returns the state of a spot after this change at a moment; `None` if the spot can't change so.
    pub fn applied_to(&self, spot: &Spot, at: DateTime<Utc>) -> Option<SpotState> {
        let SpotChanged { spot_id, number: _, from, to, handle, pay_by } = self;
        let stays = from == to || spot.handle().is_none_or(|holder| holder == handle);
        if spot.id != *spot_id || spot.status() != *from || !stays {
            return None;
        }
        let (handle, pay_by) = (handle.clone(), *pay_by);
        let paid =
            |claimed_at, paid_at, outcome| SpotState::Paid { handle: handle.clone(), claimed_at, paid_at, outcome };
        Some(match (&spot.state, to) {
            (SpotState::Available, SpotStatus::Pending) => SpotState::Pending { handle, claimed_at: at, pay_by },
            (SpotState::Pending { .. } | SpotState::Paid { outcome: Outcome::Open, .. }, SpotStatus::Available) => {
                SpotState::Available
            }
            (
                SpotState::Pending { claimed_at, .. } | SpotState::Paid { claimed_at, outcome: Outcome::Open, .. },
                SpotStatus::Pending,
            ) => SpotState::Pending { handle, claimed_at: *claimed_at, pay_by },
            (SpotState::Pending { claimed_at, .. }, SpotStatus::Paid) => paid(*claimed_at, at, Outcome::Open),
            (SpotState::Paid { claimed_at, paid_at, .. }, to) => paid(*claimed_at, *paid_at, to.outcome()?),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};

    use super::SpotChanged;
    use crate::handle::Handle;
    use crate::spot::SpotStatus::{Available, Loser, Paid, Pending, Winner};
    use crate::spot::{Spot, SpotState, SpotStatus};

    const AT: DateTime<Utc> = DateTime::UNIX_EPOCH;

    fn handle(name: &str) -> Handle {
        Handle::parse(name).unwrap()
    }

    /// The spot after changes to these statuses, the first from available; `None` if one of them is refused.
    fn through(statuses: &[SpotStatus]) -> Option<Spot> {
        let spot = Spot { id: 1, number: 1, state: SpotState::Available };
        statuses.iter().try_fold(spot, |spot, to| to_status(&spot, *to, "anna", None))
    }

    fn to_status(spot: &Spot, to: SpotStatus, name: &str, pay_by: Option<DateTime<Utc>>) -> Option<Spot> {
        let change = SpotChanged { spot_id: 1, number: 1, from: spot.status(), to, handle: handle(name), pay_by };
        Some(Spot { state: change.applied_to(spot, AT)?, ..spot.clone() })
    }

    #[test]
    fn each_status_leads_to_some_others() {
        let ways: [(&[SpotStatus], &[SpotStatus]); 5] = [
            (&[], &[Pending]),
            (&[Pending], &[Available, Pending, Paid]),
            (&[Pending, Paid], &[Available, Pending, Paid, Winner, Loser]),
            (&[Pending, Paid, Winner], &[Paid, Winner, Loser]),
            (&[Pending, Paid, Loser], &[Paid, Winner, Loser]),
        ];
        for (way, next) in ways {
            let spot = through(way).unwrap();
            let reached: Vec<_> =
                SpotStatus::ALL.into_iter().filter(|to| to_status(&spot, *to, "anna", None).is_some()).collect();
            assert_eq!(reached, next, "{way:?}");
        }
        let released = through(&[Pending, Paid, Winner, Paid, Available]).unwrap();
        assert_eq!((released.handle(), released.claimed_at(), released.paid_at()), (None, None, None));
    }

    #[test]
    fn a_payment_is_taken_back_and_a_spot_handed_on() {
        let deadline = Some(AT + TimeDelta::minutes(5));
        let claimed = to_status(&through(&[]).unwrap(), Pending, "anna", deadline).unwrap();
        assert_eq!((claimed.pay_by(), to_status(&claimed, Paid, "ben", None)), (deadline, None), "another's payment");
        let bens = to_status(&claimed, Pending, "ben", None).unwrap();
        assert_eq!((bens.handle(), bens.pay_by(), bens.claimed_at()), (Some(&handle("ben")), None, Some(AT)));
        let paid = to_status(&bens, Paid, "ben", None).unwrap();
        let unpaid = to_status(&paid, Pending, "ben", deadline).unwrap();
        assert_eq!((unpaid.status(), unpaid.pay_by(), unpaid.claimed_at()), (Pending, deadline, Some(AT)));
        let won = to_status(&paid, Winner, "ben", None).unwrap();
        let handed_on = to_status(&won, Winner, "cleo", None).unwrap();
        assert_eq!((handed_on.handle(), handed_on.paid_at()), (Some(&handle("cleo")), Some(AT)));
    }
}
