//! Commits batches.

use std::collections::VecDeque;
use std::sync::{Arc, Weak};
use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio::time::{Instant, timeout};
use uuid::Uuid;
use waffle_domain::time_limits::{LEDGER_COMMIT, LEDGER_LOCK, LEDGER_RETRY, LEDGER_SHORT_LOCK};
use waffle_store::claims::{self, Verdict};
use waffle_store::connect::{Backend, LedgerSession, PgConnectOptions};
use waffle_store::failure::StoreFailure;

use crate::config::Now;
use crate::ledger::Claimants;
use crate::ledger::batch;
use crate::ledger::job::{Job, Settled};
use crate::ledger::suspects::Suspects;
use crate::refusal::Refusal;
use crate::telemetry::Counters;

/// How often a single claim is tried that runs into conflicts, and a batch that waits for locks.
const TRIES: u32 = 3;
/// A connection idle for this long is pinged first: the outcome of what is sent on a dead one is unknown.
const IDLE: Duration = Duration::from_millis(5);

/// Commits batches on the ledger's connection.
pub struct Committer {
    pub(super) options: PgConnectOptions,
    pub(super) now: Now,
    pub(super) actors: Weak<dyn Claimants>,
    counters: Arc<Counters>,
    pub(super) session: Option<LedgerSession>,
    pub(super) used: Instant,
    suspects: Suspects,
}

impl Committer {
    /// Makes a committer that connects at its first batch.
    pub(crate) fn new(
        options: PgConnectOptions,
        now: Now,
        actors: Weak<dyn Claimants>,
        counters: Arc<Counters>,
    ) -> Self {
        Self { options, now, actors, counters, session: None, used: Instant::now(), suspects: Suspects::default() }
    }

    /// Commits a batch and settles its claims. Those on locked waffles are held up instead; earlier ones whose waffles
    /// are free again are committed as well.
    pub async fn commit(&mut self, jobs: Vec<Job>) {
        let now = Instant::now();
        let (suspected, trusted): (Vec<_>, Vec<_>) =
            jobs.into_iter().partition(|job| self.suspects.contains(job.waffle_id(), now));
        self.hold_up(suspected);
        self.work_off(trusted, LEDGER_LOCK).await;
        let freed = self.freed().await;
        self.work_off(freed, LEDGER_SHORT_LOCK).await;
    }

    /// Tells when to look at the claims that are held up, by a commit that may be empty; none if there are none.
    pub fn look_at(&self) -> Option<Instant> {
        self.suspects.look_at()
    }

    /// Commits a batch. If it fails it is split, so that a bad claim fails alone; if its answer is lost it is looked up
    /// first.
    async fn work_off(&mut self, batch: Vec<Job>, mut lock_patience: Duration) {
        let mut work = VecDeque::from([(batch, 0)]);
        while let Some((batch, tries)) = work.pop_front() {
            if batch.is_empty() {
                continue;
            }
            match self.attempt(&batch, lock_patience).await {
                Ok((verdicts, at)) => {
                    for job in &batch {
                        self.suspects.clear(job.waffle_id());
                    }
                    let judged = batch.into_iter().zip(verdicts).map(|(job, verdict)| job.judged(verdict, at));
                    deliver(&self.actors, judged);
                }
                Err((StoreFailure::Lost(text), lost)) => {
                    self.counters.ledger.lost.one();
                    log::warn!("ledger lost an answer, looks {} claims up: {text}", batch.len());
                    let again = self.look_up(batch, lost).await;
                    work.push_back((again, tries));
                }
                Err((StoreFailure::Unreachable(text), _)) => {
                    log::warn!("ledger can't reach the database: {text}");
                    self.refuse(batch, &Refusal::Unavailable(text.clone()));
                    for (rest, _) in work.drain(..) {
                        self.refuse(rest, &Refusal::Unavailable(text.clone()));
                    }
                }
                Err((StoreFailure::Locked(text), _)) => {
                    self.counters.ledger.locked.one();
                    lock_patience = LEDGER_SHORT_LOCK;
                    if tries + 1 < TRIES {
                        let rest = self.set_apart(batch, &text).await;
                        work.push_front((rest, tries + 1));
                    } else {
                        // Not a waffle's row is locked, but that of a buyer, or a table. Nothing was done.
                        log::warn!("ledger gives {} claims up, which wait for a lock: {text}", batch.len());
                        self.refuse(batch, &Refusal::Unavailable(text));
                    }
                }
                Err((failure, _)) if batch.len() > 1 => {
                    self.counters.ledger.split.one();
                    log::info!("ledger splits a batch of {}: {failure}", batch.len());
                    let (late, rest): (Vec<_>, Vec<_>) =
                        batch.into_iter().partition(|j| j.arrived.elapsed() > LEDGER_RETRY);
                    self.refuse(late, &Refusal::Unavailable(failure.to_string()));
                    for part in batch::split(rest).into_iter().rev() {
                        work.push_front((part, tries));
                    }
                }
                Err((StoreFailure::Aborted(_), _)) if tries + 1 < TRIES => {
                    self.counters.ledger.conflicts.one();
                    work.push_back((batch, tries + 1));
                }
                Err((failure, _)) => {
                    log::error!("ledger refused a claim: {failure}");
                    self.refuse(batch, &Refusal::from(failure));
                }
            }
        }
    }

    /// Holds up the claims of a batch whose waffles are locked, or all if that can't be told; gives back the others.
    async fn set_apart(&mut self, batch: Vec<Job>, text: &str) -> Vec<Job> {
        let mut waffles: Vec<Uuid> = batch.iter().map(Job::waffle_id).collect();
        waffles.sort_unstable();
        waffles.dedup();
        if let Ok(locked) = self.locked(&waffles).await {
            waffles = locked;
        }
        log::warn!("ledger waited too long for a lock, sets {} waffles apart: {text}", waffles.len());
        let now = Instant::now();
        for waffle in &waffles {
            self.suspects.add(*waffle, now);
        }
        let (apart, rest) = batch.into_iter().partition(|job| waffles.contains(&job.waffle_id()));
        self.hold_up(apart);
        rest
    }

    fn hold_up(&mut self, jobs: Vec<Job>) {
        let over = self.suspects.hold_up(jobs, Instant::now());
        self.refuse(over, &Refusal::Overloaded);
    }

    /// Takes the held up claims whose waffles are free again, and refuses those that waited too long.
    async fn freed(&mut self) -> Vec<Job> {
        let now = Instant::now();
        let waffles = self.suspects.to_look_at(now);
        let mut freed = Vec::new();
        if !waffles.is_empty() {
            match self.locked(&waffles).await {
                Ok(locked) => {
                    for waffle in &locked {
                        self.suspects.add(*waffle, now);
                    }
                    freed = self.suspects.take_freed(&locked, now);
                }
                Err(failure) => log::debug!("ledger can't look at locked waffles: {failure}"),
            }
        }
        let expired = self.suspects.expired();
        let refusal = Refusal::Unavailable("somebody else holds the waffle".into());
        self.refuse(expired, &refusal);
        let (left, freed) = freed.into_iter().partition(|job| job.answer.is_abandoned());
        self.refuse(left, &refusal);
        freed
    }

    async fn locked(&mut self, waffles: &[Uuid]) -> Result<Vec<Uuid>, StoreFailure> {
        let mut session = self.live_session(LEDGER_LOCK).await?;
        let locked = timeout(LEDGER_COMMIT, claims::locked(&mut session, waffles)).await;
        let locked = locked.unwrap_or_else(|_| Err(StoreFailure::late(LEDGER_COMMIT)))?;
        self.session = Some(session);
        self.used = Instant::now();
        Ok(locked)
    }

    async fn attempt(
        &mut self,
        batch: &[Job],
        lock_patience: Duration,
    ) -> Result<(Vec<Verdict>, DateTime<Utc>), (StoreFailure, Option<Backend>)> {
        let orders: Vec<_> = batch.iter().map(Job::order).collect();
        let mut session = self.live_session(lock_patience).await.map_err(|e| (e, None))?;
        let at = (self.now)();
        let result = match timeout(LEDGER_COMMIT, claims::commit(&mut session, &orders, at)).await {
            Ok(result) => result,
            Err(_) => Err(StoreFailure::late(LEDGER_COMMIT)),
        };
        match result {
            Err(StoreFailure::Lost(text)) => Err((StoreFailure::Lost(text), Some(session.backend()))),
            result => {
                self.session = Some(session);
                self.used = Instant::now();
                result.map(|verdicts| (verdicts, at)).map_err(|e| (e, None))
            }
        }
    }

    /// Takes the connection, or makes one. If that fails, nothing was sent that changes anything.
    async fn live_session(&mut self, lock_patience: Duration) -> Result<LedgerSession, StoreFailure> {
        let mut kept = self.session.take();
        if self.used.elapsed() >= IDLE
            && let Some(session) = &mut kept
            && !session.is_alive().await
        {
            kept = None;
        }
        if let Some(mut session) = kept
            && session.wait_for_locks(lock_patience).await.is_ok()
        {
            return Ok(session);
        }
        let mut session = LedgerSession::open(&self.options).await?;
        session.wait_for_locks(lock_patience).await.map_err(StoreFailure::before_commit)?;
        Ok(session)
    }

    /// Refuses all claims of a batch.
    pub(super) fn refuse(&self, batch: Vec<Job>, refusal: &Refusal) {
        deliver(&self.actors, batch.into_iter().map(|job| job.refused(refusal.clone())));
    }
}

/// Hands settled claims to their waffles' actors. If those are gone, dropping the claims answers their callers.
pub(super) fn deliver(actors: &Weak<dyn Claimants>, settled: impl IntoIterator<Item = Settled>) {
    let settled: Vec<Settled> = settled.into_iter().collect();
    if let Some(actors) = actors.upgrade() {
        actors.settle(settled);
    }
}
