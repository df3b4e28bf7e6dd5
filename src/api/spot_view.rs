//! A spot as the API shows it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use waffle_actors::wire::SpotView;
use waffle_domain::claim::Granted;
use waffle_domain::handle::Handle;
use waffle_domain::spot::{Spot, SpotStatus};

use crate::api::document::shapes;

/// A spot in a list of spots.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListedSpot<'a> {
    #[serde(flatten)]
    #[schema(value_type = shapes::Spot)]
    spot: SpotView<'a>,
    #[schema(required)]
    claimed_at: Option<DateTime<Utc>>,
    #[schema(required)]
    paid_at: Option<DateTime<Utc>>,
}

impl<'a> From<&'a Spot> for ListedSpot<'a> {
    fn from(spot: &'a Spot) -> Self {
        let view = SpotView {
            id: spot.id,
            number: spot.number,
            status: spot.status().as_str(),
            claimed_by_handle: spot.handle().map(Handle::as_str),
        };
        Self { spot: view, claimed_at: spot.claimed_at(), paid_at: spot.paid_at() }
    }
}

/// The spots that a claim got, ascending.
pub fn claimed(granted: &Granted) -> Vec<SpotView<'_>> {
    let spots = granted.spots.iter().map(|(id, number)| SpotView {
        id: *id,
        number: *number,
        status: SpotStatus::Pending.as_str(),
        claimed_by_handle: Some(granted.handle.as_str()),
    });
    spots.collect()
}
