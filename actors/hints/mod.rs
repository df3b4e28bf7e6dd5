//! Hints between servers: after a commit, the others hear within milliseconds which waffle has news. Any hint may be lost: the
//! keeper compares sequence numbers all the same.

pub(crate) mod listener;
pub(crate) mod notifier;
mod pending;
pub(crate) mod reader;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use uuid::Uuid;
use waffle_store::hints::Newest;

use crate::hints::pending::Pending;

/// The most waffles that a hint may wait for; one about another is left out, and that waffle's news come with the next comparison.
const MOST_WAFFLES: usize = 10_000;

/// What this server has to tell the others, and what it heard of them.
pub(crate) struct Hints {
    /// Tells this server's hints from others.
    server: Uuid,
    told: Pending,
    heard: Pending,
    sending: AtomicBool,
    sent: AtomicU64,
    received: AtomicU64,
    reconnects: AtomicU64,
}

/// How many hints were sent and received, how many were left out because too many waited, and how often the connection for
/// hearing was made anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HintCounts {
    /// Sent to the others.
    pub sent: u64,
    /// Received from the others.
    pub received: u64,
    /// Left out.
    pub dropped: u64,
    /// Connections made anew.
    pub reconnects: u64,
}

impl Hints {
    pub(crate) fn new() -> Self {
        Self {
            server: Uuid::new_v4(),
            told: Pending::new(MOST_WAFFLES),
            heard: Pending::new(MOST_WAFFLES),
            sending: AtomicBool::new(false),
            sent: AtomicU64::new(0),
            received: AtomicU64::new(0),
            reconnects: AtomicU64::new(0),
        }
    }

    /// Tells the other servers of a commit: soon, and without making anybody wait.
    pub(crate) fn tell(&self, waffle_id: Uuid, newest: Newest) {
        self.told.add(waffle_id, newest);
    }

    /// Tells whether everything is told.
    pub(crate) fn are_told(&self) -> bool {
        self.told.is_empty() && !self.sending.load(Ordering::SeqCst)
    }

    pub(crate) fn counts(&self) -> HintCounts {
        HintCounts {
            sent: self.sent.load(Ordering::Relaxed),
            received: self.received.load(Ordering::Relaxed),
            dropped: self.told.dropped() + self.heard.dropped(),
            reconnects: self.reconnects.load(Ordering::Relaxed),
        }
    }
}
