//! The hosts under which a card is kept: a few, and none gives way to another while it is asked for.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// How many hosts keep their card.
const MOST: usize = 4;
/// A host that was not asked for so long gives way.
const IDLE: Duration = Duration::from_mins(10);

/// A few hosts, known by a hash of the address that their card shows, and what is kept for each.
#[derive(Debug)]
pub(super) struct Hosts<T>(Mutex<Vec<Kept<T>>>);

#[derive(Debug)]
struct Kept<T> {
    host: u64,
    asked: Instant,
    what: Arc<T>,
}

impl<T> Default for Hosts<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Default> Hosts<T> {
    /// Gives what is kept for a host, which is asked for now; none when it is new and there is no room.
    pub(super) fn admit(&self, host: u64, now: Instant) -> Option<Arc<T>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept.iter_mut().find(|known| known.host == host) {
            known.asked = now;
            return Some(Arc::clone(&known.what));
        }
        kept.retain(|known| now.duration_since(known.asked) < IDLE);
        if kept.len() >= MOST {
            return None;
        }
        let what = Arc::default();
        kept.push(Kept { host, asked: now, what: Arc::clone(&what) });
        Some(what)
    }

    /// Tells whether something is kept for a host.
    pub(super) fn knows(&self, host: u64) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|known| known.host == host)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::{Hosts, IDLE, MOST};

    #[test]
    fn a_host_that_is_asked_for_stays_and_one_that_is_not_gives_way() {
        let (hosts, start) = (Hosts::<()>::default(), Instant::now());
        for host in 1..=MOST as u64 {
            assert!(hosts.admit(host, start).is_some());
        }
        assert!(hosts.admit(9, start).is_none());
        assert!(hosts.admit(1, start + Duration::from_secs(1)).is_some());
        let later = start + IDLE;
        assert!(hosts.admit(9, later).is_some());
        assert!(hosts.knows(1) && hosts.knows(9) && !hosts.knows(2));
    }
}
