//! Turns at work that takes a core for long, such as hashing passwords: a few at once, shared out fairly.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;
use tokio::time::{Instant, timeout_at};
use waffle_domain::turns::{Asked, Asker, Slot, Ticket, TurnLimits, Turns as Model};

/// How many may wait: of one address more than are served before they give up, and enough addresses.
const LIMITS: TurnLimits = TurnLimits { of_one: 64, in_all: 1_024 };

/// The turns of this server. Clones share them.
#[derive(Clone)]
pub struct Turns {
    /// How many may be taken at once.
    shared: usize,
    begun: Instant,
    state: Arc<Mutex<State>>,
}

struct State {
    model: Model,
    next: Ticket,
    waiting: HashMap<Ticket, oneshot::Sender<Turn>>,
}

/// A turn, which ends when this is dropped.
pub struct Turn {
    turns: Turns,
    slot: Slot,
}

/// Why there is no turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTurn {
    /// Too many wait already.
    #[error("too many wait for a turn")]
    TooMany,
    /// It did not come in time. Whoever comes back soon goes on from the same place.
    #[error("no turn came in time")]
    TooLate,
}

impl Turns {
    /// Makes turns of which so many may be taken at once, and one more by known accounts.
    pub fn new(shared: usize) -> Self {
        let model = Model::new(shared, LIMITS);
        let state = Arc::new(Mutex::new(State { model, next: 0, waiting: HashMap::new() }));
        Self { shared, begun: Instant::now(), state }
    }

    /// Waits for a turn until a moment. A caller that stops waiting before gives up the place.
    pub async fn take(&self, asker: Asker, until: Instant) -> Result<Turn, NoTurn> {
        let (place, called) = {
            let mut state = self.state();
            let ticket = state.next;
            state.next += 1;
            let gave_way = match state.model.ask(asker, ticket, self.begun.elapsed()) {
                Asked::Go(slot) => return Ok(Turn { turns: self.clone(), slot }),
                Asked::Full => return Err(NoTurn::TooMany),
                Asked::Wait { gave_way } => gave_way,
            };
            if let Some(other) = gave_way {
                state.waiting.remove(&other);
            }
            let (call, called) = oneshot::channel();
            state.waiting.insert(ticket, call);
            (Place { turns: self, asker, ticket }, called)
        };
        let Ok(called) = timeout_at(until, called).await else {
            self.state().model.give_up(asker, place.ticket, self.begun.elapsed());
            return Err(NoTurn::TooLate);
        };
        called.map_err(|_| NoTurn::TooMany)
    }

    /// Counts the turns, one after the other, after which it would be that of somebody who asks now.
    pub fn before_newcomer(&self) -> usize {
        // One is under way at each slot.
        1 + self.state().model.before_newcomer() / self.shared.max(1)
    }

    /// Tells whether even somebody known would wait.
    pub fn are_busy(&self) -> bool {
        self.state().model.is_busy()
    }

    fn hand_on(&self, slot: Slot) {
        let call = {
            let mut state = self.state();
            state.model.end(slot).and_then(|ticket| state.waiting.remove(&ticket))
        };
        // If nobody listens any more, the turn comes back, ends, and goes to the next one.
        if let Some(call) = call {
            let _ = call.send(Turn { turns: self.clone(), slot });
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.turns.hand_on(self.slot);
    }
}

/// A place in the line.
struct Place<'a> {
    turns: &'a Turns,
    asker: Asker,
    ticket: Ticket,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut state = self.turns.state();
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
    async fn turns_go_round_among_those_who_wait() {
        let turns = Turns::new(1);
        let first = turns.take(stranger(1), late()).await.unwrap();
        let mut crowd: Vec<_> = (0..10).map(|_| Box::pin(turns.take(stranger(1), late()))).collect();
        for one in &mut crowd {
            assert!(poll!(one).is_pending());
        }
        let mut other = Box::pin(turns.take(stranger(2), late()));
        assert!(poll!(&mut other).is_pending());
        drop(first);
        drop(crowd.remove(0).await.unwrap());
        assert!(other.await.is_ok());
        assert!(turns.take(Asker::Known(uuid::Uuid::nil()), late()).await.is_ok(), "one is kept");
    }

    #[tokio::test]
    async fn whoever_stops_waiting_holds_up_nobody() {
        let turns = Turns::new(1);
        let first = turns.take(stranger(1), late()).await.unwrap();
        let mut gone: Vec<_> = (1..20).map(|last| Box::pin(turns.take(stranger(last), late()))).collect();
        for one in &mut gone {
            assert!(poll!(one).is_pending());
        }
        drop(first);
        // One of them has been called, and never finds out.
        drop(gone);
        assert!(turns.take(stranger(1), late()).await.is_ok());
        assert!(turns.state().waiting.is_empty());
    }

    #[tokio::test]
    async fn whoever_comes_back_after_waiting_in_vain_is_let_by_and_all_hear_how_long_it_takes() {
        let turns = Turns::new(2);
        let busy = [turns.take(stranger(1), late()).await.unwrap(), turns.take(stranger(2), late()).await.unwrap()];
        assert_eq!(turns.before_newcomer(), 1);
        let mut soon = Box::pin(turns.take(stranger(3), Instant::now() + Duration::from_millis(20)));
        assert!(poll!(&mut soon).is_pending());
        let mut line: Vec<_> = (4..7).map(|last| Box::pin(turns.take(stranger(last), late()))).collect();
        for one in &mut line {
            assert!(poll!(one).is_pending());
        }
        assert_eq!(turns.before_newcomer(), 3, "two at each slot, and the one under way");
        assert_eq!(soon.await.err(), Some(NoTurn::TooLate));
        let mut back = Box::pin(turns.take(stranger(3), late()));
        assert!(poll!(&mut back).is_pending());
        let [first, _second] = busy;
        drop(first);
        assert!(poll!(&mut back).is_ready(), "before those who came after its first try");
    }

    #[tokio::test]
    async fn whoever_goes_away_comes_back_at_the_end_of_the_line() {
        let turns = Turns::new(1);
        let first = turns.take(stranger(1), late()).await.unwrap();
        let mut gone = Box::pin(turns.take(stranger(2), late()));
        let mut other = Box::pin(turns.take(stranger(3), late()));
        assert!(poll!(&mut gone).is_pending() && poll!(&mut other).is_pending());
        drop(gone);
        let mut back = Box::pin(turns.take(stranger(2), late()));
        assert!(poll!(&mut back).is_pending());
        drop(first);
        assert!(poll!(&mut back).is_pending(), "whoever stayed comes first");
        assert!(other.await.is_ok() && back.await.is_ok());
    }

    #[tokio::test]
    async fn the_line_has_an_end() {
        let turns = Turns::new(1);
        let first = turns.take(stranger(1), late()).await.unwrap();
        let mut line: Vec<_> = (0..LIMITS.of_one).map(|_| Box::pin(turns.take(stranger(1), late()))).collect();
        for one in &mut line {
            assert!(poll!(one).is_pending());
        }
        assert_eq!(turns.take(stranger(1), late()).await.err(), Some(NoTurn::TooMany));
        drop(first);
        for turn in line {
            drop(turn.await.unwrap());
        }
    }

    #[tokio::test]
    async fn whoever_gives_way_in_a_full_room_is_told() {
        let turns = Turns::new(1);
        let _first = turns.take(stranger(0), late()).await.unwrap();
        let askers = LIMITS.in_all / LIMITS.of_one;
        let mut line: Vec<_> =
            (0..LIMITS.in_all).map(|place| Box::pin(turns.take(stranger(place % askers), late()))).collect();
        for one in &mut line {
            assert!(poll!(one).is_pending());
        }
        let mut new = Box::pin(turns.take(stranger(200), late()));
        assert!(poll!(&mut new).is_pending());
        let mut told = 0;
        for one in &mut line {
            told += usize::from(poll!(one).is_ready());
        }
        assert_eq!(told, 1);
        drop(join_all([new]));
    }
}
