//! What a waffle's actor publishes.

use std::sync::atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arc_swap::ArcSwap;
use waffle_domain::wire::event::Mark;

use crate::snapshot::Snapshot;
use crate::watch::Hubs;

/// The bit above the number of visitors: the actor ends because it was asked to.
const RETIRED: usize = 1 << (usize::BITS - 1);

/// What others can read of a waffle's actor without sending it a message.
#[derive(Debug)]
pub struct Published {
    /// The newest snapshot.
    pub snapshot: ArcSwap<Snapshot>,
    /// Where its watchers are.
    pub hubs: Hubs,
    seq: AtomicI64,
    /// The newest event at some moment since the log was last confirmed.
    noted: Mutex<Option<Mark>>,
    used: AtomicU64,
    /// How many are about to ask the actor or wait for its answer, and [`RETIRED`]. In one number, since no visitor may
    /// come while it retires.
    visitors: AtomicUsize,
}

impl Published {
    /// Returns the newest sequence number applied.
    pub fn seq(&self) -> i64 {
        self.seq.load(Ordering::Acquire)
    }

    /// Notes the newest event, to be looked for in the log; returns the one that was noted before, if there is one: the
    /// log may have gone back since, and come as far again.
    pub(crate) fn note(&self) -> Mark {
        *self.noted().get_or_insert_with(|| self.snapshot.load().newest())
    }

    /// Forgets what was noted, once it was found in the log.
    pub(crate) fn found(&self, mark: Mark) {
        self.noted().take_if(|noted| *noted == mark);
    }

    fn noted(&self) -> MutexGuard<'_, Option<Mark>> {
        self.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a use of the actor, `moment` milliseconds after the start.
    pub fn touch(&self, moment: u64) {
        self.used.fetch_max(moment, Ordering::Relaxed);
    }

    /// Returns when it was last used, in milliseconds after the start.
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// Returns whether the actor ended because it was asked to.
    pub fn has_retired(&self) -> bool {
        self.visitors.load(Ordering::Acquire) & RETIRED != 0
    }

    /// Counts a visitor: until it leaves, the actor is not evicted, unless it has retired already.
    pub(crate) fn come(&self) {
        self.visitors.fetch_add(1, Ordering::AcqRel);
    }

    /// Ends a visit.
    pub(crate) fn leave(&self) {
        self.visitors.fetch_sub(1, Ordering::AcqRel);
    }

    /// Starts with a snapshot.
    pub(super) fn new(snapshot: Snapshot) -> Self {
        Self {
            seq: AtomicI64::new(snapshot.seq),
            snapshot: ArcSwap::from_pointee(snapshot),
            hubs: Hubs::default(),
            noted: Mutex::default(),
            used: AtomicU64::new(0),
            visitors: AtomicUsize::new(0),
        }
    }

    pub(super) fn publish(&self, snapshot: Snapshot) {
        let seq = snapshot.seq;
        self.snapshot.store(Arc::new(snapshot));
        self.seq.store(seq, Ordering::Release);
    }

    /// Notes that the actor ends because it was asked to.
    pub(crate) fn retire(&self) {
        self.visitors.fetch_or(RETIRED, Ordering::AcqRel);
    }

    /// Does the same if there are no visitors; returns whether it did.
    pub(super) fn retire_alone(&self) -> bool {
        self.visitors.compare_exchange(0, RETIRED, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }
}
