//! A lane of the ledger: it commits the waiting claims of its waffles in one call while the next batch gathers, and
//! then makes the changes that wait. There is no timer: an idle lane commits a claim immediately. A busy one gives
//! buyers that were just answered a moment to claim again; otherwise the first of them would be committed alone while
//! all the others wait.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Mutex, mpsc};
use tokio::time::{Instant, interval_at, sleep_until, timeout_at};
use uuid::Uuid;
use waffle_domain::failure::Failure;
use waffle_domain::refusal::Refusal;
use waffle_domain::timeouts::LEDGER_QUEUE;

use crate::ledger::changes::WaitingChange;
use crate::ledger::commit::{Committer, deliver};
use crate::ledger::job::Job;
use crate::ledger::locked_waffles::Busy;
use crate::ledger::{Claimants, Shared, batch};
use crate::supervised_task::Stopping;

/// How many claims may wait; one more is refused immediately.
pub(super) const MOST_WAITING: usize = 4_096;
/// How long a busy lane waits for more claims, at most.
const MOMENT: Duration = Duration::from_millis(2);
/// How often claims that waited too long are looked for while a commit takes its time.
const LOOK: Duration = Duration::from_millis(100);

/// Commits the claims and the changes of a lane.
pub(super) struct Lane {
    committer: Committer,
    claims: Claims,
}

/// What comes to a lane.
pub(super) struct Queues {
    pub(super) claims: mpsc::Receiver<Job>,
    pub(super) changes: mpsc::Receiver<WaitingChange>,
}

/// The claims that wait in a lane.
struct Claims {
    actors: Weak<dyn Claimants>,
    waiting: VecDeque<Job>,
    busy: Busy,
    /// The way to the lane on which claims queue for locked waffles; none if it is this one.
    patient: Option<mpsc::Sender<Job>>,
}

impl Lane {
    /// Makes a lane that connects at its first claim. Claims that are to queue for their waffles go to the `patient`
    /// lane; without one they queue here.
    pub(super) fn new(shared: Shared, patient: Option<mpsc::Sender<Job>>) -> Self {
        let actors = Weak::clone(&shared.actors);
        let claims = Claims { actors, waiting: VecDeque::new(), busy: Busy::default(), patient };
        Self { committer: Committer::new(shared), claims }
    }

    /// Commits what comes, until it has to stop and nothing waits.
    pub(super) async fn work(mut self, queues: Arc<Mutex<Queues>>, mut stopping: Stopping) {
        let mut queues = queues.lock().await;
        let Queues { claims: queue, changes } = &mut *queues;
        // The size of the last batch, and until when to wait for more claims after it.
        let (mut last, mut gather_until) = (0, Instant::now());
        loop {
            let claims = &mut self.claims;
            let mut change = None;
            if claims.waiting.is_empty() {
                let look_at = claims.busy.look_at();
                tokio::select! {
                    biased;
                    job = queue.recv() => match job {
                        Some(job) => claims.take_in(job),
                        None => return,
                    },
                    Some(first) = changes.recv() => change = Some(first),
                    () = stopping.requested(), if look_at.is_none() => return,
                    () = sleep_until(look_at.unwrap_or_else(Instant::now)), if look_at.is_some() => {}
                }
            }
            while claims.waiting.len() < MOST_WAITING {
                match queue.try_recv() {
                    Ok(job) => claims.take_in(job),
                    Err(_) => break,
                }
            }
            // Among busy buyers, one half gathers while the other is committed.
            let half = usize::midpoint(last, claims.waiting.len());
            while claims.waiting.len() < half {
                match timeout_at(gather_until, queue.recv()).await {
                    Ok(Some(job)) => claims.take_in(job),
                    Ok(None) | Err(_) => break,
                }
            }
            self.until_connected(queue).await;
            let batch = self.claims.next_batch();
            last = batch.len();
            let begun = Instant::now();
            self.commit(batch, false, queue).await;
            let batch = self.claims.next_to_queue();
            self.commit(batch, true, queue).await;
            self.claims.gather(queue, self.committer.change(change, changes)).await;
            gather_until = Instant::now() + MOMENT.min(begun.elapsed() / 2);
        }
    }

    /// Lets claims wait for the database, each for as long as it may: a primary that is restarted or switched is there
    /// again within a second or two.
    async fn until_connected(&mut self, queue: &mut mpsc::Receiver<Job>) {
        let mut is_away = false;
        while !self.claims.waiting.is_empty() || !self.claims.busy.is_empty() {
            let Err(failure) = self.claims.gather(queue, self.committer.connect()).await else { return };
            // An attempt may be over before it is time to look.
            self.claims.expire();
            if !is_away {
                log::warn!(error:% = failure; "ledger can't reach the database");
            }
            is_away = true;
        }
    }

    /// Commits a batch while others gather; with `queues`, one on a single waffle queues for its row.
    async fn commit(&mut self, batch: Vec<Job>, queues: bool, queue: &mut mpsc::Receiver<Job>) {
        if batch.is_empty() {
            return;
        }
        let claims = &mut self.claims;
        let mut tried: HashMap<Uuid, usize> = HashMap::new();
        for waffle in batch.iter().map(Job::waffle_id).filter(|id| claims.busy.holds(*id)) {
            *tried.entry(waffle).or_default() += 1;
        }
        let busy = claims.gather(queue, self.committer.commit(batch, queues)).await;
        for job in &busy {
            tried.entry(job.waffle_id()).and_modify(|tried| *tried -= 1);
        }
        // If any claim was judged, the waffle was free: the others failed for another reason.
        for (freed, _) in tried.into_iter().filter(|(_, judged)| *judged > 0) {
            let jobs = claims.busy.freed(freed);
            claims.waiting.extend(jobs);
        }
        for job in busy {
            claims.set_apart(job);
        }
    }
}

impl Claims {
    /// Gathers claims while something is committed.
    async fn gather<T>(&mut self, queue: &mut mpsc::Receiver<Job>, commit: impl Future<Output = T>) -> T {
        let mut tick = interval_at(Instant::now() + LOOK, LOOK);
        tokio::pin!(commit);
        loop {
            tokio::select! {
                biased;
                done = &mut commit => return done,
                Some(job) = queue.recv(), if self.waiting.len() < MOST_WAITING => self.take_in(job),
                _ = tick.tick() => self.expire(),
            }
        }
    }

    fn take_in(&mut self, job: Job) {
        if job.busy_since.is_some() || self.busy.holds(job.waffle_id()) {
            self.set_apart(job);
        } else {
            self.waiting.push_back(job);
        }
    }

    /// Lets a claim wait until its waffle is free.
    fn set_apart(&mut self, job: Job) {
        if let Some(over) = self.busy.wait(job, Instant::now()) {
            deliver(&self.actors, [over.refused(Failure::from(Refusal::Overloaded))]);
        }
    }

    fn next_batch(&mut self) -> Vec<Job> {
        self.expire();
        self.hand_over();
        for job in self.busy.due(Instant::now()).into_iter().rev() {
            self.waiting.push_front(job);
        }
        batch::take(&mut self.waiting)
    }

    /// Hands claims to the lane on which they queue for their waffles.
    fn hand_over(&mut self) {
        let Some(patient) = &self.patient else { return };
        let mut jobs = self.busy.ready_to_queue(Instant::now());
        while let Some(job) = jobs.pop_front() {
            if let Err(TrySendError::Full(job) | TrySendError::Closed(job)) = patient.try_send(job) {
                jobs.push_front(job);
                break;
            }
        }
        for job in jobs {
            self.set_apart(job);
        }
    }

    /// Takes the claims of a waffle that it is time to queue for, on the lane where they do so.
    fn next_to_queue(&mut self) -> Vec<Job> {
        if self.patient.is_some() {
            return Vec::new();
        }
        self.expire();
        let mut jobs = self.busy.ready_to_queue(Instant::now());
        let batch = batch::take(&mut jobs);
        for job in jobs {
            self.set_apart(job);
        }
        batch
    }

    /// Refuses the claims that waited too long. It looks at all: one that waited apart may be behind younger ones.
    fn expire(&mut self) {
        let mut refused = Vec::new();
        let late = |job: &Job| job.arrived.elapsed() > LEDGER_QUEUE;
        if self.waiting.iter().any(late) {
            let (late, rest): (VecDeque<_>, _) = std::mem::take(&mut self.waiting).into_iter().partition(late);
            self.waiting = rest;
            let refusal = Failure::unavailable("the database is away or too slow");
            refused.extend(late.into_iter().map(|job| job.refused(refusal.clone())));
        }
        let refusal = Failure::unavailable("the waffle is locked");
        refused.extend(self.busy.expired().into_iter().map(|job| job.refused(refusal.clone())));
        if !refused.is_empty() {
            deliver(&self.actors, refused);
        }
    }
}
