//! Marking spots paid and releasing them.

use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::event::SpotChanged;
use waffle_domain::spot::SpotStatus;
use waffle_store::spots::{SpotOperation, SpotOrder, SpotResult, waffle_of};
use waffle_wire::event::{Event, EventBody};

use crate::actions::Services;
use crate::web::error::Failure;
use crate::web::refusal::of_read;

/// The most spots in one bulk payment: that many ids fit into a request body, however long they are.
const MOST_SPOTS: usize = 3_000;

/// Why spots were not changed.
pub enum SpotRefused {
    /// Only a pending spot can be marked paid.
    NotPending {
        number: i32,
        status: SpotStatus,
    },
    /// Only a pending or paid spot can be released.
    NotReleasable {
        number: i32,
        status: SpotStatus,
    },
    /// The winners are drawn, so spots can only be marked paid one by one.
    NotActive,
    Failed(Failure),
}

impl From<SpotRefused> for Failure {
    fn from(refused: SpotRefused) -> Self {
        match refused {
            SpotRefused::NotPending { number, status } => Self::conflict(
                "spot_not_pending",
                format!("Spot {number} is {status}: only a pending spot can be marked paid."),
            ),
            SpotRefused::NotReleasable { number, status } => Self::conflict(
                "spot_not_releasable",
                format!("Spot {number} is {status}: only a pending or paid spot can be released."),
            ),
            SpotRefused::NotActive => {
                Self::conflict("waffle_not_active", "The winners are drawn, so mark spots paid one at a time.")
            }
            SpotRefused::Failed(failure) => failure,
        }
    }
}

/// Marks spots of an active waffle paid in one transaction. Spots that are not pending stay as they are.
pub async fn pay_many(
    services: &Services,
    author: Author,
    waffle_id: Uuid,
    spot_ids: Vec<i64>,
) -> Result<Vec<SpotResult>, SpotRefused> {
    if spot_ids.is_empty() || spot_ids.len() > MOST_SPOTS {
        return Err(SpotRefused::Failed(Failure::invalid("spot_ids", "Name 1 to 3,000 spots by their ids.")));
    }
    let order = order(author, waffle_id, spot_ids, SpotOperation::Pay, true);
    let results = services.waffles.change_spots(order).await.map_err(|refusal| SpotRefused::Failed(refusal.into()))?;
    if results.iter().any(|result| matches!(result, SpotResult::NotActive(_))) {
        return Err(SpotRefused::NotActive);
    }
    Ok(results)
}

/// Pays or releases one spot; 404 if there is none.
pub async fn change(
    services: &Services,
    author: Author,
    spot_id: i64,
    operation: SpotOperation,
) -> Result<SpotChanged, SpotRefused> {
    let no_spot = || Failure::not_found("There is no such spot.");
    let waffle_id = waffle_of(&services.pool, spot_id).await.map_err(of_read).map_err(SpotRefused::Failed)?;
    let waffle_id = waffle_id.ok_or_else(|| SpotRefused::Failed(no_spot()))?;
    let order = order(author, waffle_id, vec![spot_id], operation, false);
    let results = services.waffles.change_spots(order).await.map_err(|refusal| SpotRefused::Failed(refusal.into()))?;
    match results.into_iter().next() {
        Some(SpotResult::Changed(Event { body: EventBody::Spot(change), .. })) => Ok(change),
        Some(SpotResult::WrongStatus { number, status, .. }) => Err(match operation {
            SpotOperation::Pay => SpotRefused::NotPending { number, status },
            SpotOperation::Release => SpotRefused::NotReleasable { number, status },
        }),
        _ => Err(SpotRefused::Failed(no_spot())),
    }
}

fn order(
    author: Author,
    waffle_id: Uuid,
    spot_ids: Vec<i64>,
    operation: SpotOperation,
    active_only: bool,
) -> SpotOrder {
    SpotOrder { id: Uuid::now_v7(), waffle_id, spot_ids, operation, active_only, author }
}
