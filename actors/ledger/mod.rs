//! The ledger: group commit. Its lanes commit claims and small changes side by side, each for its share of the waffles;
//! large claims have a separate lane, so that no small one waits for them.

pub mod batch;
pub(crate) mod changes;
pub mod commit;
mod group_commit;
pub mod job;
mod locked_waffles;
mod lost_commits;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};

use actix::ArbiterHandle;
use tokio::sync::{Mutex, mpsc};
use uuid::Uuid;
use waffle_domain::timeouts::LEDGER_END;
use waffle_store::database::Database;

use crate::hints_to_servers::Listening;
use crate::ledger::changes::WaitingChange;
use crate::ledger::group_commit::{Lane, MOST_WAITING, Queues};
use crate::ledger::job::{Counted, Job, Settled};
use crate::supervised_task::Supervised;
use crate::telemetry::Counters;
use crate::waffles_config::Now;

/// A claim for more spots than this takes the lane for large claims.
const LARGE: usize = 512;

/// Receives the outcomes of claims: the registry of the waffles' actors. A trait, since the registry owns the ledger.
pub(crate) trait Claimants: Send + Sync {
    /// Hands settled claims to their waffles' actors.
    fn settle(&self, settled: Vec<Settled>);

    /// Reports that claims in the ledger are lost: their outcome is unknown.
    fn ledger_died(&self);
}

/// What all lanes of a ledger share.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) database: Database,
    pub(crate) now: Now,
    pub(crate) actors: Weak<dyn Claimants>,
    pub(crate) counters: Arc<Counters>,
    /// Another connection to the database, which notices immediately when it is lost.
    pub(crate) listening: Arc<Listening>,
}

/// The way to the ledger. Clones lead to the same one.
#[derive(Clone)]
pub struct Ledger {
    /// The last one is for large claims.
    lanes: Arc<[WayIn]>,
    counters: Arc<Counters>,
}

/// The way to a lane.
struct WayIn {
    claims: mpsc::Sender<Job>,
    changes: mpsc::Sender<WaitingChange>,
}

impl WayIn {
    fn open() -> (Self, Queues) {
        let (claims, waiting_claims) = mpsc::channel(MOST_WAITING);
        let (changes, waiting_changes) = changes::queue();
        (Self { claims, changes }, Queues { claims: waiting_claims, changes: waiting_changes })
    }
}

impl Ledger {
    /// Starts a lane on each arbiter: the last one is for large claims, and for those that queue for a locked waffle.
    /// The others share the waffles. At shutdown they commit what waits.
    pub(crate) fn start(arbiters: &[ArbiterHandle], shared: &Shared) -> (Self, Vec<Supervised>) {
        let (lanes, queues): (Vec<_>, Vec<_>) = arbiters.iter().map(|_| WayIn::open()).unzip();
        let start = |(lane, (arbiter, queues))| {
            let patient = lanes.last().filter(|_| lane + 1 < lanes.len()).map(|patient| patient.claims.clone());
            start_lane(arbiter, shared.clone(), queues, patient)
        };
        let tasks = arbiters.iter().zip(queues).enumerate().map(start).collect();
        (Self { lanes: lanes.into(), counters: Arc::clone(&shared.counters) }, tasks)
    }

    /// Hands a claim over; gives it back when the queue is full.
    #[must_use]
    pub fn submit(&self, mut job: Job) -> Option<Job> {
        let lane = lane_of(job.waffle_id(), job.numbers.len(), self.lanes.len());
        let Some(Ok(room)) = self.lanes.get(lane).map(|lane| lane.claims.try_reserve()) else { return Some(job) };
        job.counted = Some(Counted::new(&self.counters));
        room.send(job);
        None
    }
}

/// Returns the lane of a claim or a change. All servers with as many lanes agree on it.
fn lane_of(waffle: Uuid, spots: usize, lanes: usize) -> usize {
    let large = lanes.saturating_sub(1);
    if spots > LARGE || large == 0 {
        return large;
    }
    place_of(waffle, large)
}

/// Assigns a waffle to one of some lanes or threads.
pub(crate) fn place_of(waffle: Uuid, among: usize) -> usize {
    usize::try_from(waffle.as_u64_pair().1 % among.max(1) as u64).unwrap_or_default()
}

fn start_lane(
    arbiter: &ArbiterHandle,
    shared: Shared,
    queues: Queues,
    patient: Option<mpsc::Sender<Job>>,
) -> Supervised {
    // What is in these queues outlives a panic; for what was taken out, the answer is that the outcome is unknown.
    let queues = Arc::new(Mutex::new(queues));
    let started = AtomicBool::new(false);
    Supervised::start_on(arbiter, "ledger", LEDGER_END, move |stopping| {
        if started.swap(true, Ordering::Relaxed) {
            shared.counters.ledger.restarts.one();
            if let Some(actors) = shared.actors.upgrade() {
                actors.ledger_died();
            }
        }
        Lane::new(shared.clone(), patient.clone()).work(Arc::clone(&queues), stopping)
    })
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::{LARGE, lane_of};

    #[test]
    fn a_waffle_has_one_lane_and_large_claims_have_their_own() {
        let waffles: Vec<Uuid> = (0..100).map(|_| Uuid::new_v4()).collect();
        for waffle in &waffles {
            let lane = lane_of(*waffle, 1, 5);
            assert!(lane < 4);
            assert_eq!(lane_of(*waffle, LARGE, 5), lane);
            assert_eq!(lane_of(*waffle, LARGE + 1, 5), 4);
            assert_eq!(lane_of(*waffle, 1, 1), 0);
        }
        assert!((0..4).all(|lane| waffles.iter().any(|waffle| lane_of(*waffle, 1, 5) == lane)), "all are used");
    }
}
