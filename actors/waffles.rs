//! The way in for the web layer: claims, changes, snapshots and subscriptions.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use actix::Actor;
use actix::dev::SendError;
use futures_util::future::join_all;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use uuid::Uuid;
use waffle_domain::claim::{Claim, Granted};
use waffle_domain::failure::Failure;
use waffle_domain::payment_note::PaymentNote;
use waffle_domain::receipt::Receipt;
use waffle_domain::refusal::Refusal;
use waffle_domain::timeouts::{ACTOR_ANSWER, LAST_HINTS, SNAPSHOT};
use waffle_store::database::Database;
use waffle_store::failure::{StoreFailure, of_read};
use waffle_store::hints::Newest;
use waffle_store::loading::{self, LoadedWaffle};
use waffle_store::payments::{LineResult, PaymentsOrder};
use waffle_store::pools::Pools;
use waffle_store::spots::{SpotOrder, SpotResult};
use waffle_store::waffles::{self, WaffleRef};

use crate::awaited_answer::Reply;
use crate::deadlines;
use crate::hints_to_servers::notifier;
use crate::ledger::{Ledger, Shared};
use crate::loaders::{LOADS, load, look_up};
use crate::news_from_servers::compare_and_evict;
use crate::news_from_servers::{listener, reader};
use crate::openings::Openings;
use crate::registry::{Registry, Running, Visit};
use crate::shared_change_announcer;
use crate::snapshot::Snapshot;
use crate::supervised_task::Supervised;
use crate::telemetry::Counters;
use crate::used_keys::Keys;
use crate::waffle::live_board::{Decision, foregone, may_be_from_memory};
use crate::waffle::messages::{ChangeSpots, ClaimSpots, Compare, SayPaid, Subscribe, TakePayments, WaitForSeq};
use crate::waffle::{WaffleActor, nothing};
use crate::waffles_config::WafflesConfig;
use crate::watch::{Subscription, SubscriptionEnd, subscription};

/// How often an actor that has just died is looked up again.
const TRIES: u32 = 3;
/// How often a claim is handed over if actors end before they decide on it.
const CLAIM_TRIES: u32 = 2;

/// All waffles. Clones share their actors.
#[derive(Clone)]
pub struct Waffles {
    registry: Arc<Registry>,
    keys: Keys,
}

/// Owns what [`Waffles::start`] started, to stop it.
pub struct WafflesOwner {
    waffles: Waffles,
    /// The ledger's.
    lanes: Vec<Supervised>,
    tasks: Vec<Supervised>,
}

impl Waffles {
    /// Starts the ledger and the background tasks; needs a running actix system.
    pub fn start(
        pools: &Pools,
        database: impl Into<Database>,
        config: WafflesConfig,
    ) -> Result<(Self, WafflesOwner), Failure> {
        let database = database.into();
        let (now, counters) = (Arc::clone(&config.now), Arc::clone(&config.counters));
        let registry = Arc::new(Registry::new(pools.actors.clone(), config));
        let listening = Arc::clone(&registry.hints.listening);
        let actors = Arc::downgrade(&registry);
        let shared = Shared { database: database.clone(), now, actors, counters, listening };
        let (ledger, lanes) = Ledger::start(&registry.ledger_arbiters(), &shared);
        registry.set_ledger(ledger);
        let (keys, look_up_of_keys) = Keys::start(database.clone());
        let (hints, for_notifier) = (Arc::clone(&registry.hints), database.clone());
        let listened = database.clone();
        let mut tasks = vec![
            look_up_of_keys,
            Supervised::endless("notifier", move || notifier::notify(Arc::clone(&hints), for_notifier.clone())),
            task("listener", &registry, move |registry| listener::listen(registry, listened.clone())),
            task("keeper of waffles", &registry, compare_and_evict::keep),
            task("reader of hints", &registry, reader::read),
            task("deadlines", &registry, deadlines::release),
            task("lookup of waffles", &registry, look_up),
        ];
        if database.is_several() {
            tasks
                .push(Supervised::endless("follower of the primary", move || crate::primary::follow(database.clone())));
        }
        tasks.extend((0..LOADS).map(|_| task("loader of waffles", &registry, load)));
        let waffles = Self { registry, keys };
        Ok((waffles.clone(), WafflesOwner { waffles, lanes, tasks }))
    }

    /// Returns the newest snapshot of a waffle, even of an archived one; none if there is no such waffle.
    pub async fn snapshot(&self, by: &WaffleRef) -> Result<Option<Arc<Snapshot>>, Failure> {
        Ok(self.registry.find(by).await?.map(|running| running.published.snapshot.load_full()))
    }

    /// Claims spots for a handle, and answers within 10 s. Granted spots are committed.
    pub async fn claim(&self, claim: Claim) -> Result<Granted, Failure> {
        let answer = self.hand_over(&claim).await;
        let counts = &self.counters().claims;
        counts.note(&answer);
        let granted = answer.as_ref().is_ok_and(|granted| !granted.spots.is_empty());
        if !granted && let Some(running) = self.loaded(claim.waffle_id) {
            let known = running.published.snapshot.load();
            let dropped = self.registry.config.refused_claims.note(&claim, &answer, &known.board);
            counts.refused_dropped.add(dropped as u64);
        }
        answer
    }

    async fn hand_over(&self, claim: &Claim) -> Result<Granted, Failure> {
        let arrived = Instant::now();
        let by = WaffleRef::Id(claim.waffle_id);
        let running = self.registry.find(&by).await?.ok_or(Refusal::NoWaffle)?;
        let known = running.published.snapshot.load();
        let config = &self.registry.config;
        let foregone = foregone(&known.waffle, &known.board, claim, config.memory_guard, &*config.now);
        drop(known);
        let answer = match foregone {
            Some(Decision::Refuse(refusal)) => Err(refusal.into()),
            Some(Decision::NoneFree) => return Ok(nothing(claim)),
            Some(Decision::Submit(_) | Decision::Wait) | None => self.submit(claim, false, arrived).await,
        };
        // Memory knows no keys. Any server may have granted something under this one, to this request or to another
        // one, and then the answer is that grant, or that the key was reused. So the database is asked whether the key
        // was used, after memory has decided. If it was not, no grant under it was reported before this request came,
        // and the refusal is as true as that of a claim without a key. Asked earlier, the database would prove nothing:
        // a repeat might get these very spots before memory looks at them. Nor do the holders of the spots prove
        // anything: the key may stand for another request.
        match (&answer, &claim.key) {
            (Err(failure), Some(key)) if may_be_from_memory(&failure.refusal) && self.keys.is_used(key).await? => {
                self.submit(claim, true, arrived).await
            }
            _ => answer,
        }
    }

    /// Has the waffle's actor decide on a claim.
    async fn submit(&self, claim: &Claim, key_used: bool, arrived: Instant) -> Result<Granted, Failure> {
        let by = WaffleRef::Id(claim.waffle_id);
        for _ in 0..CLAIM_TRIES {
            let (reply, answer) = oneshot::channel();
            // From now on: while its waffle was loaded, the claim did not wait for others.
            let message = ClaimSpots { claim: claim.clone(), key_used, arrived: Instant::now(), reply };
            let _visit = self.ask(&by, message).await?;
            match timeout_at(arrived + ACTOR_ANSWER, answer).await {
                Ok(Ok(result)) => return result,
                // The actor ended before it handed the claim to the ledger: nothing was done.
                Ok(Err(_)) => {}
                Err(_) => return Err(Refusal::OutcomeUnknown.into()),
            }
        }
        Err(Failure::unavailable("the waffle's actor died"))
    }

    /// Marks spots paid or releases them. Answers within 10 s.
    pub async fn change_spots(&self, order: SpotOrder) -> Result<Vec<SpotResult>, Failure> {
        self.change(order.waffle_id, |reply| ChangeSpots { order, reply }).await
    }

    /// Marks spots paid by lines of payments, in one transaction. Answers within 10 s, with a result for each line.
    pub async fn take_payments(&self, order: PaymentsOrder) -> Result<Vec<LineResult>, Failure> {
        self.change(order.waffle_id, |reply| TakePayments { order, reply }).await
    }

    /// Records that a buyer reports a payment, or with no note withdraws that. Answers within 10 s with the waffle's
    /// newest sequence number.
    pub async fn say_paid(&self, receipt: Receipt, note: Option<PaymentNote>) -> Result<i64, Failure> {
        self.change(receipt.waffle_id, |reply| SayPaid { receipt, note, reply }).await
    }

    async fn change<T, M>(&self, waffle_id: Uuid, message: impl FnOnce(Reply<T>) -> M) -> Result<T, Failure>
    where
        M: actix::Message<Result = ()> + Send + 'static,
        WaffleActor: actix::Handler<M>,
        <WaffleActor as Actor>::Context: actix::dev::ToEnvelope<WaffleActor, M>,
    {
        let arrived = Instant::now();
        let (reply, answer) = oneshot::channel();
        let _visit = self.ask(&WaffleRef::Id(waffle_id), message(reply)).await?;
        match timeout_at(arrived + ACTOR_ANSWER, answer).await {
            Ok(Ok(result)) => result,
            Ok(Err(_)) | Err(_) => Err(Refusal::OutcomeUnknown.into()),
        }
    }

    /// Subscribes to a waffle's events, starting after `since`; none if there is no such waffle. If the server is
    /// stopping, the subscription has ended already. Has to be called on the watcher's thread, one of actix's.
    pub async fn watch(&self, by: &WaffleRef, since: Option<i64>) -> Result<Option<Subscription>, Failure> {
        for _ in 0..TRIES {
            if self.registry.is_closing() {
                // Before looking for the waffle, which may take a while.
                return Ok(Some(Subscription::ended(SubscriptionEnd::Stopping)));
            }
            let Some(visit) = self.registry.find(by).await? else { return Ok(None) };
            let (subscriber, subscription) = subscription(visit.published.hubs.here());
            if visit.addr.try_send(Subscribe { subscriber, since }).is_ok() {
                return Ok(Some(subscription));
            }
        }
        Err(Refusal::Overloaded.into())
    }

    /// Returns a snapshot that contains the log up to `seq`, after a change that bypassed the waffle's actor. Watchers
    /// and other servers are informed. None if the waffle is gone.
    pub async fn snapshot_at(&self, waffle_id: Uuid, seq: i64) -> Result<Option<Arc<Snapshot>>, Failure> {
        self.registry.hints.send(waffle_id, Newest::Seq(seq));
        let by = WaffleRef::Id(waffle_id);
        let (reply, answer) = oneshot::channel();
        let _visit = match self.ask(&by, WaitForSeq { seq, reply }).await {
            Err(Failure { refusal: Refusal::NoWaffle, .. }) => return Ok(None),
            visit => visit?,
        };
        if let Ok(Ok(snapshot)) = timeout(SNAPSHOT, answer).await
            && snapshot.seq >= seq
        {
            return Ok(Some(snapshot));
        }
        let loaded = loading::load(&self.registry.pool, &[waffle_id]).await.map_err(of_read)?;
        let snapshot = |LoadedWaffle { waffle, board, newest }| Snapshot::new(Arc::new(waffle), board, newest, 0);
        Ok(loaded.into_iter().next().map(|loaded| Arc::new(snapshot(loaded))))
    }

    /// Writes a change of something that waffles show into their logs, informs other servers, and waits until the
    /// waffles loaded here show it. Locked ones follow by themselves a little later.
    pub async fn announce(&self, shown_by: &[Uuid]) {
        if shown_by.is_empty() {
            return;
        }
        shared_change_announcer::announce(&self.registry).await;
        let followed = async {
            let mut answers = Vec::new();
            for (waffle_id, seq) in waffles::sequences(&self.registry.pool, shown_by).await? {
                self.registry.hints.send(waffle_id, Newest::Seq(seq));
                if let Some(running) = self.loaded(waffle_id) {
                    let (reply, answer) = oneshot::channel();
                    running.addr.do_send(WaitForSeq { seq, reply });
                    answers.push(answer);
                }
            }
            join_all(answers).await;
            Ok::<_, StoreFailure>(())
        };
        // After this time, readers see the old state a little longer.
        let _ = timeout(SNAPSHOT, followed).await;
    }

    /// Forgets which waffles were not found a moment ago, because one was just created, or may have been.
    pub fn created(&self) {
        self.registry.unknown.created();
    }

    /// Makes a loaded waffle read its log, without waiting for it.
    pub fn refresh(&self, waffle_id: Uuid) {
        if let Some(running) = self.loaded(waffle_id) {
            running.addr.do_send(Compare(Some(i64::MAX)));
        }
    }

    /// Closes the watchers of a deleted waffle, on other servers as well.
    pub fn deleted(&self, waffle_id: Uuid) {
        self.registry.hints.send(waffle_id, Newest::Deleted);
        if let Some(running) = self.loaded(waffle_id) {
            // From now on it can't be found here, however busy its actor is.
            running.published.retire();
            running.addr.do_send(Compare(None));
        }
    }

    /// Returns which waffles have just opened.
    pub fn openings(&self) -> Arc<Openings> {
        Arc::clone(&self.registry.config.openings)
    }

    /// Returns what the actors count.
    pub fn counters(&self) -> &Counters {
        &self.registry.config.counters
    }

    /// Counts the actors that died and were restarted.
    pub fn restarts(&self) -> u64 {
        self.registry.restarts()
    }

    /// Returns whether this server sees the database, as watchers are informed: without it, boards may be behind.
    pub fn sees_database(&self) -> bool {
        self.registry.sees_database.load(Ordering::Relaxed)
    }

    /// Returns whether this server receives hints from others.
    pub fn hears(&self) -> bool {
        self.registry.hints.listening.alive().is_some()
    }

    /// Counts how often the connection for them was made again.
    pub fn hint_reconnects(&self) -> u64 {
        self.registry.hints.reconnects.load(Ordering::Relaxed)
    }

    /// Counts the waffles whose actors run.
    pub fn count(&self) -> usize {
        self.registry.all().iter().filter(|running| running.is_live()).count()
    }

    /// Counts the watchers of all waffles.
    pub fn watchers(&self) -> usize {
        let live = |running: &&Arc<Running>| running.is_live();
        self.registry.all().iter().filter(live).map(|running| running.published.hubs.watchers()).sum()
    }

    /// Makes a waffle's actor panic.
    #[cfg(any(test, feature = "faults"))]
    pub fn panic(&self, waffle_id: Uuid) {
        if let Some(running) = self.loaded(waffle_id) {
            running.addr.do_send(crate::waffle::messages::Panic);
        }
    }

    /// Evicts a waffle's actor if it is idle, as if it had not been used for a while.
    #[cfg(any(test, feature = "faults"))]
    pub fn evict_if_idle(&self, waffle_id: Uuid) {
        if let Some(running) = self.loaded(waffle_id) {
            running.addr.do_send(crate::waffle::messages::EvictIfIdle);
        }
    }

    fn loaded(&self, waffle_id: Uuid) -> Option<Arc<Running>> {
        self.registry.entry(&WaffleRef::Id(waffle_id))
    }

    /// Hands a message to the waffle's actor, which stays for as long as the visit lasts. If that one has just died,
    /// the next one gets it.
    async fn ask<M>(&self, by: &WaffleRef, mut message: M) -> Result<Visit, Failure>
    where
        M: actix::Message<Result = ()> + Send + 'static,
        WaffleActor: actix::Handler<M>,
        <WaffleActor as Actor>::Context: actix::dev::ToEnvelope<WaffleActor, M>,
    {
        for _ in 0..TRIES {
            let visit = self.registry.find(by).await?.ok_or(Refusal::NoWaffle)?;
            match visit.addr.try_send(message) {
                Ok(()) => return Ok(visit),
                Err(SendError::Full(_)) => return Err(Refusal::Overloaded.into()),
                Err(SendError::Closed(back)) => message = back,
            }
        }
        Err(Failure::unavailable("the waffle's actor can't be started"))
    }
}

/// Starts a task that works for the registry.
fn task<Work: Future<Output = ()> + 'static>(
    name: &'static str,
    registry: &Arc<Registry>,
    work: impl Fn(Arc<Registry>) -> Work + 'static,
) -> Supervised {
    let registry = Arc::clone(registry);
    Supervised::endless(name, move || work(Arc::clone(&registry)))
}

impl WafflesOwner {
    /// Closes all watchers because the server stops, now and from now on. Requests are served until
    /// [`stop`](Self::stop).
    pub fn close_watchers(&self) {
        self.waffles.registry.close_watchers();
    }

    /// Commits what waits and stops everything. By now, no caller may wait for an answer.
    pub async fn stop(self) {
        self.close_watchers();
        join_all(self.lanes.into_iter().map(Supervised::stop)).await;
        let sent = async {
            while !self.waffles.registry.hints.are_sent() {
                sleep(Duration::from_millis(5)).await;
            }
        };
        let _ = timeout(LAST_HINTS, sent).await;
        join_all(self.tasks.into_iter().map(Supervised::stop)).await;
        self.waffles.registry.stop();
    }
}
