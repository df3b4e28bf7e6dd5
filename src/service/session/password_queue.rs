//! Password hashing takes a core for long: a few hash at a time, and the queue for it is fair.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;
use tokio::time::{Instant, timeout_at};
use waffle_domain::password_queue::{Asker, PasswordQueue as Model, QueueAnswer, QueueLimits, SlotKind, Ticket};

/// How many may wait: more of one address than are served before they give up, and enough addresses.
const LIMITS: QueueLimits = QueueLimits { of_one: 64, in_all: 1_024 };

/// The queue of this server. Clones share them.
#[derive(Clone)]
pub(super) struct PasswordQueue {
    /// How many slots there are for everyone.
    shared: usize,
    begun: Instant,
    state: Arc<Mutex<State>>,
}

struct State {
    model: Model,
    next: Ticket,
    waiting: HashMap<Ticket, oneshot::Sender<PasswordSlot>>,
}

/// A slot to hash in, free again when this is dropped.
pub(super) struct PasswordSlot {
    queue: PasswordQueue,
    kind: SlotKind,
}

/// Why there is no slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NoSlot {
    /// Too many wait already.
    #[error("too many wait for a slot")]
    TooMany,
    /// None was free in time. An asker that comes back soon goes on from the same position.
    #[error("no slot came in time")]
    TooLate,
}

impl PasswordQueue {
    /// Makes a queue for `shared` slots, and one more for known accounts.
    pub(super) fn new(shared: usize) -> Self {
        let model = Model::new(shared, LIMITS);
        let state = Arc::new(Mutex::new(State { model, next: 0, waiting: HashMap::new() }));
        Self { shared, begun: Instant::now(), state }
    }

    /// Waits for a slot until a moment. A caller that stops waiting before then gives up its position.
    pub(super) async fn take(&self, asker: Asker, until: Instant) -> Result<PasswordSlot, NoSlot> {
        let (waiting, called) = {
            let mut state = self.state();
            let ticket = state.next;
            state.next += 1;
            let gave_way = match state.model.ask(asker, ticket, self.begun.elapsed()) {
                QueueAnswer::Go(kind) => return Ok(PasswordSlot { queue: self.clone(), kind }),
                QueueAnswer::Full => return Err(NoSlot::TooMany),
                QueueAnswer::Wait { gave_way } => gave_way,
            };
            if let Some(other) = gave_way {
                state.waiting.remove(&other);
            }
            let (call, called) = oneshot::channel();
            state.waiting.insert(ticket, call);
            (Waiting { queue: self, asker, ticket }, called)
        };
        let Ok(called) = timeout_at(until, called).await else {
            self.state().model.give_up(asker, waiting.ticket, self.begun.elapsed());
            return Err(NoSlot::TooLate);
        };
        called.map_err(|_| NoSlot::TooMany)
    }

    /// Counts the hashes, one after the other, before that of an asker that comes now.
    pub(super) fn before_newcomer(&self) -> usize {
        // One is under way in each slot.
        1 + self.state().model.before_newcomer() / self.shared.max(1)
    }

    /// Returns whether even a known account would wait.
    pub(super) fn are_busy(&self) -> bool {
        self.state().model.is_busy()
    }

    fn hand_on(&self, kind: SlotKind) {
        let call = {
            let mut state = self.state();
            state.model.end(kind).and_then(|ticket| state.waiting.remove(&ticket))
        };
        // If the asker has gone, its slot is dropped here, and goes to the next one.
        if let Some(call) = call {
            let _ = call.send(PasswordSlot { queue: self.clone(), kind });
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for PasswordSlot {
    fn drop(&mut self) {
        self.queue.hand_on(self.kind);
    }
}

/// A ticket that waits; it leaves the queue when this is dropped.
struct Waiting<'a> {
    queue: &'a PasswordQueue,
    asker: Asker,
    ticket: Ticket,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        state.model.leave(self.asker, self.ticket);
        state.waiting.remove(&self.ticket);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::{future::join_all, poll};

    use super::*;

    fn late() -> Instant {
        Instant::now() + Duration::from_mins(1)
    }

    fn stranger(last: usize) -> Asker {
        Asker::stranger(format!("203.0.113.{last}").parse().unwrap())
    }

    #[tokio::test]
    async fn askers_get_slots_in_rotation() {
        let queue = PasswordQueue::new(1);
        let first = queue.take(stranger(1), late()).await.unwrap();
        let mut crowd: Vec<_> = (0..10).map(|_| Box::pin(queue.take(stranger(1), late()))).collect();
        for one in &mut crowd {
            assert!(poll!(one).is_pending());
        }
        let mut other = Box::pin(queue.take(stranger(2), late()));
        assert!(poll!(&mut other).is_pending());
        drop(first);
        drop(crowd.remove(0).await.unwrap());
        assert!(other.await.is_ok());
        assert!(queue.take(Asker::Known(uuid::Uuid::nil()), late()).await.is_ok(), "one is kept");
    }

    #[tokio::test]
    async fn an_asker_that_stops_waiting_holds_up_no_other() {
        let queue = PasswordQueue::new(1);
        let first = queue.take(stranger(1), late()).await.unwrap();
        let mut gone: Vec<_> = (1..20).map(|last| Box::pin(queue.take(stranger(last), late()))).collect();
        for one in &mut gone {
            assert!(poll!(one).is_pending());
        }
        drop(first);
        // One of them has been called, and never finds out.
        drop(gone);
        assert!(queue.take(stranger(1), late()).await.is_ok());
        assert!(queue.state().waiting.is_empty());
    }

    #[tokio::test]
    async fn an_asker_that_gave_up_comes_back_to_its_position_and_the_wait_is_known() {
        let queue = PasswordQueue::new(2);
        let busy = [queue.take(stranger(1), late()).await.unwrap(), queue.take(stranger(2), late()).await.unwrap()];
        assert_eq!(queue.before_newcomer(), 1);
        let mut soon = Box::pin(queue.take(stranger(3), Instant::now() + Duration::from_millis(20)));
        assert!(poll!(&mut soon).is_pending());
        let mut queued: Vec<_> = (4..7).map(|last| Box::pin(queue.take(stranger(last), late()))).collect();
        for one in &mut queued {
            assert!(poll!(one).is_pending());
        }
        assert_eq!(queue.before_newcomer(), 3, "two for each slot, and the one under way");
        assert_eq!(soon.await.err(), Some(NoSlot::TooLate));
        let mut back = Box::pin(queue.take(stranger(3), late()));
        assert!(poll!(&mut back).is_pending());
        let [first, _second] = busy;
        drop(first);
        assert!(poll!(&mut back).is_ready(), "before those who came after its first try");
    }

    #[tokio::test]
    async fn an_asker_that_leaves_comes_back_at_the_end_of_the_queue() {
        let queue = PasswordQueue::new(1);
        let first = queue.take(stranger(1), late()).await.unwrap();
        let mut gone = Box::pin(queue.take(stranger(2), late()));
        let mut other = Box::pin(queue.take(stranger(3), late()));
        assert!(poll!(&mut gone).is_pending() && poll!(&mut other).is_pending());
        drop(gone);
        let mut back = Box::pin(queue.take(stranger(2), late()));
        assert!(poll!(&mut back).is_pending());
        drop(first);
        assert!(poll!(&mut back).is_pending(), "an asker that stayed comes first");
        assert!(other.await.is_ok() && back.await.is_ok());
    }

    #[tokio::test]
    async fn the_queue_is_bounded() {
        let queue = PasswordQueue::new(1);
        let first = queue.take(stranger(1), late()).await.unwrap();
        let mut queued: Vec<_> = (0..LIMITS.of_one).map(|_| Box::pin(queue.take(stranger(1), late()))).collect();
        for one in &mut queued {
            assert!(poll!(one).is_pending());
        }
        assert_eq!(queue.take(stranger(1), late()).await.err(), Some(NoSlot::TooMany));
        drop(first);
        for slot in queued {
            drop(slot.await.unwrap());
        }
    }

    #[tokio::test]
    async fn a_ticket_that_gives_way_in_a_full_queue_is_refused() {
        let queue = PasswordQueue::new(1);
        let _first = queue.take(stranger(0), late()).await.unwrap();
        let askers = LIMITS.in_all / LIMITS.of_one;
        let mut queued: Vec<_> =
            (0..LIMITS.in_all).map(|n| Box::pin(queue.take(stranger(n % askers), late()))).collect();
        for one in &mut queued {
            assert!(poll!(one).is_pending());
        }
        let mut new = Box::pin(queue.take(stranger(200), late()));
        assert!(poll!(&mut new).is_pending());
        let mut refused = 0;
        for one in &mut queued {
            refused += usize::from(poll!(one).is_ready());
        }
        assert_eq!(refused, 1);
        drop(join_all([new]));
    }
}
