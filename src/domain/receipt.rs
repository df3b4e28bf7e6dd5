//! A receipt: the events of a claim, and its result.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::claim::Granted;
use crate::draw::digest::sha256;
use crate::handle::Handle;
use crate::spot::SpotStatus;

/// A granted claim, identified by its events in the waffle's log. The handle shows whether they are still its events: a
/// log that was restored from a backup may have others there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Receipt {
    pub waffle_id: Uuid,
    /// The sequence number of the event of the first spot; the others' numbers follow in order.
    pub first_seq: i64,
    /// How many spots were granted: at least one.
    pub spots: i32,
    /// The first bytes of the SHA-256 of the handle that claimed.
    pub handle_hash: [u8; 8],
}

impl Receipt {
    /// Returns the receipt for a granted claim; `None` if it got no spots.
    pub fn of(waffle_id: Uuid, granted: &Granted) -> Option<Self> {
        let spots = i32::try_from(granted.spots.len()).ok().filter(|spots| *spots > 0)?;
        granted.first_seq.map(|first_seq| Self::of_handle(waffle_id, first_seq, spots, &granted.handle))
    }

    /// Returns the receipt for this many spots that a handle was granted.
    pub fn of_handle(waffle_id: Uuid, first_seq: i64, spots: i32, handle: &Handle) -> Self {
        Self { waffle_id, first_seq, spots, handle_hash: hash(handle) }
    }

    /// Returns whether it is for a claim of this handle.
    pub fn is_of(&self, handle: &Handle) -> bool {
        self.handle_hash == hash(handle)
    }

    /// Returns the sequence number of the event of the last spot.
    pub fn last_seq(&self) -> i64 {
        self.first_seq + i64::from(self.spots) - 1
    }
}

fn hash(handle: &Handle) -> [u8; 8] {
    let digest = sha256(handle.as_str().as_bytes());
    std::array::from_fn(|place| digest.as_bytes()[place])
}

/// The result of a claim, judged by those of its spots that its buyer still holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClaimResult {
    /// Undecided: the winners are not drawn yet, or none of its spots was in the draw.
    Open,
    /// A spot of the claim won.
    Won,
    /// The claim was in the draw, and others won.
    Lost,
}

impl ClaimResult {
    /// Judges a claim by the spots that its buyer holds, without those that were left out of the draw.
    pub fn of(entered: impl IntoIterator<Item = SpotStatus>) -> Self {
        entered.into_iter().fold(Self::Open, |result, status| match (result, status) {
            (Self::Won, _) | (_, SpotStatus::Winner) => Self::Won,
            (_, SpotStatus::Loser) => Self::Lost,
            _ => result,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::ClaimResult;
    use crate::spot::SpotStatus::{Loser, Paid, Pending, Winner};

    #[test]
    fn one_winning_spot_is_enough_and_only_spots_in_the_draw_can_lose() {
        assert_eq!(ClaimResult::of([Loser, Winner, Loser]), ClaimResult::Won);
        assert_eq!(ClaimResult::of([Loser, Pending]), ClaimResult::Lost);
        assert_eq!(ClaimResult::of([Paid, Pending]), ClaimResult::Open);
        assert_eq!(ClaimResult::of([]), ClaimResult::Open);
    }
}
