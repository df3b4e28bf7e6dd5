//! The WHOIS actor: asks a WHOIS server whom the address of a sign-in belongs to. No request waits for it: a record
//! stays empty if the holder can't be found, or if too many sign-ins wait already.

mod cache;
pub mod dial;
mod look_up;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr};
use std::rc::Rc;
use std::time::Duration;

use actix::{Actor, ActorFutureExt, AsyncContext, Context, Handler, Message, WrapFuture};
use tokio::task::JoinSet;
use uuid::Uuid;
use waffle_domain::timeouts::{TASK_END, WHOIS_LOOK_UP};
use waffle_domain::whois::addresses_to_ask::{is_worth_asking, may_be_referred_to};
use waffle_domain::whois::server::WhoisServer;
use waffle_store::pools::PgPool;
use waffle_store::{settings, sign_ins};

use crate::supervised_actor::{Kept, Lasting};
use crate::supervised_task::Supervised;
use crate::waffles_config::Now;
use cache::Cache;
use look_up::look_up;

/// How many sign-ins may wait for their look-up; one more gets none.
const MOST_WAITING: usize = 256;
/// How many answers are remembered.
const REMEMBERED: usize = 10_000;

/// How look-ups are bounded.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// For a whole look-up, a referral included.
    pub time: Duration,
    /// How many look-ups run at the same time.
    pub at_once: usize,
    /// Returns whether a server may refer to an address.
    pub may_be_referred_to: fn(SocketAddr) -> bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: WHOIS_LOOK_UP, at_once: 4, may_be_referred_to }
    }
}

/// Runs look-ups, up to a limit at the same time.
pub struct WhoisActor {
    look_ups: Rc<LookUps>,
    queue: VecDeque<SignIn>,
    under_way: usize,
}

/// The way to the actor. Clones lead to the same one.
#[derive(Clone)]
pub struct Whois(Option<Kept<WhoisActor>>);

/// A record in the login history, and its address.
#[derive(Debug, Message)]
#[rtype(result = "()")]
struct SignIn {
    record: Uuid,
    address: IpAddr,
}

/// What a look-up needs. It outlives the actor.
struct LookUps {
    pool: PgPool,
    now: Now,
    limits: Limits,
    cache: RefCell<Cache>,
}

impl Whois {
    /// Starts the actor in the local set of the caller. At shutdown, look-ups under way are given up.
    pub fn start(pool: PgPool, now: Now, limits: Limits) -> (Self, Supervised) {
        let look_ups = Rc::new(LookUps { pool, now, limits, cache: RefCell::new(Cache::new(REMEMBERED)) });
        let make = move || WhoisActor { look_ups: Rc::clone(&look_ups), queue: VecDeque::new(), under_way: 0 };
        let (kept, owner) = Kept::start("whois", TASK_END, make);
        (Self(Some(kept)), owner)
    }

    /// One that never asks any server.
    pub const fn off() -> Self {
        Self(None)
    }

    /// Asks for the holder of an address, to be noted in a sign-in's record. Returns immediately. Addresses that no
    /// public server can know are skipped.
    pub fn look_up(&self, record: Uuid, address: IpAddr) {
        let Some(actor) = self.0.as_ref().filter(|_| is_worth_asking(address)) else { return };
        if !actor.try_tell(SignIn { record, address: address.to_canonical() }) {
            skipped();
        }
    }

    /// Counts the sign-ins that wait for their look-up, those under way not included.
    #[cfg(any(test, feature = "faults"))]
    pub async fn waiting(&self) -> usize {
        let Some(actor) = &self.0 else { return 0 };
        actor.ask(Waiting).await.unwrap_or_default()
    }

    /// Makes the actor panic, and waits until it is dead.
    #[cfg(any(test, feature = "faults"))]
    pub async fn kill(&self) {
        if let Some(actor) = &self.0 {
            actor.kill().await;
        }
    }
}

impl Actor for WhoisActor {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.set_mailbox_capacity(MOST_WAITING);
    }
}

impl WhoisActor {
    /// Begins look-ups, each in its own task: if one panics, the others go on.
    fn begin(&mut self, ctx: &mut Context<Self>) {
        while self.under_way < self.look_ups.limits.at_once
            && let Some(sign_in) = self.queue.pop_front()
        {
            self.under_way += 1;
            let look_ups = Rc::clone(&self.look_ups);
            let look_up = async move {
                // A set, since its tasks are cancelled when it is dropped.
                let mut task = JoinSet::new();
                task.spawn_local(async move { look_ups.enrich(sign_in).await });
                task.join_next().await
            };
            ctx.spawn(look_up.into_actor(self).map(|ended, actor, ctx| {
                if let Some(Err(error)) = ended {
                    log::error!(error:%; "a whois look-up died");
                }
                actor.under_way -= 1;
                actor.begin(ctx);
            }));
        }
    }
}

impl Handler<SignIn> for WhoisActor {
    type Result = ();

    fn handle(&mut self, sign_in: SignIn, ctx: &mut Self::Context) {
        if self.queue.len() >= MOST_WAITING {
            return skipped();
        }
        self.queue.push_back(sign_in);
        self.begin(ctx);
    }
}

impl Lasting for WhoisActor {}

#[cfg(any(test, feature = "faults"))]
#[derive(Debug, Message)]
#[rtype(result = "usize")]
struct Waiting;

#[cfg(any(test, feature = "faults"))]
impl Handler<Waiting> for WhoisActor {
    type Result = usize;

    fn handle(&mut self, Waiting: Waiting, _: &mut Self::Context) -> usize {
        self.queue.len()
    }
}

fn skipped() {
    log::debug!("too many sign-ins wait for a whois look-up: one was skipped");
}

impl LookUps {
    /// Finds the holder of an address, in the cache or by asking, and notes it in the record.
    async fn enrich(&self, SignIn { record, address }: SignIn) {
        let name = match settings::read(&self.pool).await {
            Ok(settings) => settings.whois_server,
            Err(error) => return log::warn!(error:%; "a whois look-up was given up"),
        };
        let Ok(server) = WhoisServer::parse(&name) else {
            return log::warn!(value = name.as_str(); "the setting whois_server names no server");
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
                Err(error) => return log::info!(server:%, error:%; "a whois look-up failed"),
            },
        };
        if let Err(error) = sign_ins::enrich(&self.pool, &[record], &answer.holder, &answer.server).await {
            log::warn!(error:%; "the holder of an address was not noted");
        }
    }
}
