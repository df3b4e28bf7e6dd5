//! Asks a WHOIS server whom the address of a sign-in belongs to. Nobody waits for it: what can't be found out, or comes
//! when too much waits already, stays empty in the record.

mod cache;
pub mod dial;
mod look_up;

use std::cell::RefCell;
use std::net::{IpAddr, SocketAddr};
use std::rc::Rc;
use std::time::Duration;

use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinSet;
use uuid::Uuid;
use waffle_domain::time_limits::{TASK_END, WHOIS_LOOK_UP};
use waffle_domain::whois::address::{is_worth_asking, may_be_referred_to};
use waffle_domain::whois::server::WhoisServer;
use waffle_store::connect::PgPool;
use waffle_store::{settings, sign_ins};

use crate::config::Now;
use crate::supervised::{Stopping, Supervised};
use cache::Cache;
use look_up::look_up;

/// How many sign-ins may wait for their look-up; one more stays without.
const MOST_WAITING: usize = 256;
/// How many answers are remembered.
const REMEMBERED: usize = 10_000;

/// How look-ups are bounded.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// For a whole look-up, a referral included.
    pub time: Duration,
    /// Look-ups at once.
    pub at_once: usize,
    /// Tells to which addresses a server may refer.
    pub may_be_referred_to: fn(SocketAddr) -> bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: WHOIS_LOOK_UP, at_once: 4, may_be_referred_to }
    }
}

/// The way in. Clones are the same.
#[derive(Clone)]
pub struct Whois(Option<mpsc::Sender<SignIn>>);

/// A record in the login history, and the address that it tells of.
#[derive(Debug)]
struct SignIn {
    record: Uuid,
    address: IpAddr,
}

/// What a look-up needs.
struct LookUps {
    pool: PgPool,
    now: Now,
    limits: Limits,
    cache: RefCell<Cache>,
}

impl Whois {
    /// Starts looking up in the local set of the caller. At shutdown, look-ups under way are given up.
    pub fn start(pool: PgPool, now: Now, limits: Limits) -> (Self, Supervised) {
        let (sender, queue) = mpsc::channel(MOST_WAITING);
        let look_ups = Rc::new(LookUps { pool, now, limits, cache: RefCell::new(Cache::new(REMEMBERED)) });
        let queue = Rc::new(Mutex::new(queue));
        let task = Supervised::start("whois", TASK_END, move |stopping| {
            work(Rc::clone(&queue), Rc::clone(&look_ups), stopping)
        });
        (Self(Some(sender)), task)
    }

    /// One that never asks anybody.
    pub const fn off() -> Self {
        Self(None)
    }

    /// Asks for the holder of an address, to be noted in a sign-in's record. Returns at once. An address that no public
    /// server can know is not asked about.
    pub fn look_up(&self, record: Uuid, address: IpAddr) {
        let Some(queue) = self.0.as_ref().filter(|_| is_worth_asking(address)) else { return };
        if queue.try_send(SignIn { record, address: address.to_canonical() }).is_err() {
            log::debug!("too many sign-ins wait for a whois look-up: one stays without");
        }
    }

    /// Counts the sign-ins that wait for their look-up, those under way not included.
    pub fn waiting(&self) -> usize {
        self.0.as_ref().map_or(0, |queue| queue.max_capacity() - queue.capacity())
    }
}

/// Keeps look-ups under way, as many as may be.
async fn work(queue: Rc<Mutex<mpsc::Receiver<SignIn>>>, look_ups: Rc<LookUps>, mut stopping: Stopping) {
    let mut queue = queue.lock().await;
    let mut under_way = JoinSet::new();
    loop {
        tokio::select! {
            () = stopping.told() => return,
            Some(ended) = under_way.join_next() => {
                if let Err(error) = ended {
                    log::error!("a whois look-up died: error=\"{error}\"");
                }
            }
            next = queue.recv(), if under_way.len() < look_ups.limits.at_once => match next {
                Some(sign_in) => {
                    let look_ups = Rc::clone(&look_ups);
                    under_way.spawn_local(async move { look_ups.enrich(sign_in).await });
                }
                None => return,
            },
        }
    }
}

impl LookUps {
    /// Finds the holder of an address, in the cache or by asking, and notes it in the record.
    async fn enrich(&self, SignIn { record, address }: SignIn) {
        let name = match settings::read(&self.pool).await {
            Ok(settings) => settings.whois_server,
            Err(error) => return log::warn!("a whois look-up was given up: error=\"{error}\""),
        };
        let Ok(server) = WhoisServer::parse(&name) else {
            return log::warn!("the setting whois_server names no server: value={name:?}");
        };
        let known = self.cache.borrow().get(&server, address, (self.now)());
        let answer = match known {
            Some(answer) => answer,
            None => match look_up(&server, address, &self.limits).await {
                Ok(answer) => {
                    if !answer.holder.is_unknown() {
                        self.cache.borrow_mut().put(server, address, answer.clone(), (self.now)());
                    }
                    answer
                }
                Err(error) => return log::info!("a whois look-up failed: server={server} error=\"{error}\""),
            },
        };
        if let Err(error) = sign_ins::enrich(&self.pool, &[record], &answer.holder, &answer.server).await {
            log::warn!("the holder of an address was not noted: error=\"{error}\"");
        }
    }
}
