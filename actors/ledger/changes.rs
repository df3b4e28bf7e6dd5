//! Changes of spots in a lane. Those of several waffles are made in one call, as claims are, and by the connection that
//! commits the claims of these waffles, so that neither waits for the other's locks.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use waffle_domain::timeouts::{LEDGER_CHANGE, LEDGER_COMMIT};
use waffle_store::failure::StoreFailure;
use waffle_store::ledger_session::{Backend, LedgerSession};
use waffle_store::pools::IDLE;
use waffle_store::spots::{SpotOperation, SpotOrder, SpotResult, change_together};

use crate::database_call::{within, within_primary};
use crate::ledger::commit::Committer;
use crate::ledger::{Ledger, lane_of};

/// How many changes may wait in a lane.
const MOST_WAITING: usize = 256;
/// The most changes of one call, for which claims wait.
const MOST_TOGETHER: usize = 32;
/// The most spots of a change that takes a lane.
const MOST_SPOTS: usize = 8;

/// What became of a change in a lane.
#[derive(Debug)]
pub(crate) enum Attempt {
    /// It was judged, and this is committed.
    Made(Vec<SpotResult>),
    /// Nothing was done: it is not for a lane, or the lane could not make it.
    NotMade,
    /// It may have been made.
    Lost,
}

/// A change that waits in a lane.
pub(super) struct WaitingChange {
    order: Arc<SpotOrder>,
    /// Set by whichever is first: the lane that makes it, or the caller who gives up.
    taken: Arc<AtomicBool>,
    reply: oneshot::Sender<Attempt>,
}

impl Ledger {
    /// Has a small change made by the lane of its waffle.
    pub(crate) async fn change(&self, order: &Arc<SpotOrder>) -> Attempt {
        if !is_for_a_lane(order) {
            return Attempt::NotMade;
        }
        let lane = lane_of(order.waffle_id, order.spot_ids.len(), self.lanes.len());
        match self.lanes.get(lane) {
            Some(lane) => made_in(&lane.changes, order).await,
            None => Attempt::NotMade,
        }
    }
}

/// Makes the queue of a lane's changes.
pub(super) fn queue() -> (mpsc::Sender<WaitingChange>, mpsc::Receiver<WaitingChange>) {
    mpsc::channel(MOST_WAITING)
}

/// Has a change made by a lane, if there is room for it and the lane comes to it in time.
async fn made_in(queue: &mpsc::Sender<WaitingChange>, order: &Arc<SpotOrder>) -> Attempt {
    let (reply, mut answer) = oneshot::channel();
    let taken = Arc::<AtomicBool>::default();
    let waiting = WaitingChange { order: Arc::clone(order), taken: Arc::clone(&taken), reply };
    if queue.try_send(waiting).is_err() {
        return Attempt::NotMade;
    }
    match timeout(LEDGER_CHANGE, &mut answer).await {
        Ok(Ok(attempt)) => attempt,
        _ if !taken.swap(true, Ordering::AcqRel) => Attempt::NotMade,
        Ok(Err(_)) => Attempt::Lost,
        Err(_) => answer.await.unwrap_or(Attempt::Lost),
    }
}

/// Returns whether a change takes little time, and waits for no row but its waffle's: a new handle is entered among all
/// buyers.
fn is_for_a_lane(order: &SpotOrder) -> bool {
    let small = match order.operation {
        SpotOperation::Pay
        | SpotOperation::Unpay
        | SpotOperation::Release
        | SpotOperation::ReleasePending
        | SpotOperation::Extend { .. }
        | SpotOperation::GiveBack(_) => true,
        SpotOperation::Rename(_) | SpotOperation::Expire | SpotOperation::ReleaseSource(_) => false,
    };
    small && order.spot_ids.len() <= MOST_SPOTS
}

/// Lists the changes for the next call, one of each waffle. Their callers may still give up.
fn next(mut first: Option<WaitingChange>, queue: &mut mpsc::Receiver<WaitingChange>) -> Vec<WaitingChange> {
    let (mut batch, mut waffles) = (Vec::new(), HashSet::new());
    while batch.len() < MOST_TOGETHER
        && let Some(change) = first.take().or_else(|| queue.try_recv().ok())
    {
        if change.taken.load(Ordering::Acquire) {
            continue;
        }
        if waffles.insert(change.order.waffle_id) {
            batch.push(change);
        } else {
            // Only the last change of an actor that has ended can meet one of the next actor.
            let _ = change.reply.send(Attempt::NotMade);
        }
    }
    batch
}

impl Committer {
    /// Makes the changes that wait. Those that were not made are left to their callers, who wait for the connection
    /// only as long as for their turn.
    pub(super) async fn change(&mut self, first: Option<WaitingChange>, queue: &mut mpsc::Receiver<WaitingChange>) {
        let mut batch = next(first, queue);
        if batch.is_empty() {
            return;
        }
        // Of a change whose answer is lost, not finding it proves nothing: unlike a claim, it is not tried again.
        let mut session = match self.live_session(IDLE).await {
            Ok(session) => session,
            Err(failure) => return not_made(batch, &failure),
        };
        batch.retain(|change| !change.taken.swap(true, Ordering::AcqRel));
        if batch.is_empty() {
            return self.keep(session);
        }
        let orders: Vec<&SpotOrder> = batch.iter().map(|change| &*change.order).collect();
        let at = (self.shared.now)();
        let let_go = session.let_go();
        match within_primary(LEDGER_COMMIT, let_go, change_together(&mut session, &orders, at)).await {
            Ok(results) => {
                self.keep(session);
                for (change, results) in batch.into_iter().zip(results) {
                    // A caller that has gone needs no answer.
                    let _ = change.reply.send(results.map_or(Attempt::NotMade, Attempt::Made));
                }
            }
            Err(StoreFailure::Lost(text)) => {
                self.shared.counters.ledger.lost.one();
                log::warn!(changes = batch.len(), error = text.as_str(); "ledger lost the answer to changes");
                let backend = session.backend();
                drop(session);
                for change in batch {
                    let _ = change.reply.send(Attempt::Lost);
                }
                self.end(backend).await;
            }
            Err(failure) => {
                self.keep(session);
                not_made(batch, &failure);
            }
        }
    }

    /// Ends a backend that did not answer, which holds the rows of its waffles.
    async fn end(&mut self, backend: Backend) {
        let end = async {
            let mut session = LedgerSession::open(&self.shared.database).await?;
            session.end_backend(backend).await?;
            Ok(session)
        };
        match within(LEDGER_COMMIT, end).await {
            Ok(session) => self.keep(session),
            Err(failure) => log::warn!(error:% = failure; "ledger can't end a backend that did not answer"),
        }
    }
}

fn not_made(batch: Vec<WaitingChange>, failure: &StoreFailure) {
    log::info!(changes = batch.len(), error:% = failure; "changes of spots are made one by one");
    for change in batch {
        let _ = change.reply.send(Attempt::NotMade);
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use futures_util::FutureExt;
    use futures_util::future::join_all;
    use tokio::sync::{mpsc, oneshot};
    use tokio::task::unconstrained;
    use uuid::Uuid;
    use waffle_domain::handle::Handle;
    use waffle_store::spots::{SpotOperation, SpotOrder};

    use super::{Attempt, MOST_SPOTS, MOST_TOGETHER, MOST_WAITING, WaitingChange, is_for_a_lane, made_in, next, queue};

    fn order(waffle: usize, spots: usize, operation: SpotOperation) -> SpotOrder {
        SpotOrder {
            id: Uuid::new_v4(),
            waffle_id: Uuid::from_u128(waffle as u128),
            spot_ids: vec![1; spots],
            operation,
            only_of: None,
            active_only: false,
            author: None,
        }
    }

    #[test]
    fn small_changes_that_wait_for_no_other_row_are_for_a_lane() {
        assert!(is_for_a_lane(&order(1, MOST_SPOTS, SpotOperation::Pay)));
        assert!(!is_for_a_lane(&order(1, MOST_SPOTS + 1, SpotOperation::Pay)));
        assert!(!is_for_a_lane(&order(1, 1, SpotOperation::Rename(Handle::parse("anna").unwrap()))));
        assert!(!is_for_a_lane(&order(1, 0, SpotOperation::Expire)));
    }

    #[test]
    fn a_call_has_one_change_of_each_waffle_whose_callers_have_not_given_up_and_is_bounded() {
        let (sender, mut queue) = mpsc::channel(200);
        let mut callers = Vec::new();
        let mut wait = |waffle: usize, given_up: bool| {
            let (reply, caller) = oneshot::channel();
            let order = Arc::new(order(waffle, 1, SpotOperation::Pay));
            let taken = Arc::new(AtomicBool::new(given_up));
            callers.push(caller);
            WaitingChange { order, taken, reply }
        };
        let first = wait(0, false);
        for (waffle, given_up) in [(1, false), (0, false), (2, true), (3, false)] {
            assert!(sender.try_send(wait(waffle, given_up)).is_ok());
        }
        let waffles = |batch: &[WaitingChange]| -> Vec<u128> {
            batch.iter().map(|change| change.order.waffle_id.as_u128()).collect()
        };
        let batch = next(Some(first), &mut queue);
        assert_eq!(waffles(&batch), [0, 1, 3]);
        for waffle in 0..=MOST_TOGETHER {
            assert!(sender.try_send(wait(waffle, false)).is_ok());
        }
        assert_eq!(next(None, &mut queue).len(), MOST_TOGETHER);
        assert_eq!(waffles(&next(None, &mut queue)), [MOST_TOGETHER as u128]);
        assert!(next(None, &mut queue).is_empty());
        assert!(matches!(callers[2].try_recv(), Ok(Attempt::NotMade)), "the second one of a waffle");
    }

    #[actix::test]
    async fn a_change_for_which_a_busy_lane_has_no_room_does_not_wait() {
        let (sender, mut waiting) = queue();
        let orders: Vec<_> = (0..=MOST_WAITING).map(|n| Arc::new(order(n, 1, SpotOperation::Pay))).collect();
        let those_before = join_all(orders[..MOST_WAITING].iter().map(|order| made_in(&sender, order)));
        let mut those_before = pin!(unconstrained(those_before));
        assert!(those_before.as_mut().now_or_never().is_none());
        assert_eq!(waiting.len(), MOST_WAITING);
        let one_more = made_in(&sender, &orders[MOST_WAITING]).now_or_never();
        assert!(matches!(one_more, Some(Attempt::NotMade)), "{one_more:?}");
        assert!(those_before.await.iter().all(|attempt| matches!(attempt, Attempt::NotMade)), "they gave up");
        assert!(next(None, &mut waiting).is_empty(), "the lane makes none of them any more");
    }
}
