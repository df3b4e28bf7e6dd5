//! Finds out the outcome of claims whose commit was not answered.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use chrono::DateTime;
use tokio::time::{Instant, sleep, timeout_at};
use uuid::Uuid;
use waffle_domain::claim::Granted;
use waffle_domain::failure::Failure;
use waffle_domain::timeouts::{CLAIM_CERTAINTY, LEDGER_COMMIT};
use waffle_domain::wire::event::{Event, EventBody, Mark};
use waffle_store::claims::Verdict;
use waffle_store::events;
use waffle_store::failure::StoreFailure;
use waffle_store::ledger_session::{Backend, LedgerSession};

use crate::database_call::within_primary;
use crate::ledger::commit::{Committer, deliver};
use crate::ledger::job::Job;

impl Committer {
    /// Ends the backend that did not answer, then looks up each claim by its id. Gives back the claims that were
    /// certainly not made and whose callers still wait; settles the others. A claim that is found counts as made once
    /// the standbys have it as well: the end of the backend cut short its own wait for them.
    pub(super) async fn look_up(&mut self, mut batch: Vec<Job>, lost: Option<Backend>) -> Vec<Job> {
        let mut pause = Duration::from_millis(50);
        loop {
            let until = batch.iter().map(|job| job.arrived + CLAIM_CERTAINTY).min().unwrap_or_else(Instant::now);
            match self.find(&batch, lost, until).await {
                Ok(mut found) => {
                    let mut again = Vec::new();
                    for job in batch {
                        match found.remove(&job.claim.id) {
                            Some(events) => {
                                let at = events.first().map_or(DateTime::UNIX_EPOCH, |e| e.at);
                                let verdict = granted(&job, &events);
                                deliver(&self.shared.actors, [job.judged(verdict, at)]);
                            }
                            None if job.answer.is_abandoned() || job.arrived.elapsed() > CLAIM_CERTAINTY => {
                                // An earlier grant under its key may have been on its way.
                                let unavailable = || Failure::unavailable("the database was away");
                                let refusal = job.key().map_or_else(unavailable, |_| Failure::outcome_unknown());
                                self.refuse(vec![job], &refusal);
                            }
                            None => again.push(job),
                        }
                    }
                    return again;
                }
                Err(failure) => log::debug!(error:% = failure; "ledger can't look up claims yet"),
            }
            let (late, rest): (Vec<_>, Vec<_>) =
                batch.into_iter().partition(|job| job.arrived.elapsed() > CLAIM_CERTAINTY);
            self.refuse(late, &Failure::outcome_unknown());
            if rest.is_empty() {
                return rest;
            }
            batch = rest;
            let next = batch.iter().map(|job| job.arrived + CLAIM_CERTAINTY).min().unwrap_or_else(Instant::now);
            sleep(pause.min(next.saturating_duration_since(Instant::now()) + Duration::from_millis(1))).await;
            pause = (pause * 2).min(Duration::from_millis(400));
        }
    }

    async fn find(
        &mut self,
        batch: &[Job],
        lost: Option<Backend>,
        until: Instant,
    ) -> Result<HashMap<Uuid, Vec<Event>>, StoreFailure> {
        let mut by_waffle: BTreeMap<Uuid, (Mark, Vec<Uuid>)> = BTreeMap::new();
        for job in batch {
            let (known, ids) = by_waffle.entry(job.waffle_id()).or_insert((job.known, Vec::new()));
            if job.known.seq < known.seq {
                *known = job.known;
            }
            ids.push(job.claim.id);
        }
        let waiting = &mut self.waiting;
        let search = async {
            let mut session = LedgerSession::open(&self.shared.database).await?;
            let let_go = session.let_go();
            let find = async {
                for backend in lost.into_iter().chain(*waiting) {
                    session.end_backend(backend).await?;
                }
                *waiting = None;
                let mut found: HashMap<Uuid, Vec<Event>> = HashMap::new();
                for (waffle_id, (known, ids)) in &by_waffle {
                    for event in events::of_changes(&mut session, *waffle_id, *known, ids).await? {
                        found.entry(event.change_id.unwrap_or_default()).or_default().push(event);
                    }
                }
                if !found.is_empty() {
                    *waiting = Some(session.backend());
                    session.wait_for_standbys().await?;
                    *waiting = None;
                }
                Ok(found)
            };
            let found = within_primary(LEDGER_COMMIT, let_go, find).await?;
            Ok::<_, StoreFailure>((session, found))
        };
        let until = until.min(Instant::now() + LEDGER_COMMIT);
        let (session, found) = timeout_at(until, search).await.map_err(|_| StoreFailure::late(LEDGER_COMMIT))??;
        self.keep(session);
        Ok(found)
    }
}

fn granted(job: &Job, events: &[Event]) -> Verdict {
    let order = job.order();
    let spots = events.iter().filter_map(|event| match &event.body {
        EventBody::Spot(change) => Some((change.spot_id, change.number)),
        EventBody::Waffle(_) => None,
    });
    let granted = Granted {
        spots: spots.collect(),
        handle: order.handle,
        requested: order.requested,
        first_seq: events.first().map(|event| event.seq),
        replayed: false,
    };
    let pay_by = events.iter().find_map(|event| match &event.body {
        EventBody::Spot(change) => change.pay_by,
        EventBody::Waffle(_) => None,
    });
    Verdict::Granted { granted, pay_by }
}
