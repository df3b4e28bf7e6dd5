//! What a receipt stands for: the events of a claim.

use uuid::Uuid;

use crate::claim::Granted;

/// A claim that was granted, found again by its events in the waffle's log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Receipt {
    pub waffle_id: Uuid,
    /// The sequence number of the event of the first spot; those of the others follow in order.
    pub first_seq: i64,
    /// How many spots were granted: one at least.
    pub spots: i32,
}

impl Receipt {
    /// Returns the receipt for what a claim was granted; none if that is nothing.
    pub fn of(waffle_id: Uuid, granted: &Granted) -> Option<Self> {
        let spots = i32::try_from(granted.spots.len()).ok().filter(|spots| *spots > 0)?;
        granted.first_seq.map(|first_seq| Self { waffle_id, first_seq, spots })
    }

    /// Returns the sequence number of the event of the last spot.
    pub fn last_seq(&self) -> i64 {
        self.first_seq + i64::from(self.spots) - 1
    }
}
