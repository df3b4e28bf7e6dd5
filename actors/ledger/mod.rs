//! The ledger: group commit. It takes the claims that wait, of all waffles, and commits them in one call, while the next batch
//! gathers. No timer: an idle ledger commits a claim at once. A busy one gives those who were just answered a moment to come
//! again: else the first of them would be committed alone, and all others wait for that.

pub mod batch;
pub mod commit;
pub mod job;
mod lost;
pub mod suspects;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use actix::ArbiterHandle;
use tokio::sync::{Mutex, mpsc, watch};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout, timeout_at};
use waffle_domain::claim::Claim;
use waffle_store::connect::PgConnectOptions;

use crate::ledger::commit::Committer;
use crate::ledger::job::{Deliver, Job, Reply};
use crate::refusal::Refusal;
use crate::settings::Now;
use crate::telemetry::Counters;

/// How many claims may wait; one more is refused at once.
const MOST_WAITING: usize = 4_096;
/// The longest that a busy ledger waits for claims to come again.
const MOMENT: Duration = Duration::from_millis(2);
/// How long a claim waits for its commit to begin: a database that is away is answered with 503 within 2 s.
const PATIENCE: Duration = Duration::from_millis(1_600);

/// Takes claims to be committed.
#[derive(Clone)]
pub struct Ledger {
    jobs: mpsc::Sender<Job>,
    deliver: Deliver,
    counters: Arc<Counters>,
}

/// Stops the ledger.
pub struct LedgerOwner {
    stop: watch::Sender<bool>,
    done: watch::Receiver<bool>,
}

impl Ledger {
    /// Starts the ledger on an arbiter; its owner restarts it after a panic.
    pub fn start(
        arbiter: &ArbiterHandle,
        options: PgConnectOptions,
        now: Now,
        deliver: Deliver,
        counters: Arc<Counters>,
    ) -> (Self, LedgerOwner) {
        let (jobs, queue) = mpsc::channel(MOST_WAITING);
        let (stop, stopping) = watch::channel(false);
        let (finished, done) = watch::channel(false);
        let ledger = Self { jobs, deliver: Arc::clone(&deliver), counters: Arc::clone(&counters) };
        let queue = Arc::new(Mutex::new(queue));
        arbiter.spawn(async move {
            loop {
                let committer =
                    Committer::new(options.clone(), Arc::clone(&now), Arc::clone(&deliver), Arc::clone(&counters));
                let work = tokio::task::spawn_local(work(Arc::clone(&queue), committer, stopping.clone()));
                match work.await {
                    Ok(()) => break,
                    Err(e) => log::error!("ledger died and starts again: {e}"),
                }
                counters.ledger.restarts.one();
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            finished.send_replace(true);
        });
        (ledger, LedgerOwner { stop, done })
    }

    /// Hands a claim over; when the queue is full, it is answered so.
    pub fn submit(&self, claim: Claim, numbers: Vec<i32>, known_seq: i64, arrived: Instant, reply: Reply) -> bool {
        let job = Job::new(claim, numbers, known_seq, arrived, reply, Arc::clone(&self.deliver));
        self.counters.ledger.submitted.one();
        match self.jobs.try_send(job) {
            Ok(()) => true,
            Err(mpsc::error::TrySendError::Full(job) | mpsc::error::TrySendError::Closed(job)) => {
                job.settle(Err(Refusal::Overloaded), chrono::DateTime::UNIX_EPOCH);
                false
            }
        }
    }
}

impl LedgerOwner {
    /// Lets the ledger commit what waits, then ends it; at most 5 s.
    pub async fn stop(mut self) {
        self.stop.send_replace(true);
        if timeout(Duration::from_secs(5), self.done.wait_for(|done| *done)).await.is_err() {
            log::warn!("ledger did not end in time");
        }
    }
}

async fn work(queue: Arc<Mutex<mpsc::Receiver<Job>>>, mut committer: Committer, mut stopping: watch::Receiver<bool>) {
    let mut queue = queue.lock().await;
    let mut waiting: VecDeque<Job> = VecDeque::new();
    let mut tick = interval(Duration::from_millis(100));
    tick.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let (now, counters) = (committer.now(), committer.counters());
    // How many the last commit had, and until when to wait for others after it.
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
                _ = stopping.wait_for(|stop| *stop), if look_at.is_none() => return,
                () = sleep_until(look_at.unwrap_or_else(Instant::now)), if look_at.is_some() => {}
            }
        }
        while waiting.len() < MOST_WAITING {
            match queue.try_recv() {
                Ok(job) => waiting.push_back(job),
                Err(_) => break,
            }
        }
        // Of all who are claiming one half gathers while the other is committed.
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
                _ = tick.tick() => expire(&mut waiting, &now),
            }
        }
        let took = begun.elapsed();
        counters.ledger.batches.note(last as u64);
        counters.ledger.commits.note_duration(took);
        gather_until = Instant::now() + MOMENT.min(took / 2);
    }
}

/// Answers claims that waited too long: they were certainly not made.
fn expire(waiting: &mut VecDeque<Job>, now: &Now) {
    // Not only the first: a claim that waited elsewhere before stands behind younger ones.
    if waiting.iter().any(|job| job.arrived().elapsed() > PATIENCE) {
        for job in std::mem::take(waiting) {
            if job.arrived().elapsed() > PATIENCE {
                job.settle(Err(Refusal::Unavailable("the database is too slow".into())), now());
            } else {
                waiting.push_back(job);
            }
        }
    }
}
