//! Who checks a password next, when more people ask than can be served at once.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::net::IpAddr;
use std::time::Duration;

use chrono::TimeDelta;
use uuid::Uuid;

use crate::network::network;

/// How long ago an account's last sign-in from a place may be for the account to be known there.
pub const LATELY: TimeDelta = TimeDelta::days(30);

/// How long the place of whoever waited in vain is kept: nobody is told to come back later than that.
const KEPT: Duration = Duration::from_mins(2);

/// Who asks. Each asker gets one turn after the other, however many requests one of them sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asker {
    /// An account that is signed in, or that signed in lately from where it asks now.
    Known(Uuid),
    /// Anybody else at one address, or in one IPv6 network.
    Stranger(IpAddr),
}

impl Asker {
    /// Returns the asker behind a client's address.
    pub fn stranger(address: IpAddr) -> Self {
        Self::Stranger(network(address.to_canonical()))
    }
}

/// How long the program has been running: what passes of it can't be turned back.
pub type Uptime = Duration;

/// A request for a turn, as a number that its caller chose.
pub type Ticket = u64;

/// What a turn is taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// One of those that everybody may have.
    Shared,
    /// The one that is kept for known accounts.
    Kept,
}

/// The answer to a request for a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// It is your turn. Call [`Turns::end`] afterwards.
    Go(Slot),
    /// Wait until [`Turns::end`] names the ticket. Somebody else's may have lost its place for it.
    Wait { gave_way: Option<Ticket> },
    /// Too many wait already.
    Full,
}

/// How many may wait.
#[derive(Clone, Copy, Debug)]
pub struct TurnLimits {
    /// Of one asker.
    pub of_one: usize,
    /// In all.
    pub in_all: usize,
}

/// The turns that are taken, and those who wait for one.
#[derive(Debug)]
pub struct Turns {
    shared_free: usize,
    kept_free: bool,
    limits: TurnLimits,
    waiting: HashMap<Asker, Line>,
    count: usize,
    /// Everybody who waits, in the order of their next turns.
    round: BTreeMap<Place, Asker>,
    /// The places of those who waited in vain, and since when.
    given_up: BTreeMap<Place, (Asker, Uptime)>,
    next: Place,
}

/// A place in the round: the lower, the sooner it is its asker's turn.
pub type Place = u64;

#[derive(Debug)]
struct Line {
    place: Place,
    tickets: VecDeque<Ticket>,
}

impl Turns {
    /// Makes as many shared slots, and one that is kept for known accounts.
    pub fn new(shared: usize, limits: TurnLimits) -> Self {
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

    /// Counts those whose turn comes before that of a newcomer.
    pub fn before_newcomer(&self) -> usize {
        self.round.len()
    }

    /// Tells whether somebody known would wait.
    pub fn is_busy(&self) -> bool {
        self.shared_free == 0 && !self.kept_free
    }

    /// Asks for a turn.
    pub fn ask(&mut self, asker: Asker, ticket: Ticket, now: Uptime) -> Asked {
        if self.shared_free > 0 {
            self.shared_free -= 1;
            self.take_back(asker, now);
            return Asked::Go(Slot::Shared);
        }
        if self.kept_free && matches!(asker, Asker::Known(_)) {
            self.kept_free = false;
            self.take_back(asker, now);
            return Asked::Go(Slot::Kept);
        }
        let own = self.waiting.get(&asker).map_or(0, |line| line.tickets.len());
        if own >= self.limits.of_one {
            return Asked::Full;
        }
        let mut gave_way = None;
        if self.count >= self.limits.in_all {
            gave_way = self.make_room(own);
            if gave_way.is_none() {
                return Asked::Full;
            }
        }
        if let Some(line) = self.waiting.get_mut(&asker) {
            line.tickets.push_back(ticket);
        } else {
            // Who waited in vain goes on where he left off: else whoever comes with a crowd would never let him by.
            let place = self.take_back(asker, now).unwrap_or_else(|| self.last_place());
            self.join(asker, place, VecDeque::from([ticket]));
        }
        self.count += 1;
        Asked::Wait { gave_way }
    }

    fn join(&mut self, asker: Asker, place: Place, tickets: VecDeque<Ticket>) {
        self.round.insert(place, asker);
        self.waiting.insert(asker, Line { place, tickets });
    }

    fn last_place(&mut self) -> Place {
        self.next += 1;
        self.next
    }

    /// Finds the place that an asker gave up.
    fn take_back(&mut self, asker: Asker, now: Uptime) -> Option<Place> {
        self.given_up.retain(|_, (_, since)| now.saturating_sub(*since) < KEPT);
        let place = self.given_up.iter().find(|(_, (other, _))| *other == asker).map(|(place, _)| *place)?;
        self.given_up.remove(&place);
        Some(place)
    }

    /// Takes the newest ticket from whoever has most, if that is more than the newcomer has by two: a change of places
    /// between equals would be for nothing.
    fn make_room(&mut self, own: usize) -> Option<Ticket> {
        let (asker, line) = self.waiting.iter().max_by_key(|(_, line)| line.tickets.len())?;
        let (asker, newest) = (*asker, *line.tickets.back()?);
        if line.tickets.len() < own + 2 {
            return None;
        }
        self.leave(asker, newest);
        Some(newest)
    }

    /// Gives up a ticket that waited for as long as it could: its asker keeps the place for a while.
    pub fn give_up(&mut self, asker: Asker, ticket: Ticket, now: Uptime) {
        let Some(place) = self.leave(asker, ticket) else { return };
        self.given_up.insert(place, (asker, now));
        if self.given_up.len() > self.limits.in_all {
            // Whoever has waited longest is not the one who loses the place.
            self.given_up.pop_last();
        }
    }

    /// Takes back a ticket that waits; one that doesn't is ignored. Returns the place of an asker who has no other.
    pub fn leave(&mut self, asker: Asker, ticket: Ticket) -> Option<Place> {
        let line = self.waiting.get_mut(&asker)?;
        let before = line.tickets.len();
        line.tickets.retain(|waiting| *waiting != ticket);
        self.count -= before - line.tickets.len();
        if !line.tickets.is_empty() {
            return None;
        }
        let place = line.place;
        self.waiting.remove(&asker);
        self.round.remove(&place);
        Some(place)
    }

    /// Ends a turn. Returns the ticket whose turn it is now, with the same slot; `None` if nobody waits for it.
    pub fn end(&mut self, slot: Slot) -> Option<Ticket> {
        let may = |asker: &Asker| slot == Slot::Shared || matches!(asker, Asker::Known(_));
        let next = self.round.iter().find(|(_, asker)| may(asker)).map(|(place, asker)| (*place, *asker));
        let ticket = next.and_then(|(place, asker)| {
            self.round.remove(&place);
            let mut tickets = self.waiting.remove(&asker)?.tickets;
            let ticket = tickets.pop_front()?;
            if !tickets.is_empty() {
                let last = self.last_place();
                self.join(asker, last, tickets);
            }
            self.count -= 1;
            Some(ticket)
        });
        match (ticket, slot) {
            (Some(_), _) => {}
            (None, Slot::Shared) => self.shared_free += 1,
            (None, Slot::Kept) => self.kept_free = true,
        }
        ticket
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::{Strategy, any, prop, prop_oneof, proptest};
    use uuid::Uuid;

    use super::{Asked, Asker, KEPT, Slot, Ticket, TurnLimits, Turns, Uptime};

    const LIMITS: TurnLimits = TurnLimits { of_one: 40, in_all: 100 };

    fn stranger(last: u8) -> Asker {
        Asker::stranger(format!("203.0.113.{last}").parse().unwrap())
    }

    fn known(id: u128) -> Asker {
        Asker::Known(Uuid::from_u128(id))
    }

    const WAIT: Asked = Asked::Wait { gave_way: None };

    /// When all happens, unless it is said otherwise.
    const NOON: Uptime = Duration::from_hours(12);

    impl Turns {
        fn asks(&mut self, asker: Asker, ticket: Ticket) -> Asked {
            self.ask(asker, ticket, NOON)
        }
    }

    #[test]
    fn a_crowd_from_one_address_holds_up_nobody_elsewhere() {
        let mut turns = Turns::new(1, LIMITS);
        assert_eq!(turns.asks(stranger(1), 0), Asked::Go(Slot::Shared));
        for ticket in 1..=40 {
            assert_eq!(turns.asks(stranger(1), ticket), WAIT);
        }
        assert_eq!(turns.asks(stranger(1), 41), Asked::Full);
        assert_eq!(turns.asks(stranger(2), 42), WAIT);
        assert_eq!(turns.end(Slot::Shared), Some(1), "it was there first");
        assert_eq!(turns.end(Slot::Shared), Some(42));
        assert_eq!(turns.end(Slot::Shared), Some(2));
    }

    #[test]
    fn a_slot_is_kept_for_known_accounts() {
        let mut turns = Turns::new(1, LIMITS);
        assert_eq!(turns.asks(stranger(1), 0), Asked::Go(Slot::Shared));
        assert_eq!(turns.asks(stranger(1), 1), WAIT);
        assert!(!turns.is_busy());
        assert_eq!(turns.asks(known(1), 2), Asked::Go(Slot::Kept));
        assert!(turns.is_busy());
        assert_eq!(turns.asks(known(2), 3), WAIT);
        assert_eq!(turns.end(Slot::Kept), Some(3), "strangers don't get it");
        assert_eq!(turns.end(Slot::Kept), None);
        assert_eq!(turns.end(Slot::Shared), Some(1));
    }

    #[test]
    fn addresses_of_one_ipv6_network_are_one_asker() {
        let asker = |address: &str| Asker::stranger(address.parse().unwrap());
        assert_eq!(asker("2001:db8::1"), asker("2001:db8::ffff:2"));
        assert_ne!(asker("2001:db8::1"), asker("2001:db8:0:1::1"));
        assert_eq!(asker("::ffff:203.0.113.1"), stranger(1));
    }

    #[test]
    fn in_a_full_room_the_longest_line_gives_way() {
        let mut turns = Turns::new(1, TurnLimits { of_one: 3, in_all: 3 });
        turns.asks(stranger(1), 0);
        for ticket in 1..=3 {
            assert_eq!(turns.asks(stranger(1), ticket), WAIT);
        }
        assert_eq!(turns.asks(stranger(2), 4), Asked::Wait { gave_way: Some(3) });
        assert_eq!(turns.asks(stranger(2), 5), Asked::Full, "both would have as many");
        assert_eq!(turns.asks(stranger(3), 6), Asked::Wait { gave_way: Some(2) });
        assert_eq!(turns.asks(stranger(4), 7), Asked::Full);
        assert_eq!([(); 4].map(|()| turns.end(Slot::Shared)), [Some(1), Some(4), Some(6), None]);
    }

    #[test]
    fn whoever_leaves_is_not_called() {
        let mut turns = Turns::new(1, LIMITS);
        turns.asks(stranger(1), 0);
        turns.asks(stranger(1), 1);
        turns.asks(stranger(2), 2);
        turns.leave(stranger(1), 1);
        turns.leave(stranger(1), 1);
        assert_eq!(turns.end(Slot::Shared), Some(2));
        assert_eq!(turns.end(Slot::Shared), None);
        assert_eq!(turns.asks(stranger(1), 3), Asked::Go(Slot::Shared));
    }

    #[test]
    fn whoever_waited_in_vain_goes_on_where_he_left_off_once() {
        let mut turns = Turns::new(1, LIMITS);
        turns.asks(stranger(0), 0);
        for last in 1..=5 {
            assert_eq!(turns.asks(stranger(last), last.into()), WAIT);
        }
        assert_eq!(turns.before_newcomer(), 5);
        turns.give_up(stranger(3), 3, NOON);
        assert_eq!(turns.before_newcomer(), 4);
        assert_eq!([turns.end(Slot::Shared), turns.end(Slot::Shared)], [Some(1), Some(2)]);
        // The crowd comes again and again, but each of it had its turn.
        assert_eq!([turns.asks(stranger(1), 11), turns.asks(stranger(2), 12)], [WAIT; 2]);
        assert_eq!(turns.asks(stranger(3), 13), WAIT);
        assert_eq!(turns.end(Slot::Shared), Some(13));
        assert_eq!(turns.asks(stranger(3), 23), WAIT);
        assert_eq!([(); 5].map(|()| turns.end(Slot::Shared)), [Some(4), Some(5), Some(11), Some(12), Some(23)]);
        assert_eq!(turns.end(Slot::Shared), None);
    }

    #[test]
    fn of_many_who_waited_in_vain_those_who_waited_longest_keep_their_places() {
        let mut turns = Turns::new(1, TurnLimits { of_one: 1, in_all: 3 });
        turns.asks(stranger(0), 0);
        for last in 1..=4 {
            turns.asks(stranger(last), last.into());
            turns.give_up(stranger(last), last.into(), NOON);
        }
        turns.asks(stranger(5), 5);
        assert_eq!([turns.asks(stranger(4), 14), turns.asks(stranger(3), 13)], [WAIT; 2]);
        assert_eq!([(); 3].map(|()| turns.end(Slot::Shared)), [Some(13), Some(5), Some(14)]);
    }

    #[test]
    fn a_place_is_kept_for_two_minutes_and_not_for_whoever_went_away() {
        for (later, gives_up, first) in
            [(KEPT, true, 2), (KEPT.saturating_sub(Duration::from_nanos(1)), true, 11), (KEPT / 2, false, 2)]
        {
            let mut turns = Turns::new(1, LIMITS);
            for (last, ticket) in [(0, 0), (1, 1), (2, 2)] {
                turns.asks(stranger(last), ticket);
            }
            if gives_up {
                turns.give_up(stranger(1), 1, NOON);
            } else {
                turns.leave(stranger(1), 1);
            }
            assert_eq!(turns.ask(stranger(1), 11, NOON + later), WAIT);
            assert_eq!(turns.end(Slot::Shared), Some(first), "{later:?}");
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
            (any::<usize>(), any::<bool>()).prop_map(|(index, in_vain)| Step::Leave(index, in_vain)),
        ]
    }

    proptest! {
        #[test]
        fn everybody_is_called_once_and_never_too_many_at_once(steps in prop::collection::vec(step(), 0..200)) {
            let mut turns = Turns::new(2, TurnLimits { of_one: 5, in_all: 12 });
            let (mut running, mut waiting) = (Vec::new(), Vec::new());
            for (ticket, step) in (0..).zip(steps) {
                match step {
                    Step::Ask(who, is_known) => {
                        let asker = if is_known { known(who.into()) } else { stranger(who) };
                        match turns.asks(asker, ticket) {
                            Asked::Go(slot) => running.push(slot),
                            Asked::Wait { gave_way } => {
                                waiting.retain(|(_, other)| Some(*other) != gave_way);
                                waiting.push((asker, ticket));
                            }
                            Asked::Full => {}
                        }
                    }
                    Step::End(index) if !running.is_empty() => {
                        let slot = running.swap_remove(index % running.len());
                        if let Some(next) = turns.end(slot) {
                            let place = waiting.iter().position(|(_, ticket)| *ticket == next).expect("it waited");
                            let (asker, _) = waiting.remove(place);
                            assert!(slot == Slot::Shared || matches!(asker, Asker::Known(_)));
                            running.push(slot);
                        }
                    }
                    Step::Leave(index, in_vain) if !waiting.is_empty() => {
                        let (asker, ticket) = waiting.remove(index % waiting.len());
                        if in_vain {
                            turns.give_up(asker, ticket, NOON);
                        } else {
                            turns.leave(asker, ticket);
                        }
                    }
                    Step::End(_) | Step::Leave(..) => {}
                }
                assert!(running.iter().filter(|slot| **slot == Slot::Shared).count() <= 2);
                assert!(running.iter().filter(|slot| **slot == Slot::Kept).count() <= 1);
                assert!(waiting.len() <= 12 && turns.count == waiting.len());
                assert!(waiting.is_empty() || turns.shared_free == 0, "nobody waits for what is free");
                assert!(turns.given_up.len() <= 12 && turns.round.len() == turns.waiting.len());
            }
            for slot in running {
                let mut next = turns.end(slot);
                while let Some(ticket) = next {
                    waiting.retain(|(_, waiting)| *waiting != ticket);
                    next = turns.end(slot);
                }
            }
            assert!(waiting.iter().all(|(asker, _)| matches!(asker, Asker::Stranger(_))), "{waiting:?}");
        }
    }
}
