//! What happened to a spot.

use chrono::{DateTime, Utc};

use crate::handle::Handle;
use crate::names::names;
use crate::spot::SpotStatus;

names! {
    /// Why a spot changed, where its statuses don't say it.
    pub enum Reason {
        /// It was not paid in time.
        Expired = "expired" => "not paid in time",
        /// Its buyer gave it back.
        GivenBack = "given_back" => "gave it back",
        /// A seller claimed it for a buyer.
        Assigned = "assigned" => "assigned it",
        /// A seller gave it another handle.
        Renamed = "renamed" => "gave it another handle",
        /// Its buyer's handle was merged into another.
        Merged = "merged" => "merged handles",
        /// The payment was taken back.
        Unpaid = "unpaid" => "took the payment back",
        /// A seller released all spots from one source.
        SourceReleased = "source_released" => "released its source",
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
}
