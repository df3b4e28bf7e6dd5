//! The ledger: group commit. It commits the waiting claims of all waffles in one call while the next batch gathers.
//! There is no timer: an idle ledger commits a claim at once. A busy one gives buyers who were just answered a moment
//! to claim again; otherwise the first of them would be committed alone while all the others wait.

pub mod batch;
pub mod commit;
pub mod job;
mod lost;
pub mod suspects;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use actix::ArbiterHandle;
use tokio::sync::{Mutex, mpsc};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout_at};
use waffle_domain::time_limits::{LEDGER_END, LEDGER_QUEUE};
use waffle_store::connect::PgConnectOptions;

use crate::config::Now;
use crate::ledger::commit::{Committer, deliver};
use crate::ledger::job::{Job, Place, Settled};
use crate::refusal::Refusal;
use crate::supervised::{Stopping, Supervised};
use crate::telemetry::Counters;

/// How many claims may wait; one more is refused at once.
const MOST_WAITING: usize = 4_096;
/// How long a busy ledger waits for more claims, at most.
const MOMENT: Duration = Duration::from_millis(2);

/// Who is told what became of claims: the registry of the waffles' actors. A trait, since it owns the ledger.
pub(crate) trait Claimants: Send + Sync {
    /// Hands settled claims to their waffles' actors.
    fn settle(&self, settled: Vec<Settled>);

    /// Says that claims the ledger had taken are lost: their outcome is unknown.
    fn ledger_died(&self);
}

/// The way to the ledger. Clones lead to the same one.
#[derive(Clone)]
pub struct Ledger {
    jobs: mpsc::Sender<Job>,
    counters: Arc<Counters>,
}

impl Ledger {
    /// Starts the ledger on an arbiter. At shutdown it commits what waits.
    pub(crate) fn start(
        arbiter: &ArbiterHandle,
        options: PgConnectOptions,
        now: Now,
        actors: Weak<dyn Claimants>,
        counters: Arc<Counters>,
    ) -> (Self, Supervised) {
        let (jobs, queue) = mpsc::channel(MOST_WAITING);
        let ledger = Self { jobs, counters: Arc::clone(&counters) };
        // Claims in this queue outlive a panic; those that were taken out are answered that their outcome is unknown.
        let queue = Arc::new(Mutex::new(queue));
        let started = AtomicBool::new(false);
        let task = Supervised::start_on(arbiter, "ledger", LEDGER_END, move |stopping| {
            if started.swap(true, Ordering::Relaxed) {
                counters.ledger.restarts.one();
                if let Some(actors) = actors.upgrade() {
                    actors.ledger_died();
                }
            }
            let committer =
                Committer::new(options.clone(), Arc::clone(&now), Weak::clone(&actors), Arc::clone(&counters));
            work(Arc::clone(&queue), committer, Weak::clone(&actors), Arc::clone(&counters), stopping)
        });
        (ledger, task)
    }

    /// Hands a claim over; gives it back when the queue is full.
    #[must_use]
    pub fn submit(&self, mut job: Job) -> Option<Job> {
        let Ok(room) = self.jobs.try_reserve() else { return Some(job) };
        job.place = Some(Place::take(&self.counters));
        room.send(job);
        None
    }
}

async fn work(
    queue: Arc<Mutex<mpsc::Receiver<Job>>>,
    mut committer: Committer,
    actors: Weak<dyn Claimants>,
    counters: Arc<Counters>,
    mut stopping: Stopping,
) {
    let mut queue = queue.lock().await;
    let mut waiting: VecDeque<Job> = VecDeque::new();
    let mut tick = interval(Duration::from_millis(100));
    tick.set_missed_tick_behavior(MissedTickBehavior::Skip);
    // The size of the last batch, and until when to wait for more claims after it.
    let (mut last, mut gather_until) = (0, Instant::now());
    loop {
        if waiting.is_empty() {
            let look_at = committer.look_at();
            tokio::select! {
                biased;
                job = queue.recv() => match job {
                    Some(job) => waiting.push_back(job),
                    None => return,
                },
                () = stopping.told(), if look_at.is_none() => return,
                () = sleep_until(look_at.unwrap_or_else(Instant::now)), if look_at.is_some() => {}
            }
        }
        while waiting.len() < MOST_WAITING {
            match queue.try_recv() {
                Ok(job) => waiting.push_back(job),
                Err(_) => break,
            }
        }
        // Among busy buyers, one half gathers while the other is committed.
        let half = usize::midpoint(last, waiting.len());
        while waiting.len() < half {
            match timeout_at(gather_until, queue.recv()).await {
                Ok(Some(job)) => waiting.push_back(job),
                Ok(None) | Err(_) => break,
            }
        }
        let batch = batch::take(&mut waiting);
        let begun = Instant::now();
        last = batch.len();
        let commit = committer.commit(batch);
        tokio::pin!(commit);
        loop {
            tokio::select! {
                biased;
                () = &mut commit => break,
                Some(job) = queue.recv(), if waiting.len() < MOST_WAITING => waiting.push_back(job),
                _ = tick.tick() => deliver(&actors, expire(&mut waiting)),
            }
        }
        let took = begun.elapsed();
        counters.ledger.batches.note(last as u64);
        counters.ledger.commits.note_duration(took);
        gather_until = Instant::now() + MOMENT.min(took / 2);
    }
}

/// Takes out and refuses the claims that waited too long, wherever they stand: one that waited elsewhere first may be
/// behind younger ones.
fn expire(waiting: &mut VecDeque<Job>) -> Vec<Settled> {
    if waiting.iter().all(|job| job.arrived.elapsed() <= LEDGER_QUEUE) {
        return Vec::new();
    }
    let (late, rest) = std::mem::take(waiting).into_iter().partition(|job| job.arrived.elapsed() > LEDGER_QUEUE);
    *waiting = rest;
    let refused = |job: Job| job.refused(Refusal::Unavailable("the database is too slow".into()));
    VecDeque::into_iter(late).map(refused).collect()
}
