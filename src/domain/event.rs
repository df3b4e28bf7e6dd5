//! What happened to a spot.

use crate::handle::Handle;
use crate::spot::SpotStatus;

/// A spot went from one status to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpotChanged {
    /// The spot's id.
    pub spot_id: i64,
    pub number: i32,
    /// The status before.
    pub from: SpotStatus,
    /// The status since.
    pub to: SpotStatus,
    /// The handle that holds the spot, or on a release the handle that held it.
    pub handle: Handle,
}

impl SpotChanged {
    /// Returns the handle that holds the spot after the change.
    pub fn holder(&self) -> Option<&Handle> {
        (self.to != SpotStatus::Available).then_some(&self.handle)
    }
}
