//! Commits batches.

use std::collections::VecDeque;
use std::sync::Weak;
use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio::time::{Instant, sleep};
use waffle_domain::failure::Failure;
use waffle_domain::timeouts::{LEDGER_COMMIT, LEDGER_LINE, LEDGER_RETRY};
use waffle_store::claims::{self, Verdict};
use waffle_store::failure::StoreFailure;
use waffle_store::ledger_session::{Backend, LedgerSession};
use waffle_store::pools::IDLE;

use crate::database_call::within_primary;
use crate::ledger::job::{Job, Settled};
use crate::ledger::{Claimants, Shared, batch};

/// How often a single claim is tried that runs into conflicts.
const TRIES: u32 = 3;
/// After how long an idle connection is pinged while another one has lived on: that one notices immediately when the
/// database ends, though not when the network falls silent.
const IDLE_WITH_ANOTHER: Duration = Duration::from_secs(1);
/// The pause before another try to connect.
const AGAIN: Duration = Duration::from_millis(100);

/// Commits batches on a lane's connection.
pub(crate) struct Committer {
    pub(super) shared: Shared,
    pub(super) session: Option<LedgerSession>,
    /// A backend of ours that still waits for standbys, though no one needs its answer.
    pub(super) waiting: Option<Backend>,
    /// When the session was last used, and the other connection that lived then.
    used: (Instant, Option<u64>),
}

impl Committer {
    /// Makes a committer that connects at its first batch.
    pub(crate) fn new(shared: Shared) -> Self {
        Self { shared, session: None, waiting: None, used: (Instant::now(), None) }
    }

    /// Connects, unless the connection lives. A failure is returned after a moment.
    pub(super) async fn connect(&mut self) -> Result<(), StoreFailure> {
        match self.live_session(IDLE_WITH_ANOTHER).await {
            Ok(session) => self.keep(session),
            Err(failure) => {
                sleep(AGAIN).await;
                return Err(failure);
            }
        }
        Ok(())
    }

    /// Commits a batch and settles its claims. Gives back those whose waffles another session has locked; with
    /// `queues`, claims on a single waffle queue for its row first. If the batch fails it is split, so that a bad claim
    /// fails alone; if its answer is lost it is looked up first.
    pub(crate) async fn commit(&mut self, batch: Vec<Job>, queues: bool) -> Vec<Job> {
        let (begun, claims) = (Instant::now(), batch.len());
        let mut busy = Vec::new();
        let mut work = VecDeque::from([(batch, 0)]);
        while let Some((batch, tries)) = work.pop_front() {
            if batch.is_empty() {
                continue;
            }
            match self.attempt(&batch, queues).await {
                Ok((verdicts, at)) => {
                    let (held, judged): (Vec<_>, Vec<_>) =
                        batch.into_iter().zip(verdicts).partition(|(_, verdict)| *verdict == Verdict::Busy);
                    busy.extend(held.into_iter().map(|(job, _)| job));
                    deliver(&self.shared.actors, judged.into_iter().map(|(job, verdict)| job.judged(verdict, at)));
                }
                Err((StoreFailure::Lost(text), lost)) => {
                    self.shared.counters.ledger.lost.one();
                    log::warn!(claims = batch.len(), error = text.as_str(); "ledger lost an answer");
                    let again = self.look_up(batch, lost).await;
                    work.push_back((again, tries));
                }
                Err((StoreFailure::Unreachable(text), _)) => {
                    log::warn!(error = text.as_str(); "ledger can't reach the database");
                    self.refuse(batch, &Failure::unavailable(text.clone()));
                    for (rest, _) in work.drain(..) {
                        self.refuse(rest, &Failure::unavailable(text.clone()));
                    }
                }
                Err((StoreFailure::Locked(_), _)) if queues => busy.extend(batch),
                Err((StoreFailure::Locked(text), _)) => {
                    // The lock is not a waffle's row, but that of a buyer, or a table. Nothing was done.
                    self.shared.counters.ledger.locked.one();
                    log::warn!(claims = batch.len(), error = text.as_str(); "ledger gives up, a lock lasts");
                    self.refuse(batch, &Failure::unavailable(text));
                }
                Err((failure, _)) if batch.len() > 1 => {
                    self.shared.counters.ledger.split.one();
                    log::info!(claims = batch.len(), error:% = failure; "ledger splits a batch");
                    let (late, rest): (Vec<_>, Vec<_>) =
                        batch.into_iter().partition(|j| j.arrived.elapsed() > LEDGER_RETRY);
                    self.refuse(late, &Failure::unavailable(failure.to_string()));
                    for part in batch::split(rest).into_iter().rev() {
                        work.push_front((part, tries));
                    }
                }
                Err((StoreFailure::Aborted(_), _)) if tries + 1 < TRIES => {
                    self.shared.counters.ledger.conflicts.one();
                    work.push_back((batch, tries + 1));
                }
                Err((failure, _)) => {
                    log::error!(error:% = failure; "ledger refused a claim");
                    self.refuse(batch, &Failure::from(failure));
                }
            }
        }
        let ledger = &self.shared.counters.ledger;
        ledger.busy.add(busy.len() as u64);
        ledger.batches.note(claims as u64);
        ledger.commits.note_duration(begun.elapsed());
        busy
    }

    async fn attempt(
        &mut self,
        batch: &[Job],
        queues: bool,
    ) -> Result<(Vec<Verdict>, DateTime<Utc>), (StoreFailure, Option<Backend>)> {
        let orders: Vec<_> = batch.iter().map(Job::order).collect();
        let mut session = self.live_session(IDLE_WITH_ANOTHER).await.map_err(|e| (e, None))?;
        let at = (self.shared.now)();
        let let_go = session.let_go();
        let commit = claims::commit_waiting(&mut session, &orders, at, queues.then_some(LEDGER_LINE));
        match within_primary(LEDGER_COMMIT, let_go, commit).await {
            Err(StoreFailure::Lost(text)) => Err((StoreFailure::Lost(text), Some(session.backend()))),
            result => {
                self.keep(session);
                result.map(|verdicts| (verdicts, at)).map_err(|e| (e, None))
            }
        }
    }

    /// Takes the connection, or makes one. It is pinged after it was idle for a while, which is longer while another
    /// one has lived on. If that fails, nothing was sent.
    pub(super) async fn live_session(&mut self, idle_with_another: Duration) -> Result<LedgerSession, StoreFailure> {
        if let Some(mut session) = self.session.take().filter(|session| !session.is_let_go()) {
            let (used, other) = self.used;
            let lives_on = other.is_some() && other == self.shared.listening.alive();
            let idle = if lives_on { idle_with_another } else { IDLE };
            let let_go = session.let_go();
            let lives = used.elapsed() < idle
                || tokio::select! {
                    alive = session.is_alive() => alive,
                    () = let_go => false,
                };
            if lives {
                return Ok(session);
            }
        }
        LedgerSession::open(&self.shared.database).await
    }

    /// Keeps a connection that has just worked.
    pub(super) fn keep(&mut self, session: LedgerSession) {
        self.used = (Instant::now(), self.shared.listening.alive());
        self.session = Some(session);
    }

    /// Refuses all claims of a batch.
    pub(super) fn refuse(&self, batch: Vec<Job>, refusal: &Failure) {
        deliver(&self.shared.actors, batch.into_iter().map(|job| job.refused(refusal.clone())));
    }
}

/// Hands settled claims to their waffles' actors. If those are gone, dropping the claims answers their callers.
pub(super) fn deliver(actors: &Weak<dyn Claimants>, settled: impl IntoIterator<Item = Settled>) {
    let settled: Vec<Settled> = settled.into_iter().collect();
    if let Some(actors) = actors.upgrade() {
        actors.settle(settled);
    }
}
