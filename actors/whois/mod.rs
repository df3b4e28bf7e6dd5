//! Asks a WHOIS server whom the address of a sign-in belongs to. Nobody waits for it: what can't be found out, or comes when too
//! much waits already, stays empty in the record.

mod actor;
mod backlog;
mod cache;
pub mod dial;
mod look_up;

use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use actix::{Addr, ArbiterHandle};
use tokio::time::{sleep, timeout};
use uuid::Uuid;
use waffle_domain::whois::address::{is_worth_asking, may_be_referred_to};
use waffle_store::connect::PgPool;

use crate::settings::Now;
use actor::{Stay, Stop, Wake, WhoisActor};
use backlog::Backlog;
use cache::Cache;
use dial::REACH;

/// How many answers are remembered.
const REMEMBERED: usize = 10_000;
/// How long after its death the actor is started anew.
const RESTART: Duration = Duration::from_secs(1);
/// How long its end is waited for.
const PATIENCE: Duration = Duration::from_secs(1);

/// How look-ups are bounded.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// For a whole look-up, a referral included.
    pub time: Duration,
    /// For finding one server and connecting to it.
    pub reach: Duration,
    /// Look-ups at once.
    pub at_once: usize,
    /// Records that may wait for their look-up; one more is dropped.
    pub waiting: usize,
    /// Tells to which doors a server may refer.
    pub may_be_referred_to: fn(SocketAddr) -> bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: Duration::from_secs(10), reach: REACH, at_once: 4, waiting: 256, may_be_referred_to }
    }
}

/// The way in. Clones are the same.
#[derive(Clone)]
pub struct Whois(Option<Arc<Shared>>);

/// What outlives an actor that dies.
struct Shared {
    pool: PgPool,
    now: Now,
    limits: Limits,
    backlog: Mutex<Backlog>,
    cache: Mutex<Cache>,
    /// Whether the actor was told of work that it has not looked at yet.
    woken: AtomicBool,
    actor: Mutex<Option<Addr<WhoisActor>>>,
    stopping: AtomicBool,
    restarts: AtomicU64,
}

impl Whois {
    /// Starts the actor, and what starts it anew when it dies.
    pub fn start(arbiter: &ArbiterHandle, pool: PgPool, now: Now, limits: Limits) -> Self {
        let shared = Arc::new(Shared {
            pool,
            now,
            limits,
            backlog: Mutex::new(Backlog::new(limits.waiting, limits.at_once)),
            cache: Mutex::new(Cache::new(REMEMBERED)),
            woken: AtomicBool::new(false),
            actor: Mutex::new(None),
            stopping: AtomicBool::new(false),
            restarts: AtomicU64::new(0),
        });
        arbiter.spawn(supervise(Arc::clone(&shared)));
        Self(Some(shared))
    }

    /// One that never asks anybody.
    pub const fn off() -> Self {
        Self(None)
    }

    /// Asks for the holder of an address, to be noted in a sign-in's record. Returns at once. An address that no public server can know
    /// is not asked about.
    pub fn look_up(&self, record: Uuid, address: IpAddr) {
        let Some(shared) = self.0.as_ref().filter(|_| is_worth_asking(address)) else { return };
        if !shared.backlog().push(address.to_canonical(), record) {
            log::debug!("too many sign-ins wait for a whois look-up: one stays without");
            return;
        }
        shared.wake();
    }

    /// Counts the records that wait for their look-up, those under way not included.
    pub fn waiting(&self) -> usize {
        self.0.as_ref().map_or(0, |shared| shared.backlog().waiting())
    }

    /// Counts how often the actor died and was started anew.
    pub fn restarts(&self) -> u64 {
        self.0.as_ref().map_or(0, |shared| shared.restarts.load(Ordering::Relaxed))
    }

    /// Ends the actor with its look-ups; what waits stays empty.
    pub async fn stop(&self) {
        let Some(shared) = &self.0 else { return };
        shared.stopping.store(true, Ordering::Release);
        let actor = shared.actor().clone();
        if let Some(actor) = actor {
            // Who is gone already, or does not answer, ends with its thread.
            let _ = timeout(PATIENCE, actor.send(Stop)).await;
        }
    }

    /// Makes the actor panic.
    #[cfg(any(test, feature = "faults"))]
    pub fn panic(&self) {
        if let Some(actor) = self.0.as_ref().and_then(|shared| shared.actor().clone()) {
            actor.do_send(actor::Panic);
        }
    }
}

impl Shared {
    fn backlog(&self) -> MutexGuard<'_, Backlog> {
        self.backlog.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cache(&self) -> MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn actor(&self) -> MutexGuard<'_, Option<Addr<WhoisActor>>> {
        self.actor.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells the actor that there is work; at most one such message waits for it.
    fn wake(&self) {
        if self.woken.swap(true, Ordering::AcqRel) {
            return;
        }
        if let Some(actor) = self.actor().as_ref() {
            actor.do_send(Wake);
        }
    }
}

/// Starts an actor, waits for its death, and starts the next one, until it is to stop.
async fn supervise(shared: Arc<Shared>) {
    while !shared.stopping.load(Ordering::Acquire) {
        let actor = WhoisActor::begin(Arc::clone(&shared));
        *shared.actor() = Some(actor.clone());
        // The answer is that it is gone.
        let _ = actor.send(Stay).await;
        if shared.stopping.load(Ordering::Acquire) {
            return;
        }
        log::error!("the whois actor died and is started anew");
        shared.restarts.fetch_add(1, Ordering::Relaxed);
        sleep(RESTART).await;
    }
}
