//! The hosts under which a card is kept: the few that are asked for most.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// How many hosts keep their card.
const MOST: usize = 4;
/// A host that was not asked for so long gives way to any other one.
const IDLE: Duration = Duration::from_mins(10);
/// How far ahead of the others a host may get: one that is asked for more often now is not kept waiting by the past.
const FARTHEST: u32 = 16;

/// A few seats, each taken by a host, known by a hash of the address that its card shows.
///
/// A host is as strong as it was asked for often; each request for a host without a seat makes the weakest one weaker, until it gives way. So
/// names that somebody invents drive out a real host only if they are asked for more than [`MOST`] times as often, all together.
#[derive(Debug)]
pub(super) struct Hosts<T>(Mutex<Vec<Seat<T>>>);

#[derive(Debug)]
struct Seat<T> {
    host: u64,
    asked: Instant,
    strength: u32,
    /// Handed on to the next host: there are never more than the seats.
    what: Arc<T>,
}

impl<T> Default for Hosts<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Default> Hosts<T> {
    /// Gives the seat of a host, which is asked for now; none when others have stronger claims to all of them.
    pub(super) fn admit(&self, host: u64, now: Instant) -> Option<Arc<T>> {
        let mut seats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(seat) = seats.iter_mut().find(|seat| seat.host == host) {
            seat.asked = now;
            seat.strength = FARTHEST.min(seat.strength + 1);
            return Some(Arc::clone(&seat.what));
        }
        if seats.len() < MOST {
            let what = Arc::default();
            seats.push(Seat { host, asked: now, strength: 1, what: Arc::clone(&what) });
            return Some(what);
        }
        for seat in seats.iter_mut().filter(|seat| now.duration_since(seat.asked) >= IDLE) {
            seat.strength = 0;
        }
        // Of equally weak ones the youngest: it gave nobody a reason yet.
        let place = (0..seats.len()).rev().min_by_key(|place| seats.get(*place).map(|seat| seat.strength))?;
        let weakest = seats.get_mut(place)?;
        weakest.strength = weakest.strength.saturating_sub(1);
        if weakest.strength > 0 {
            return None;
        }
        let what = Arc::clone(&weakest.what);
        seats.remove(place);
        seats.push(Seat { host, asked: now, strength: 1, what: Arc::clone(&what) });
        Some(what)
    }

    /// Tells whether a host has a seat.
    pub(super) fn knows(&self, host: u64) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|seat| seat.host == host)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::{FARTHEST, Hosts, IDLE, MOST};

    const REAL: u64 = 0;

    fn asked(hosts: &Hosts<()>, host: u64, times: u32) {
        let now = Instant::now();
        for _ in 0..times {
            hosts.admit(host, now);
        }
    }

    #[test]
    fn a_host_that_is_asked_for_gets_a_seat_whoever_came_first() {
        let hosts = Hosts::default();
        for invented in 1..=MOST as u64 {
            asked(&hosts, invented, 1_000);
        }
        asked(&hosts, REAL, FARTHEST - 1);
        assert!(!hosts.knows(REAL));
        asked(&hosts, REAL, 1);
        assert!(hosts.knows(REAL));
    }

    #[test]
    fn any_number_of_invented_hosts_leave_a_real_one_its_seat() {
        let hosts = Hosts::default();
        asked(&hosts, REAL, 2);
        for invented in 1..=10_000 {
            asked(&hosts, invented, 1);
        }
        assert!(hosts.knows(REAL));
    }

    #[test]
    fn who_drives_a_host_out_must_ask_more_often_than_it_is_asked_for() {
        let hosts = Hosts::default();
        for round in 0..1_000 {
            asked(&hosts, REAL, 1);
            for invented in 1..=MOST as u64 {
                asked(&hosts, round * 10 + invented, 1);
            }
            assert!(hosts.knows(REAL), "in round {round}");
        }
    }

    #[test]
    fn a_host_that_is_not_asked_for_gives_way_at_once() {
        let (hosts, start) = (Hosts::<()>::default(), Instant::now());
        for _ in 0..FARTHEST {
            for host in 1..=MOST as u64 {
                assert!(hosts.admit(host, start).is_some());
            }
        }
        assert!(hosts.admit(9, start).is_none());
        assert!(hosts.admit(1, start + Duration::from_secs(1)).is_some());
        assert!(hosts.admit(9, start + IDLE).is_some());
        assert!(hosts.knows(1) && hosts.knows(9) && !hosts.knows(MOST as u64));
    }
}
