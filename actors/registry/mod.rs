//! The running actors: found by id or slug, started once however many ask, restarted when they die.

mod missing_waffles;
mod progress;
mod question_queue;

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use actix::{Addr, Arbiter, ArbiterHandle};
use rand::TryRng;
use rand::rngs::SysRng;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep};
use uuid::Uuid;
use waffle_domain::failure::Failure;
use waffle_store::hints::Newest;
use waffle_store::loading::{FoundWaffle, LoadedWaffle};
use waffle_store::pools::ActorPool;
use waffle_store::waffles::WaffleRef;

use crate::hints_to_servers::Hints;
use crate::ledger::job::Settled;
use crate::ledger::{Claimants, Ledger, place_of};
use crate::registry::missing_waffles::Unknown;
use crate::registry::progress::Progress;
use crate::registry::question_queue::QuestionQueue;
use crate::waffle::live_board::LiveBoard;
use crate::waffle::messages::{CloseWatchers, LedgerDied, Settle};
use crate::waffle::{Published, WaffleActor};
use crate::waffles_config::WafflesConfig;

/// After running this long, an actor may be restarted without a pause again.
const TRUSTED: Duration = Duration::from_mins(1);

/// A waffle's actor, and what others see of it.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) id: Uuid,
    pub(crate) slug: String,
    pub(crate) addr: Addr<WaffleActor>,
    pub(crate) published: Arc<Published>,
    started: Instant,
    /// How often in a row it died shortly after a start.
    deaths: u32,
}

impl Running {
    /// Returns what it takes to load it again.
    fn wanted(&self) -> FoundWaffle {
        FoundWaffle { id: self.id, slug: self.slug.clone(), total_spots: self.total_spots() }
    }

    /// Returns the number of its spots.
    pub(crate) fn total_spots(&self) -> i32 {
        self.published.snapshot.load().board.total()
    }

    /// Returns the pause before it is restarted after it died: none at first, then 50 ms, doubling up to 1 s.
    fn backoff(&self) -> Duration {
        if self.deaths == 0 || self.started.elapsed() >= TRUSTED || self.published.has_retired() {
            Duration::ZERO
        } else {
            Duration::from_millis(50 << (self.deaths - 1).min(4)).min(Duration::from_secs(1))
        }
    }

    /// Returns whether it takes messages and will go on doing so.
    pub(crate) fn is_live(&self) -> bool {
        self.addr.connected() && !self.published.has_retired()
    }
}

/// A running actor that a caller is about to ask, or waits for: until the visit ends, it is not evicted. Clones are
/// separate visits.
pub(crate) struct Visit(Arc<Running>);

impl Visit {
    /// Visits an actor; none if it has ended.
    fn to(running: Arc<Running>) -> Option<Self> {
        running.published.come();
        // Checked once the visit counts: an actor that has not retired by now is there until it ends.
        Some(Self(running)).filter(|visit| visit.is_live())
    }

    /// Returns the actor.
    pub(crate) fn running(&self) -> &Arc<Running> {
        &self.0
    }
}

impl Deref for Visit {
    type Target = Running;

    fn deref(&self) -> &Running {
        &self.0
    }
}

impl Clone for Visit {
    fn clone(&self) -> Self {
        self.published.come();
        Self(Arc::clone(&self.0))
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.published.leave();
    }
}

#[derive(Default)]
struct Entries {
    by_id: HashMap<Uuid, Arc<Running>>,
    by_slug: HashMap<String, Uuid>,
}

/// All actors of waffles of this server.
pub(crate) struct Registry {
    entries: RwLock<Entries>,
    /// Questions whether waffles exist, and for those that do.
    pub(crate) lookups: QuestionQueue<WaffleRef, Option<FoundWaffle>>,
    pub(crate) loads: QuestionQueue<FoundWaffle, Option<Visit>>,
    pub(crate) progress: Progress,
    pub(crate) unknown: Unknown,
    pub(crate) pool: ActorPool,
    pub(crate) config: WafflesConfig,
    pub(crate) hints: Arc<Hints>,
    ledger: OnceLock<Ledger>,
    /// The threads of the waffles' actors and of the ledger's lanes. A waffle's actor shares one with its lane where
    /// there are as many lanes as threads: then a claim goes there and back without waking another thread.
    arbiters: Vec<Arbiter>,
    /// The thread of the lane for large claims.
    large_arbiter: Arbiter,
    restarts: AtomicU64,
    /// Whether the last comparison with the database succeeded.
    pub(crate) sees_database: AtomicBool,
    born: Instant,
    /// Whether the server stops, and takes no more watchers.
    closing: AtomicBool,
}

impl Registry {
    pub(crate) fn new(pool: ActorPool, config: WafflesConfig) -> Self {
        let arbiters = (0..config.threads.max(1)).map(|_| Arbiter::new()).collect();
        Self {
            entries: RwLock::default(),
            lookups: QuestionQueue::new(),
            loads: QuestionQueue::new(),
            progress: Progress::default(),
            unknown: Unknown::default(),
            pool,
            config,
            hints: Arc::new(Hints::new()),
            ledger: OnceLock::new(),
            arbiters,
            large_arbiter: Arbiter::new(),
            restarts: AtomicU64::new(0),
            sees_database: AtomicBool::new(true),
            born: Instant::now(),
            closing: AtomicBool::new(false),
        }
    }

    pub(crate) fn set_ledger(&self, ledger: Ledger) {
        let _ = self.ledger.set(ledger);
    }

    /// Returns the threads of the ledger's lanes; the last one is that for large claims.
    pub(crate) fn ledger_arbiters(&self) -> Vec<ArbiterHandle> {
        let lanes = self.arbiters.iter().cycle().take(self.config.lanes.max(1));
        lanes.chain([&self.large_arbiter]).map(Arbiter::handle).collect()
    }

    /// Returns the thread of a waffle.
    fn arbiter(&self, waffle: Uuid) -> Option<ArbiterHandle> {
        self.arbiters.get(place_of(waffle, self.arbiters.len())).map(Arbiter::handle)
    }

    /// Counts the restarts of actors that died.
    pub(crate) fn restarts(&self) -> u64 {
        self.restarts.load(Ordering::Relaxed)
    }

    /// Finds the waffle's actor, or starts it from the database; none when there is no such waffle. Many may be
    /// queued, as after a restart; each waits as long as the queue moves, up to 7 s.
    pub(crate) async fn find(&self, by: &WaffleRef) -> Result<Option<Visit>, Failure> {
        if let Some(visit) = self.live(by) {
            return Ok(Some(visit));
        }
        if self.unknown.holds(by, Instant::now()) {
            return Ok(None);
        }
        let visit = self.progress.wait(self.load(by)).await?;
        if let Some(visit) = &visit {
            // The wait may have been longer than an unused actor is kept.
            visit.published.touch(self.moment());
        }
        Ok(visit)
    }

    async fn load(&self, by: &WaffleRef) -> Result<Option<Visit>, Failure> {
        while let Some(dead) = self.entry(by) {
            sleep(dead.backoff()).await;
            if let Some(visit) = self.live(by) {
                return Ok(Some(visit));
            }
            if self.entry(by).is_some_and(|now| Arc::ptr_eq(&now, &dead)) {
                // It was loaded before, so it need not be looked up again.
                if let Some(visit) = self.loads.ask(dead.wanted()).await? {
                    return Ok(Some(visit));
                }
                self.remove(&dead);
            }
        }
        let Some(wanted) = self.lookups.ask(by.clone()).await? else { return Ok(None) };
        self.loads.ask(wanted).await
    }

    fn live(&self, by: &WaffleRef) -> Option<Visit> {
        let visit = Visit::to(self.entry(by)?)?;
        visit.published.touch(self.moment());
        Some(visit)
    }

    pub(crate) fn entry(&self, by: &WaffleRef) -> Option<Arc<Running>> {
        let entries = self.entries.read().unwrap_or_else(PoisonError::into_inner);
        let id = match by {
            WaffleRef::Id(id) => id,
            WaffleRef::Slug(slug) => entries.by_slug.get(slug)?,
        };
        entries.by_id.get(id).cloned()
    }

    /// Starts a waffle's actor, unless one runs. It stays until all callers that wait for it have asked it.
    pub(crate) async fn start(&self, loaded: LoadedWaffle) -> Result<Visit, Failure> {
        let missing = |what: &str| Failure::internal(format!("{what} is missing"));
        let ledger = self.ledger.get().cloned().ok_or_else(|| missing("the ledger"))?;
        let arbiter = self.arbiter(loaded.waffle.id).ok_or_else(|| missing("an arbiter"))?;
        let mut seed = [0; 32];
        SysRng.try_fill_bytes(&mut seed).map_err(|_| missing("randomness"))?;
        let (id, slug) = (loaded.waffle.id, loaded.waffle.slug.clone());
        let board = LiveBoard::new(loaded.waffle, loaded.board, loaded.newest, self.config.memory_guard);
        let actor =
            WaffleActor::new(board, self.pool.clone(), ledger, self.config.clone(), Arc::clone(&self.hints), seed);
        let published = actor.published();
        published.touch(self.moment());
        let (sender, addr) = oneshot::channel();
        // Not `start_in_arbiter`: its mailbox is too small until the other thread gets to it.
        arbiter.spawn_fn(move || {
            let _ = sender.send(actor.start_with_room());
        });
        let addr = addr.await.map_err(|_| missing("an arbiter"))?;
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        let old = entries.by_id.get(&id).cloned();
        if let Some(visit) = old.clone().and_then(Visit::to) {
            return Ok(visit);
        }
        let dead = old.filter(|old| !old.published.has_retired());
        let deaths = dead.map_or(0, |old| if old.started.elapsed() < TRUSTED { old.deaths + 1 } else { 1 });
        if deaths > 0 {
            self.restarts.fetch_add(1, Ordering::Relaxed);
            log::warn!(waffle:% = slug, restarts = deaths; "a waffle is restarted");
        }
        if self.is_closing() {
            addr.do_send(CloseWatchers);
        }
        let running = Arc::new(Running { id, slug: slug.clone(), addr, published, started: Instant::now(), deaths });
        running.published.come();
        entries.by_slug.insert(slug, id);
        entries.by_id.insert(id, Arc::clone(&running));
        Ok(Visit(running))
    }

    /// Removes an entry, unless its actor was restarted.
    pub(crate) fn remove(&self, old: &Arc<Running>) {
        let mut entries = self.entries.write().unwrap_or_else(PoisonError::into_inner);
        if entries.by_id.get(&old.id).is_some_and(|now| Arc::ptr_eq(now, old)) {
            entries.by_id.remove(&old.id);
            if entries.by_slug.get(&old.slug) == Some(&old.id) {
                entries.by_slug.remove(&old.slug);
            }
        }
    }

    /// Lists all entries, dead ones too.
    pub(crate) fn all(&self) -> Vec<Arc<Running>> {
        let entries = self.entries.read().unwrap_or_else(PoisonError::into_inner);
        entries.by_id.values().cloned().collect()
    }

    /// Returns the milliseconds since the registry was made.
    pub(crate) fn moment(&self) -> u64 {
        u64::try_from(self.born.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Closes the watchers of all waffles, now and from now on.
    pub(crate) fn close_watchers(&self) {
        // Set before listing the actors: one that starts now is on the list or sees this.
        self.closing.store(true, Ordering::SeqCst);
        for running in self.all() {
            running.addr.do_send(CloseWatchers);
        }
    }

    /// Returns whether watchers are closed.
    pub(crate) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::SeqCst)
    }

    /// Stops the threads of the actors.
    pub(crate) fn stop(&self) {
        for arbiter in self.arbiters.iter().chain([&self.large_arbiter]) {
            arbiter.stop();
        }
    }
}

impl Claimants for Registry {
    /// Sends one message for each waffle, so that its watchers get one broadcast. Without an actor the claims are
    /// dropped, which answers their callers; the next actor reads the log. Other servers get a hint.
    fn settle(&self, settled: Vec<Settled>) {
        let mut by_waffle: HashMap<Uuid, Vec<Settled>> = HashMap::new();
        for one in settled {
            by_waffle.entry(one.job.waffle_id()).or_default().push(one);
        }
        for (waffle_id, settled) in by_waffle {
            Settled::count(&settled, &self.config.counters.claims);
            let newest = settled.iter().filter_map(Settled::last_seq).max();
            if let Some(running) = self.entry(&WaffleRef::Id(waffle_id)) {
                running.addr.do_send(Settle(settled));
            }
            if let Some(newest) = newest {
                self.hints.send(waffle_id, Newest::Seq(newest));
            }
        }
    }

    fn ledger_died(&self) {
        for running in self.all() {
            running.addr.do_send(LedgerDied);
        }
    }
}
