//! A spot as clients see it.

use crate::claim::Granted;
use crate::event::SpotChanged;
use crate::handle::Handle;
use crate::spot::{self, SpotStatus};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A spot of a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Spot {
    /// Identifier, for admins.
    #[schema(example = 17)]
    pub id: i64,
    /// 1 to the waffle's `total_spots`.
    #[schema(minimum = 1, maximum = 10000, example = 3)]
    pub number: i32,
    pub status: SpotStatus,
    /// The handle that holds it; `null` when available.
    #[schema(required, value_type = Option<String>, example = "anna")]
    pub claimed_by_handle: Option<Handle>,
}

impl Spot {
    /// Shows a spot as it is after a change.
    pub fn after(change: &SpotChanged) -> Self {
        Self {
            id: change.spot_id,
            number: change.number,
            status: change.to,
            claimed_by_handle: change.holder().cloned(),
        }
    }

    /// Shows the spots that a claim was granted, ascending by number.
    pub fn claimed(granted: &Granted) -> Vec<Self> {
        let spots = granted.spots.iter().map(|(id, number)| Self {
            id: *id,
            number: *number,
            status: SpotStatus::Pending,
            claimed_by_handle: Some(granted.handle.clone()),
        });
        spots.collect()
    }
}

impl From<&spot::Spot> for Spot {
    fn from(spot: &spot::Spot) -> Self {
        Self { id: spot.id, number: spot.number, status: spot.status(), claimed_by_handle: spot.handle().cloned() }
    }
}

/// A spot in a list of spots.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ListedSpot {
    #[serde(flatten)]
    spot: Spot,
    #[schema(required)]
    claimed_at: Option<DateTime<Utc>>,
    #[schema(required)]
    paid_at: Option<DateTime<Utc>>,
    /// The deadline for payment, if there is one.
    #[schema(required)]
    pay_by: Option<DateTime<Utc>>,
}

impl ListedSpot {
    /// Returns the spot's number.
    pub fn number(&self) -> i32 {
        self.spot.number
    }

    /// Returns when the spot was marked paid.
    pub fn paid_at(&self) -> Option<DateTime<Utc>> {
        self.paid_at
    }

    /// Returns the spot without its times.
    pub fn spot(&self) -> &Spot {
        &self.spot
    }
}

impl From<&spot::Spot> for ListedSpot {
    fn from(spot: &spot::Spot) -> Self {
        Self { spot: spot.into(), claimed_at: spot.claimed_at(), paid_at: spot.paid_at(), pay_by: spot.pay_by() }
    }
}
