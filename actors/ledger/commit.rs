//! Commits batches, and finds out what became of those whose answer was lost.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio::time::{Instant, sleep, timeout};
use uuid::Uuid;
use waffle_domain::claim::Granted;
use waffle_domain::event::{Event, EventBody};
use waffle_store::claims::{self, Verdict};
use waffle_store::connect::{Backend, LedgerSession, PgConnectOptions};
use waffle_store::events;
use waffle_store::failure::Failure;

use crate::ledger::batch;
use crate::ledger::job::{Deliver, Job, Settled};
use crate::refusal::Refusal;
use crate::settings::Now;

/// How long a commit may take. The database's own limits for locks (1 s) and statements (4 s) end before it.
const ANSWER: Duration = Duration::from_secs(5);
/// How long after its arrival a claim's outcome is looked for: a request ends within 10 s.
const CERTAINTY: Duration = Duration::from_secs(9);
/// Until how long after its arrival a claim is tried again that failed with others, or by a conflict.
const TRY_FOR: Duration = Duration::from_secs(4);
/// How often a claim that fails alone, by a conflict, is tried again.
const TRIES: u32 = 3;
/// How long a commit waits for a lock, and how long it waits for a waffle that made another commit wait too long: that one
/// must not hold up the others a second time.
const LOCK: Duration = Duration::from_secs(1);
const SUSPECT_LOCK: Duration = Duration::from_millis(50);
/// A connection that was not used for so long is asked whether it is alive: what is sent on a dead one may have been done.
const IDLE: Duration = Duration::from_millis(5);

/// The ledger's connection, and what is known of the one before.
pub struct Committer {
    options: PgConnectOptions,
    now: Now,
    deliver: Deliver,
    session: Option<LedgerSession>,
    used: Instant,
    /// Waffles whose row was locked too long.
    suspects: HashSet<Uuid>,
}

impl Committer {
    /// Makes a committer that connects at its first batch.
    pub fn new(options: PgConnectOptions, now: Now, deliver: Deliver) -> Self {
        Self { options, now, deliver, session: None, used: Instant::now(), suspects: HashSet::new() }
    }

    /// Commits a batch and settles every claim of it. A batch that fails as a whole is tried in parts, so that one bad claim
    /// fails alone; one whose answer is lost is looked up first.
    pub async fn commit(&mut self, jobs: Vec<Job>) {
        let (suspected, trusted): (Vec<_>, Vec<_>) =
            jobs.into_iter().partition(|job| self.suspects.contains(&job.waffle_id()));
        let batches = std::iter::once(trusted).chain(batch::by_waffle(suspected));
        let mut work: VecDeque<_> = batches.filter(|batch| !batch.is_empty()).map(|batch| (batch, 0)).collect();
        while let Some((batch, tries)) = work.pop_front() {
            let suspect = batch.first().map(Job::waffle_id).filter(|id| self.suspects.contains(id));
            let patience = if suspect.is_some() { SUSPECT_LOCK } else { LOCK };
            match self.attempt(&batch, patience).await {
                Ok((verdicts, at)) => {
                    if let Some(id) = suspect {
                        self.suspects.remove(&id);
                    }
                    self.settle(batch, verdicts.into_iter().map(Ok), at);
                }
                Err((Failure::Lost(text), lost)) => {
                    log::warn!("ledger lost an answer, looks {} claims up: {text}", batch.len());
                    let again = self.look_up(batch, lost).await;
                    if !again.is_empty() {
                        work.push_back((again, tries));
                    }
                }
                Err((Failure::Unreachable(text), _)) => {
                    log::warn!("ledger can't reach the database: {text}");
                    self.refuse(batch, &Refusal::Unavailable(text.clone()));
                    for (rest, _) in work.drain(..) {
                        self.refuse(rest, &Refusal::Unavailable(text.clone()));
                    }
                }
                Err((Failure::Locked(text), _)) => {
                    let mut parts = batch::by_waffle(batch);
                    self.suspects.extend(parts.iter().filter_map(|part| part.first().map(Job::waffle_id)));
                    log::warn!("ledger waited too long for a lock of {} waffles: {text}", parts.len());
                    if parts.len() == 1 {
                        parts.drain(..).for_each(|part| self.refuse(part, &Refusal::Unavailable(text.clone())));
                    }
                    for part in parts.into_iter().rev() {
                        work.push_front((part, tries));
                    }
                }
                Err((failure, _)) if batch.len() > 1 => {
                    log::info!("ledger splits a batch of {}: {failure}", batch.len());
                    let (late, rest): (Vec<_>, Vec<_>) =
                        batch.into_iter().partition(|j| j.arrived().elapsed() > TRY_FOR);
                    self.refuse(late, &Refusal::Unavailable(failure.to_string()));
                    for part in batch::split(rest).into_iter().rev() {
                        work.push_front((part, tries));
                    }
                }
                Err((Failure::Aborted(_), _)) if tries + 1 < TRIES => work.push_back((batch, tries + 1)),
                Err((failure, _)) => {
                    log::error!("ledger refused a claim: {failure}");
                    self.refuse(batch, &Refusal::from(failure));
                }
            }
        }
    }

    async fn attempt(
        &mut self,
        batch: &[Job],
        lock_patience: Duration,
    ) -> Result<(Vec<Verdict>, DateTime<Utc>), (Failure, Option<Backend>)> {
        let orders: Vec<_> = batch.iter().filter_map(Job::order).collect();
        let mut session = self.live_session(lock_patience).await.map_err(|e| (e, None))?;
        let at = (self.now)();
        let result = match timeout(ANSWER, claims::commit(&mut session, &orders, at)).await {
            Ok(result) => result,
            Err(_) => Err(Failure::late(ANSWER)),
        };
        match result {
            Err(Failure::Lost(text)) => Err((Failure::Lost(text), Some(session.backend()))),
            result => {
                self.session = Some(session);
                self.used = Instant::now();
                result.map(|verdicts| (verdicts, at)).map_err(|e| (e, None))
            }
        }
    }

    /// Takes the connection, or makes one; on failure nothing was sent that changes anything.
    async fn live_session(&mut self, lock_patience: Duration) -> Result<LedgerSession, Failure> {
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
        session.wait_for_locks(lock_patience).await.map_err(Failure::before_commit)?;
        Ok(session)
    }

    /// Ends the backend that did not answer, then looks each claim up by its id. Answers the claims that were certainly not
    /// made and whose callers still wait; the others are settled.
    async fn look_up(&mut self, mut batch: Vec<Job>, lost: Option<Backend>) -> Vec<Job> {
        let mut pause = Duration::from_millis(50);
        loop {
            match self.find(&batch, lost).await {
                Ok(mut found) => {
                    let mut again = Vec::new();
                    for job in batch {
                        match found.remove(&job.id()) {
                            Some(events) => {
                                let at = events.first().map_or(DateTime::UNIX_EPOCH, |e| e.at);
                                match granted(&job, &events) {
                                    Some(verdict) => job.settle(Ok(verdict), at),
                                    None => drop(job),
                                }
                            }
                            None if job.abandoned() || job.arrived().elapsed() > CERTAINTY => {
                                job.settle(Err(Refusal::Unavailable("the database was away".into())), (self.now)());
                            }
                            None => again.push(job),
                        }
                    }
                    return again;
                }
                Err(failure) => log::debug!("ledger can't look claims up yet: {failure}"),
            }
            let (late, rest): (Vec<_>, Vec<_>) = batch.into_iter().partition(|job| job.arrived().elapsed() > CERTAINTY);
            self.refuse(late, &Refusal::OutcomeUnknown);
            if rest.is_empty() {
                return rest;
            }
            batch = rest;
            let next = batch.iter().map(|job| job.arrived() + CERTAINTY).min().unwrap_or_else(Instant::now);
            sleep(pause.min(next.saturating_duration_since(Instant::now()) + Duration::from_millis(1))).await;
            pause = (pause * 2).min(Duration::from_millis(400));
        }
    }

    async fn find(&mut self, batch: &[Job], lost: Option<Backend>) -> Result<HashMap<Uuid, Vec<Event>>, Failure> {
        let mut session = LedgerSession::open(&self.options).await?;
        let mut by_waffle: BTreeMap<Uuid, (i64, Vec<Uuid>)> = BTreeMap::new();
        for job in batch {
            let (seq, ids) = by_waffle.entry(job.waffle_id()).or_insert((i64::MAX, Vec::new()));
            *seq = (*seq).min(job.known_seq());
            ids.push(job.id());
        }
        let search = async {
            if let Some(backend) = lost {
                session.end_backend(backend).await?;
            }
            let mut found: HashMap<Uuid, Vec<Event>> = HashMap::new();
            for (waffle_id, (seq, ids)) in &by_waffle {
                for event in events::of_changes(&mut session, *waffle_id, *seq, ids).await? {
                    found.entry(event.change_id.unwrap_or_default()).or_default().push(event);
                }
            }
            Ok::<_, Failure>(found)
        };
        let found = timeout(ANSWER, search).await.map_err(|_| Failure::late(ANSWER))??;
        self.session = Some(session);
        self.used = Instant::now();
        Ok(found)
    }

    /// Settles a batch, with one message for each waffle, so that its watchers get one broadcast.
    fn settle(&self, batch: Vec<Job>, outcomes: impl Iterator<Item = Result<Verdict, Refusal>>, at: DateTime<Utc>) {
        let mut by_waffle: HashMap<Uuid, Vec<Settled>> = HashMap::new();
        for (job, outcome) in batch.into_iter().zip(outcomes) {
            by_waffle.entry(job.waffle_id()).or_default().extend(job.settled(outcome, at));
        }
        for (waffle_id, settled) in by_waffle {
            (self.deliver)(waffle_id, settled);
        }
    }

    /// Settles a batch with one refusal for all.
    pub fn refuse(&self, batch: Vec<Job>, refusal: &Refusal) {
        let outcomes = std::iter::repeat_with(|| Err(refusal.clone()));
        self.settle(batch, outcomes, (self.now)());
    }

    /// Gives what else settles claims.
    pub fn now(&self) -> Now {
        Arc::clone(&self.now)
    }
}

fn granted(job: &Job, events: &[Event]) -> Option<Verdict> {
    let order = job.order()?;
    let spots = events.iter().filter_map(|event| match &event.body {
        EventBody::Spot(change) => Some((change.spot_id, change.number)),
        EventBody::Waffle { .. } => None,
    });
    let granted = Granted { spots: spots.collect(), handle: order.handle, requested: order.requested };
    Some(Verdict::Granted { granted, first_seq: events.first().map(|e| e.seq) })
}
