//! Which of the waffles that are loaded here opened a moment ago. Their actors note it, so that no request asks them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use uuid::Uuid;
use waffle_domain::openings::RecentOpenings;

/// The most waffles whose openings are known.
const CAPACITY: usize = 10_000;

/// The openings on this server, by its clock.
pub struct Openings {
    now: Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>,
    known: Mutex<RecentOpenings>,
}

impl Openings {
    /// Knows of none.
    pub fn new(now: Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>) -> Self {
        Self { now, known: Mutex::new(RecentOpenings::new(CAPACITY)) }
    }

    /// Notes when a waffle opens.
    pub(crate) fn note(&self, waffle_id: Uuid, opens_at: Option<DateTime<Utc>>) {
        self.known().note(waffle_id, opens_at, (self.now)());
    }

    /// Returns whether a waffle has just opened.
    pub fn is_opening(&self, waffle_id: Uuid) -> bool {
        self.known().is_opening(waffle_id, (self.now)())
    }

    /// Returns whether any has.
    pub fn is_any_opening(&self) -> bool {
        self.known().is_any_opening((self.now)())
    }

    fn known(&self) -> MutexGuard<'_, RecentOpenings> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
