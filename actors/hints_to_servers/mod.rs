//! Hints between servers: within milliseconds of a commit, the others learn which waffle has news. Hints may be lost:
//! the keeper compares sequence numbers anyway.

pub(crate) mod notifier;
mod pending;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use uuid::Uuid;
use waffle_store::hints::Newest;

use crate::hints_to_servers::pending::Pending;

/// How many waffles may have hints waiting; beyond that hints are dropped, and the next comparison finds the news.
const MOST_WAFFLES: usize = 10_000;

/// Whether a connection to the database is known to live.
#[derive(Default)]
pub(crate) struct Listening {
    /// Counts how often it was made or lost: odd while it lives.
    changes: AtomicU64,
}

impl Listening {
    pub(crate) fn changed(&self) {
        self.changes.fetch_add(1, Ordering::Relaxed);
    }

    /// Identifies the connection that lives now, if there is one.
    pub(crate) fn alive(&self) -> Option<u64> {
        Some(self.changes.load(Ordering::Relaxed)).filter(|changes| changes % 2 == 1)
    }
}

/// The hints that this server has yet to send, and those it received.
pub(crate) struct Hints {
    /// Identifies this server's hints.
    pub(crate) server: Uuid,
    unsent: Pending,
    pub(crate) heard: Pending,
    sending: AtomicBool,
    /// The listening connection, whose loss is a sign that others may be lost as well.
    pub(crate) listening: Arc<Listening>,
    /// How often the listening connection was made again.
    pub(crate) reconnects: AtomicU64,
}

impl Hints {
    pub(crate) fn new() -> Self {
        Self {
            server: Uuid::new_v4(),
            unsent: Pending::new(MOST_WAFFLES),
            heard: Pending::new(MOST_WAFFLES),
            sending: AtomicBool::new(false),
            listening: Arc::default(),
            reconnects: AtomicU64::new(0),
        }
    }

    /// Has a commit announced to the other servers soon, without waiting.
    pub(crate) fn send(&self, waffle_id: Uuid, newest: Newest) {
        self.unsent.add(waffle_id, newest);
    }

    /// Returns whether all hints are sent.
    pub(crate) fn are_sent(&self) -> bool {
        self.unsent.is_empty() && !self.sending.load(Ordering::SeqCst)
    }
}
