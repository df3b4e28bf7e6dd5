//! A lane of the ledger: it commits the waiting claims of its waffles in one call while the next batch gathers. There
//! is no timer: an idle lane commits a claim at once. A busy one gives buyers who were just answered a moment to claim
//! again; otherwise the first of them would be committed alone while all the others wait.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::{Mutex, mpsc};
use tokio::time::{Instant, interval_at, sleep_until, timeout_at};
use uuid::Uuid;
use waffle_domain::time_limits::LEDGER_QUEUE;

use crate::ledger::busy::Busy;
use crate::ledger::commit::{Committer, deliver};
use crate::ledger::job::Job;
use crate::ledger::{Claimants, Shared, batch};
use crate::refusal::Refusal;
use crate::supervised::Stopping;

/// How many claims may wait; one more is refused at once.
pub(super) const MOST_WAITING: usize = 4_096;
/// How long a busy lane waits for more claims, at most.
const MOMENT: Duration = Duration::from_millis(2);
/// How often claims that waited too long are looked for while a commit takes its time.
const LOOK: Duration = Duration::from_millis(100);

/// Commits the claims of a lane.
pub(super) struct Lane {
    committer: Committer,
    claims: Claims,
}

/// The claims that wait in a lane.
struct Claims {
    actors: Weak<dyn Claimants>,
    waiting: VecDeque<Job>,
    busy: Busy,
}

impl Lane {
    /// Makes a lane that connects at its first claim.
    pub(super) fn new(shared: Shared) -> Self {
        let claims = Claims { actors: Weak::clone(&shared.actors), waiting: VecDeque::new(), busy: Busy::default() };
        Self { committer: Committer::new(shared), claims }
    }

    /// Commits what comes, until it is told to stop and nothing waits.
    pub(super) async fn work(mut self, queue: Arc<Mutex<mpsc::Receiver<Job>>>, mut stopping: Stopping) {
        let mut queue = queue.lock().await;
        // The size of the last batch, and until when to wait for more claims after it.
        let (mut last, mut gather_until) = (0, Instant::now());
        loop {
            let claims = &mut self.claims;
            if claims.waiting.is_empty() {
                let try_at = claims.busy.try_at();
                tokio::select! {
                    biased;
                    job = queue.recv() => match job {
                        Some(job) => claims.take_in(job),
                        None => return,
                    },
                    () = stopping.told(), if try_at.is_none() => return,
                    () = sleep_until(try_at.unwrap_or_else(Instant::now)), if try_at.is_some() => {}
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
            let batch = claims.next_batch();
            last = batch.len();
            let begun = Instant::now();
            self.commit(batch, &mut queue).await;
            gather_until = Instant::now() + MOMENT.min(begun.elapsed() / 2);
        }
    }

    /// Commits a batch while others gather.
    async fn commit(&mut self, batch: Vec<Job>, queue: &mut mpsc::Receiver<Job>) {
        if batch.is_empty() {
            return;
        }
        let claims = &mut self.claims;
        let tried: HashSet<Uuid> = batch.iter().map(Job::waffle_id).filter(|id| claims.busy.holds(*id)).collect();
        let mut tick = interval_at(Instant::now() + LOOK, LOOK);
        let commit = self.committer.commit(batch);
        tokio::pin!(commit);
        let busy = loop {
            tokio::select! {
                biased;
                busy = &mut commit => break busy,
                Some(job) = queue.recv(), if claims.waiting.len() < MOST_WAITING => claims.take_in(job),
                _ = tick.tick() => claims.expire(),
            }
        };
        let still: HashSet<Uuid> = busy.iter().map(Job::waffle_id).collect();
        for freed in tried.difference(&still) {
            let jobs = claims.busy.freed(*freed);
            claims.waiting.extend(jobs);
        }
        for job in busy {
            claims.set_apart(job);
        }
    }
}

impl Claims {
    fn take_in(&mut self, job: Job) {
        if self.busy.holds(job.waffle_id()) { self.set_apart(job) } else { self.waiting.push_back(job) }
    }

    /// Lets a claim wait until its waffle is free.
    fn set_apart(&mut self, job: Job) {
        if let Some(over) = self.busy.wait(job, Instant::now()) {
            deliver(&self.actors, [over.refused(Refusal::Overloaded)]);
        }
    }

    fn next_batch(&mut self) -> Vec<Job> {
        self.expire();
        for job in self.busy.due(Instant::now()) {
            self.waiting.push_front(job);
        }
        batch::take(&mut self.waiting)
    }

    /// Refuses the claims that waited too long. It looks at all: one that waited apart may stand behind younger ones.
    fn expire(&mut self) {
        let mut refused = Vec::new();
        let late = |job: &Job| job.arrived.elapsed() > LEDGER_QUEUE;
        if self.waiting.iter().any(late) {
            let (late, rest): (VecDeque<_>, _) = std::mem::take(&mut self.waiting).into_iter().partition(late);
            self.waiting = rest;
            let refusal = Refusal::Unavailable("the database is too slow".into());
            refused.extend(late.into_iter().map(|job| job.refused(refusal.clone())));
        }
        let refusal = Refusal::Unavailable("somebody else holds the waffle".into());
        refused.extend(self.busy.expired().into_iter().map(|job| job.refused(refusal.clone())));
        if !refused.is_empty() {
            deliver(&self.actors, refused);
        }
    }
}
