//! Sellers' changes to spots that are held.

use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::claim::Source;
use waffle_domain::event::SpotChanged;
use waffle_domain::handle::Handle;
use waffle_domain::refusal::Refusal;
use waffle_domain::waffle::{Waffle, WaffleStatus};
use waffle_domain::wire::event::{Event, EventBody};
use waffle_language::say;
use waffle_store::spots::{SpotOperation, SpotOrder, SpotResult, waffle_of};

use crate::actions::Services;
use crate::failure::{Failure, of_read};

/// The most spots in one change: the most ids that fit into a request body, however long they are.
const MOST_SPOTS: usize = 3_000;
/// The most minutes by which one change moves a deadline: 30 days.
const MOST_MINUTES: i64 = 43_200;

/// Spots of a waffle to be changed.
pub struct Selected {
    pub waffle_id: Uuid,
    pub spot_ids: Vec<i64>,
    /// The buyer who must hold them; a spot that another buyer holds by now counts as not found.
    pub only_of: Option<Handle>,
}

impl Selected {
    /// Selects spots by their ids, no matter who holds them; refuses an empty or too long list.
    pub fn named(waffle_id: Uuid, spot_ids: Vec<i64>) -> Result<Self, Failure> {
        if !(1..=MOST_SPOTS).contains(&spot_ids.len()) {
            return Err(Failure::invalid("spot_ids", say!("fault-spot-ids")));
        }
        Ok(Self { waffle_id, spot_ids, only_of: None })
    }
}

/// Returns why no payment can be taken now, according to this copy of the waffle; the transaction has the last word.
pub fn refused_now(waffle: &Waffle) -> Option<Refusal> {
    match &waffle.draw.locked {
        Some(locked) => Some(Refusal::DrawLocked { round_at: locked.round_at }),
        None => (waffle.status == WaffleStatus::Completed).then_some(Refusal::PayOneByOne),
    }
}

/// Marks spots of an active waffle paid in one transaction. Spots that are not pending stay as they are.
pub async fn pay_many(services: &Services, author: Author, selected: Selected) -> Result<Vec<SpotResult>, Failure> {
    change_many(services, author, selected, SpotOperation::Pay).await
}

/// Reverts the payments of spots of an active waffle. Spots that are not paid stay as they are.
pub async fn unpay(services: &Services, author: Author, selected: Selected) -> Result<Vec<SpotResult>, Failure> {
    change_many(services, author, selected, SpotOperation::Unpay).await
}

/// Gives the buyers of pending spots this many more minutes to pay. Others stay as they are.
pub async fn extend(
    services: &Services,
    author: Author,
    selected: Selected,
    minutes: i64,
) -> Result<Vec<SpotResult>, Failure> {
    let minutes = i32::try_from(minutes).ok().filter(|minutes| (1..=MOST_MINUTES).contains(&i64::from(*minutes)));
    let minutes = minutes.ok_or_else(|| Failure::invalid("minutes", say!("fault-more-minutes")))?;
    change_many(services, author, selected, SpotOperation::Extend { minutes }).await
}

/// Gives pending and paid spots another handle: all of them, or none. Returns those that changed.
pub async fn rename(
    services: &Services,
    author: Author,
    selected: Selected,
    to: Handle,
) -> Result<Vec<SpotChanged>, Failure> {
    let results = change_many(services, author, selected, SpotOperation::Rename(to)).await?;
    for result in &results {
        match result {
            SpotResult::NotFound(_) => return Err(Refusal::NoSpot.into()),
            SpotResult::WrongStatus { number, status, .. } => {
                return Err(Refusal::SpotNotRenamable { number: *number, status: *status }.into());
            }
            _ => {}
        }
    }
    Ok(changed(results))
}

/// Releases pending spots that were claimed from a source, and returns them; `None` if nothing in the waffle came from
/// there. Without a selection it takes all of them, otherwise only the selected ones.
pub async fn release_source(
    services: &Services,
    author: Author,
    selected: Selected,
    source: Source,
) -> Result<Option<Vec<SpotChanged>>, Failure> {
    let results = change_many(services, author, selected, SpotOperation::ReleaseSource(source)).await?;
    Ok((!results.contains(&SpotResult::NoSource)).then(|| changed(results)))
}

/// Changes spots in one transaction; those that can't be changed stay as they are. Payments are taken, and reverted,
/// only while the waffle is active.
pub(in crate::actions) async fn change_many(
    services: &Services,
    author: Author,
    selected: Selected,
    operation: SpotOperation,
) -> Result<Vec<SpotResult>, Failure> {
    let active_only = matches!(operation, SpotOperation::Pay | SpotOperation::Unpay);
    run(services, SpotOrder { active_only, ..order(author, selected, operation) }).await
}

/// Pays or releases one spot; 404 if there is none.
pub async fn change(
    services: &Services,
    author: Author,
    spot_id: i64,
    operation: SpotOperation,
) -> Result<SpotChanged, Failure> {
    let waffle_id = waffle_of(&services.pool, spot_id).await.map_err(of_read)?.ok_or(Refusal::NoSpot)?;
    let paying = operation == SpotOperation::Pay;
    let selected = Selected { waffle_id, spot_ids: vec![spot_id], only_of: None };
    let results = run(services, order(author, selected, operation)).await?;
    match results.into_iter().next() {
        Some(SpotResult::Changed(Event { body: EventBody::Spot(change), .. })) => Ok(change),
        Some(SpotResult::WrongStatus { number, status, .. }) if paying => {
            Err(Refusal::SpotNotPending { number, status }.into())
        }
        Some(SpotResult::WrongStatus { number, status, .. }) => {
            Err(Refusal::SpotNotReleasable { number, status }.into())
        }
        _ => Err(Refusal::NoSpot.into()),
    }
}

/// Keeps the changes among results.
pub fn changed(results: Vec<SpotResult>) -> Vec<SpotChanged> {
    let change = |result| match result {
        SpotResult::Changed(Event { body: EventBody::Spot(change), .. }) => Some(change),
        _ => None,
    };
    results.into_iter().filter_map(change).collect()
}

async fn run(services: &Services, order: SpotOrder) -> Result<Vec<SpotResult>, Failure> {
    let results = services.waffles.change_spots(order).await?;
    results.iter().find_map(refused).map_or(Ok(()), Err)?;
    Ok(results)
}

/// Returns why the waffle's state did not allow a change.
pub(in crate::actions) fn refused(result: &SpotResult) -> Option<Refusal> {
    match result {
        SpotResult::NotActive(_) => Some(Refusal::PayOneByOne),
        SpotResult::Locked { round_at, .. } => Some(Refusal::DrawLocked { round_at: *round_at }),
        _ => None,
    }
}

fn order(author: Author, selected: Selected, operation: SpotOperation) -> SpotOrder {
    let Selected { waffle_id, spot_ids, only_of } = selected;
    SpotOrder { id: Uuid::now_v7(), waffle_id, spot_ids, operation, only_of, active_only: false, author: Some(author) }
}
