//! What the actors are told at start.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::telemetry::Counters;

/// Tells the time of day, in whole microseconds.
pub type Now = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

/// How the actors work.
#[derive(Clone)]
pub struct WafflesConfig {
    /// The time of day.
    pub now: Now,
    /// Refuse a claim on a spot that memory knows as taken, without asking the database. Off, the database alone judges:
    /// for tests.
    pub memory_guard: bool,
    /// How many threads run the actors of waffles.
    pub threads: usize,
    /// A waffle that nobody watched, read or claimed for so long is let go.
    pub idle_after: Duration,
    /// How many waffles stay loaded before those that nobody watches are let go early.
    pub most_loaded: usize,
    /// How often the sequence numbers of loaded waffles are compared with the database.
    pub compare_every: Duration,
    /// Where they count what they do.
    pub counters: Arc<Counters>,
}

impl WafflesConfig {
    /// The usual settings.
    pub fn new(now: Now) -> Self {
        Self {
            now,
            memory_guard: true,
            threads: 1,
            idle_after: Duration::from_mins(5),
            most_loaded: 5_000,
            compare_every: Duration::from_secs(2),
            counters: Arc::default(),
        }
    }
}
