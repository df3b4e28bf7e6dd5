//! The order in which passwords are checked when there are more requests than can be served together.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::net::IpAddr;
use std::time::Duration;

use chrono::TimeDelta;
use uuid::Uuid;

use crate::network::network;

/// How recent an account's last sign-in from an address must be for the account to be known there.
pub const LATELY: TimeDelta = TimeDelta::days(30);

/// How long the position of an asker that gave up is kept: no one is asked to come back later than that.
const KEPT: Duration = Duration::from_mins(2);

/// The sender of requests. Askers get one slot each in rotation, however many requests one of them sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asker {
    /// An account that is signed in, or that recently signed in from the same place.
    Known(Uuid),
    /// Anyone else at one address, or in one IPv6 network.
    Stranger(IpAddr),
}

impl Asker {
    /// Returns the asker behind a client's address.
    pub fn stranger(address: IpAddr) -> Self {
        Self::Stranger(network(address.to_canonical()))
    }
}

/// How long the program has been running: it never goes back.
pub type Uptime = Duration;

/// A request for a slot, as a number that its caller chose.
pub type Ticket = u64;

/// A kind of slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotKind {
    /// A slot for everyone.
    Shared,
    /// The slot that is kept for known accounts.
    Kept,
}

/// The answer to a request for a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueAnswer {
    /// The slot is yours. Call [`PasswordQueue::end`] afterwards.
    Go(SlotKind),
    /// Wait until [`PasswordQueue::end`] names the ticket. Another ticket may have given way to it.
    Wait { gave_way: Option<Ticket> },
    /// Too many wait already.
    Full,
}

/// How many requests may wait.
#[derive(Clone, Copy, Debug)]
pub struct QueueLimits {
    /// For one asker.
    pub of_one: usize,
    /// In total.
    pub in_all: usize,
}

/// The free slots, and the askers that wait for one.
#[derive(Debug)]
pub struct PasswordQueue {
    shared_free: usize,
    kept_free: bool,
    limits: QueueLimits,
    waiting: HashMap<Asker, Queued>,
    count: usize,
    /// The waiting askers, the next one first.
    round: BTreeMap<Position, Asker>,
    /// The positions of the askers that gave up waiting, and since when.
    given_up: BTreeMap<Position, (Asker, Uptime)>,
    next: Position,
}

/// A position in the round: the lower, the sooner its asker gets a slot.
pub type Position = u64;

#[derive(Debug)]
struct Queued {
    position: Position,
    tickets: VecDeque<Ticket>,
}

impl PasswordQueue {
    /// Makes a queue for this many shared slots, and one that is kept for known accounts.
    pub fn new(shared: usize, limits: QueueLimits) -> Self {
        let (round, given_up) = (BTreeMap::new(), BTreeMap::new());
        Self {
            shared_free: shared,
            kept_free: true,
            limits,
            waiting: HashMap::new(),
            count: 0,
            round,
            given_up,
            next: 0,
        }
    }

    /// Counts the askers that come before a newcomer.
    pub fn before_newcomer(&self) -> usize {
        self.round.len()
    }

    /// Returns whether even a known account would wait.
    pub fn is_busy(&self) -> bool {
        self.shared_free == 0 && !self.kept_free
    }

    /// Asks for a slot.
    pub fn ask(&mut self, asker: Asker, ticket: Ticket, now: Uptime) -> QueueAnswer {
        if self.shared_free > 0 {
            self.shared_free -= 1;
            self.take_back(asker, now);
            return QueueAnswer::Go(SlotKind::Shared);
        }
        if self.kept_free && matches!(asker, Asker::Known(_)) {
            self.kept_free = false;
            self.take_back(asker, now);
            return QueueAnswer::Go(SlotKind::Kept);
        }
        let own = self.waiting.get(&asker).map_or(0, |queued| queued.tickets.len());
        if own >= self.limits.of_one {
            return QueueAnswer::Full;
        }
        let mut gave_way = None;
        if self.count >= self.limits.in_all {
            gave_way = self.make_room(own);
            if gave_way.is_none() {
                return QueueAnswer::Full;
            }
        }
        if let Some(queued) = self.waiting.get_mut(&asker) {
            queued.tickets.push_back(ticket);
        } else {
            // An asker that gave up continues at its old position: otherwise an asker with a crowd of requests could
            // keep it out forever.
            let position = self.take_back(asker, now).unwrap_or_else(|| self.last_position());
            self.join(asker, position, VecDeque::from([ticket]));
        }
        self.count += 1;
        QueueAnswer::Wait { gave_way }
    }

    fn join(&mut self, asker: Asker, position: Position, tickets: VecDeque<Ticket>) {
        self.round.insert(position, asker);
        self.waiting.insert(asker, Queued { position, tickets });
    }

    fn last_position(&mut self) -> Position {
        self.next += 1;
        self.next
    }

    /// Finds the position that an asker gave up.
    fn take_back(&mut self, asker: Asker, now: Uptime) -> Option<Position> {
        self.given_up.retain(|_, (_, since)| now.saturating_sub(*since) < KEPT);
        let position = self.given_up.iter().find(|(_, (other, _))| *other == asker).map(|(position, _)| *position)?;
        self.given_up.remove(&position);
        Some(position)
    }

    /// Takes the newest ticket from the asker with the most, if it has at least two more than the newcomer: an exchange
    /// between equals would gain nothing.
    fn make_room(&mut self, own: usize) -> Option<Ticket> {
        let (asker, queued) = self.waiting.iter().max_by_key(|(_, queued)| queued.tickets.len())?;
        let (asker, newest) = (*asker, *queued.tickets.back()?);
        if queued.tickets.len() < own + 2 {
            return None;
        }
        self.leave(asker, newest);
        Some(newest)
    }

    /// Gives up a ticket that waited as long as it could: its asker keeps the position for a while.
    pub fn give_up(&mut self, asker: Asker, ticket: Ticket, now: Uptime) {
        let Some(position) = self.leave(asker, ticket) else { return };
        self.given_up.insert(position, (asker, now));
        if self.given_up.len() > self.limits.in_all {
            // Drop the position of the asker that has waited least.
            self.given_up.pop_last();
        }
    }

    /// Removes a waiting ticket; one that does not wait is ignored. Returns the position of an asker that has no other
    /// ticket.
    pub fn leave(&mut self, asker: Asker, ticket: Ticket) -> Option<Position> {
        let queued = self.waiting.get_mut(&asker)?;
        let before = queued.tickets.len();
        queued.tickets.retain(|waiting| *waiting != ticket);
        self.count -= before - queued.tickets.len();
        if !queued.tickets.is_empty() {
            return None;
        }
        let position = queued.position;
        self.waiting.remove(&asker);
        self.round.remove(&position);
        Some(position)
    }

    /// Frees a slot. Returns the ticket that gets it now; `None` if none waits for it.
    pub fn end(&mut self, slot: SlotKind) -> Option<Ticket> {
        let may = |asker: &Asker| slot == SlotKind::Shared || matches!(asker, Asker::Known(_));
        let next = self.round.iter().find(|(_, asker)| may(asker)).map(|(position, asker)| (*position, *asker));
        let ticket = next.and_then(|(position, asker)| {
            self.round.remove(&position);
            let mut tickets = self.waiting.remove(&asker)?.tickets;
            let ticket = tickets.pop_front()?;
            if !tickets.is_empty() {
                let last = self.last_position();
                self.join(asker, last, tickets);
            }
            self.count -= 1;
            Some(ticket)
        });
        match (ticket, slot) {
            (Some(_), _) => {}
            (None, SlotKind::Shared) => self.shared_free += 1,
            (None, SlotKind::Kept) => self.kept_free = true,
        }
        ticket
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::{Strategy, any, prop, prop_oneof, proptest};
    use uuid::Uuid;

    use super::{Asker, KEPT, PasswordQueue, QueueAnswer, QueueLimits, SlotKind, Ticket, Uptime};

    const LIMITS: QueueLimits = QueueLimits { of_one: 40, in_all: 100 };

    fn stranger(last: u8) -> Asker {
        Asker::stranger(format!("203.0.113.{last}").parse().unwrap())
    }

    fn known(id: u128) -> Asker {
        Asker::Known(Uuid::from_u128(id))
    }

    const WAIT: QueueAnswer = QueueAnswer::Wait { gave_way: None };

    /// The time of everything in these tests, unless they give another.
    const NOON: Uptime = Duration::from_hours(12);

    impl PasswordQueue {
        fn asks(&mut self, asker: Asker, ticket: Ticket) -> QueueAnswer {
            self.ask(asker, ticket, NOON)
        }
    }

    #[test]
    fn a_crowd_from_one_address_holds_up_no_other() {
        let mut queue = PasswordQueue::new(1, LIMITS);
        assert_eq!(queue.asks(stranger(1), 0), QueueAnswer::Go(SlotKind::Shared));
        for ticket in 1..=40 {
            assert_eq!(queue.asks(stranger(1), ticket), WAIT);
        }
        assert_eq!(queue.asks(stranger(1), 41), QueueAnswer::Full);
        assert_eq!(queue.asks(stranger(2), 42), WAIT);
        assert_eq!(queue.end(SlotKind::Shared), Some(1), "it was there first");
        assert_eq!(queue.end(SlotKind::Shared), Some(42));
        assert_eq!(queue.end(SlotKind::Shared), Some(2));
    }

    #[test]
    fn a_slot_is_kept_for_known_accounts() {
        let mut queue = PasswordQueue::new(1, LIMITS);
        assert_eq!(queue.asks(stranger(1), 0), QueueAnswer::Go(SlotKind::Shared));
        assert_eq!(queue.asks(stranger(1), 1), WAIT);
        assert!(!queue.is_busy());
        assert_eq!(queue.asks(known(1), 2), QueueAnswer::Go(SlotKind::Kept));
        assert!(queue.is_busy());
        assert_eq!(queue.asks(known(2), 3), WAIT);
        assert_eq!(queue.end(SlotKind::Kept), Some(3), "strangers don't get it");
        assert_eq!(queue.end(SlotKind::Kept), None);
        assert_eq!(queue.end(SlotKind::Shared), Some(1));
    }

    #[test]
    fn addresses_of_one_ipv6_network_are_one_asker() {
        let asker = |address: &str| Asker::stranger(address.parse().unwrap());
        assert_eq!(asker("2001:db8::1"), asker("2001:db8::ffff:2"));
        assert_ne!(asker("2001:db8::1"), asker("2001:db8:0:1::1"));
        assert_eq!(asker("::ffff:203.0.113.1"), stranger(1));
    }

    #[test]
    fn in_a_full_queue_the_asker_with_most_tickets_gives_way() {
        let mut queue = PasswordQueue::new(1, QueueLimits { of_one: 3, in_all: 3 });
        queue.asks(stranger(1), 0);
        for ticket in 1..=3 {
            assert_eq!(queue.asks(stranger(1), ticket), WAIT);
        }
        assert_eq!(queue.asks(stranger(2), 4), QueueAnswer::Wait { gave_way: Some(3) });
        assert_eq!(queue.asks(stranger(2), 5), QueueAnswer::Full, "both would have as many");
        assert_eq!(queue.asks(stranger(3), 6), QueueAnswer::Wait { gave_way: Some(2) });
        assert_eq!(queue.asks(stranger(4), 7), QueueAnswer::Full);
        assert_eq!([(); 4].map(|()| queue.end(SlotKind::Shared)), [Some(1), Some(4), Some(6), None]);
    }

    #[test]
    fn a_ticket_that_left_gets_no_slot() {
        let mut queue = PasswordQueue::new(1, LIMITS);
        queue.asks(stranger(1), 0);
        queue.asks(stranger(1), 1);
        queue.asks(stranger(2), 2);
        queue.leave(stranger(1), 1);
        queue.leave(stranger(1), 1);
        assert_eq!(queue.end(SlotKind::Shared), Some(2));
        assert_eq!(queue.end(SlotKind::Shared), None);
        assert_eq!(queue.asks(stranger(1), 3), QueueAnswer::Go(SlotKind::Shared));
    }

    #[test]
    fn an_asker_that_gave_up_goes_on_where_it_left_off_once() {
        let mut queue = PasswordQueue::new(1, LIMITS);
        queue.asks(stranger(0), 0);
        for last in 1..=5 {
            assert_eq!(queue.asks(stranger(last), last.into()), WAIT);
        }
        assert_eq!(queue.before_newcomer(), 5);
        queue.give_up(stranger(3), 3, NOON);
        assert_eq!(queue.before_newcomer(), 4);
        assert_eq!([queue.end(SlotKind::Shared), queue.end(SlotKind::Shared)], [Some(1), Some(2)]);
        // The crowd comes back, but all of its askers have had a slot.
        assert_eq!([queue.asks(stranger(1), 11), queue.asks(stranger(2), 12)], [WAIT; 2]);
        assert_eq!(queue.asks(stranger(3), 13), WAIT);
        assert_eq!(queue.end(SlotKind::Shared), Some(13));
        assert_eq!(queue.asks(stranger(3), 23), WAIT);
        assert_eq!([(); 5].map(|()| queue.end(SlotKind::Shared)), [Some(4), Some(5), Some(11), Some(12), Some(23)]);
        assert_eq!(queue.end(SlotKind::Shared), None);
    }

    #[test]
    fn of_many_askers_that_gave_up_those_that_waited_longest_keep_their_positions() {
        let mut queue = PasswordQueue::new(1, QueueLimits { of_one: 1, in_all: 3 });
        queue.asks(stranger(0), 0);
        for last in 1..=4 {
            queue.asks(stranger(last), last.into());
            queue.give_up(stranger(last), last.into(), NOON);
        }
        queue.asks(stranger(5), 5);
        assert_eq!([queue.asks(stranger(4), 14), queue.asks(stranger(3), 13)], [WAIT; 2]);
        assert_eq!([(); 3].map(|()| queue.end(SlotKind::Shared)), [Some(13), Some(5), Some(14)]);
    }

    #[test]
    fn a_position_is_kept_for_two_minutes_and_not_for_an_asker_that_went_away() {
        for (later, gives_up, first) in
            [(KEPT, true, 2), (KEPT.saturating_sub(Duration::from_nanos(1)), true, 11), (KEPT / 2, false, 2)]
        {
            let mut queue = PasswordQueue::new(1, LIMITS);
            for (last, ticket) in [(0, 0), (1, 1), (2, 2)] {
                queue.asks(stranger(last), ticket);
            }
            if gives_up {
                queue.give_up(stranger(1), 1, NOON);
            } else {
                queue.leave(stranger(1), 1);
            }
            assert_eq!(queue.ask(stranger(1), 11, NOON + later), WAIT);
            assert_eq!(queue.end(SlotKind::Shared), Some(first), "{later:?}");
        }
    }

    #[derive(Clone, Debug)]
    enum Step {
        Ask(u8, bool),
        End(usize),
        Leave(usize, bool),
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            (0..4_u8, any::<bool>()).prop_map(|(who, known)| Step::Ask(who, known)),
            any::<usize>().prop_map(Step::End),
            (any::<usize>(), any::<bool>()).prop_map(|(index, gives_up)| Step::Leave(index, gives_up)),
        ]
    }

    proptest! {
        #[test]
        fn every_ticket_gets_a_slot_once_and_never_too_many_together(steps in prop::collection::vec(step(), 0..200)) {
            let mut queue = PasswordQueue::new(2, QueueLimits { of_one: 5, in_all: 12 });
            let (mut running, mut waiting) = (Vec::new(), Vec::new());
            for (ticket, step) in (0..).zip(steps) {
                match step {
                    Step::Ask(who, is_known) => {
                        let asker = if is_known { known(who.into()) } else { stranger(who) };
                        match queue.asks(asker, ticket) {
                            QueueAnswer::Go(slot) => running.push(slot),
                            QueueAnswer::Wait { gave_way } => {
                                waiting.retain(|(_, other)| Some(*other) != gave_way);
                                waiting.push((asker, ticket));
                            }
                            QueueAnswer::Full => {}
                        }
                    }
                    Step::End(index) if !running.is_empty() => {
                        let slot = running.swap_remove(index % running.len());
                        if let Some(next) = queue.end(slot) {
                            let position = waiting.iter().position(|(_, ticket)| *ticket == next).expect("it waited");
                            let (asker, _) = waiting.remove(position);
                            assert!(slot == SlotKind::Shared || matches!(asker, Asker::Known(_)));
                            running.push(slot);
                        }
                    }
                    Step::Leave(index, gives_up) if !waiting.is_empty() => {
                        let (asker, ticket) = waiting.remove(index % waiting.len());
                        if gives_up {
                            queue.give_up(asker, ticket, NOON);
                        } else {
                            queue.leave(asker, ticket);
                        }
                    }
                    Step::End(_) | Step::Leave(..) => {}
                }
                assert!(running.iter().filter(|slot| **slot == SlotKind::Shared).count() <= 2);
                assert!(running.iter().filter(|slot| **slot == SlotKind::Kept).count() <= 1);
                assert!(waiting.len() <= 12 && queue.count == waiting.len());
                assert!(waiting.is_empty() || queue.shared_free == 0, "no one waits for a free slot");
                assert!(queue.given_up.len() <= 12 && queue.round.len() == queue.waiting.len());
            }
            for slot in running {
                let mut next = queue.end(slot);
                while let Some(ticket) = next {
                    waiting.retain(|(_, waiting)| *waiting != ticket);
                    next = queue.end(slot);
                }
            }
            assert!(waiting.iter().all(|(asker, _)| matches!(asker, Asker::Stranger(_))), "{waiting:?}");
        }
    }
}
