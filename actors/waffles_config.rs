//! How the actors of waffles are set up.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::openings::Openings;
use crate::refused_claims::RefusedClaims;
use crate::telemetry::Counters;

/// Returns the time of day, in whole microseconds.
pub type Now = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

/// The configuration of the actors of waffles and of the ledger.
#[derive(Clone)]
pub struct WafflesConfig {
    /// The time of day.
    pub now: Now,
    /// Whether claims that can't succeed are refused from memory. Tests turn it off.
    pub memory_guard: bool,
    /// How many threads run the actors of waffles.
    pub threads: usize,
    /// How many lanes of the ledger share the waffles; there is one more for large claims.
    pub lanes: usize,
    /// How long a waffle stays loaded without being watched, read or claimed.
    pub idle_after: Duration,
    /// With more loaded waffles without watchers than this, some are unloaded early.
    pub most_unwatched: usize,
    /// The same for their spots in all: a board takes some 100 bytes of memory for each.
    pub most_unwatched_spots: i64,
    /// Waffles that were used within this time stay, however many there are: they would only be loaded again.
    pub used_lately: Duration,
    /// How often a waffle that was watched checks whether it still is. If not, it keeps no messages for returning
    /// watchers.
    pub keep_messages: Duration,
    /// How often the sequence numbers of loaded waffles are compared with the database.
    pub compare_every: Duration,
    /// The numbers that the metrics show.
    pub counters: Arc<Counters>,
    /// Which waffles have just opened.
    pub openings: Arc<Openings>,
    /// Where refused claims are written down. Without it, they are not.
    pub refused_claims: RefusedClaims,
}

impl WafflesConfig {
    /// The usual configuration.
    pub fn new(now: Now) -> Self {
        let openings = Arc::new(Openings::new(Arc::clone(&now)));
        Self {
            now,
            memory_guard: true,
            threads: 2,
            lanes: 2,
            idle_after: Duration::from_mins(5),
            most_unwatched: 5_000,
            // 400 for each of those, more than most boards have: about 200 MB, and more for the answers to readers.
            most_unwatched_spots: 2_000_000,
            used_lately: Duration::from_secs(10),
            keep_messages: Duration::from_secs(10),
            compare_every: Duration::from_secs(2),
            counters: Arc::default(),
            openings,
            refused_claims: RefusedClaims::default(),
        }
    }
}
