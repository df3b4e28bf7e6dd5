//! The actor: keeps look-ups under way, as many as may be.

use std::future::{Future, pending};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use actix::{
    Actor, ActorContext as _, ActorFutureExt as _, Addr, AsyncContext as _, Context, Handler, Message,
    ResponseActFuture, WrapFuture as _,
};
use tokio::time::sleep;
use uuid::Uuid;
use waffle_domain::whois::server::WhoisServer;
use waffle_store::failure::StoreFailure;
use waffle_store::{settings, sign_ins};

use crate::whois::Shared;
use crate::whois::look_up::look_up;

/// How long the database is given after each call that failed; after the last one the look-up is given up.
const PAUSES: [Duration; 5] = [
    Duration::from_millis(250),
    Duration::from_millis(500),
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(4),
];

/// Runs look-ups.
pub(super) struct WhoisActor {
    shared: Arc<Shared>,
}

/// There is work.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) struct Wake;

/// Never answered: who sent it learns when the actor is no more.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) struct Stay;

/// The end.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) struct Stop;

impl WhoisActor {
    /// Starts on the arbiter of the caller.
    pub(super) fn begin(shared: Arc<Shared>) -> Addr<Self> {
        Self { shared }.start()
    }

    /// Starts as many look-ups as may be under way.
    fn fill(&self, ctx: &mut Context<Self>) {
        loop {
            let Some((address, records)) = self.shared.backlog().next() else { return };
            let run = run(Arc::clone(&self.shared), address, records).into_actor(self);
            ctx.spawn(run.map(move |(), actor, ctx| {
                actor.shared.backlog().done(address);
                actor.fill(ctx);
            }));
        }
    }
}

impl Actor for WhoisActor {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        // What an actor before this one had under way died with it.
        self.shared.backlog().nothing_under_way();
        self.shared.woken.store(false, Ordering::Release);
        self.fill(ctx);
    }
}

impl Handler<Wake> for WhoisActor {
    type Result = ();

    fn handle(&mut self, Wake: Wake, ctx: &mut Self::Context) {
        self.shared.woken.store(false, Ordering::Release);
        self.fill(ctx);
    }
}

impl Handler<Stay> for WhoisActor {
    // One that dies with the actor; others live on.
    type Result = ResponseActFuture<Self, ()>;

    fn handle(&mut self, Stay: Stay, _: &mut Self::Context) -> Self::Result {
        Box::pin(pending().into_actor(self))
    }
}

impl Handler<Stop> for WhoisActor {
    type Result = ();

    fn handle(&mut self, Stop: Stop, ctx: &mut Self::Context) {
        ctx.stop();
    }
}

#[cfg(any(test, feature = "faults"))]
#[derive(Message)]
#[rtype(result = "()")]
pub(super) struct Panic;

#[cfg(any(test, feature = "faults"))]
impl Handler<Panic> for WhoisActor {
    type Result = ();

    #[expect(clippy::panic, reason = "tests inject it")]
    fn handle(&mut self, Panic: Panic, _: &mut Self::Context) {
        panic!("injected by a test");
    }
}

/// Finds the holder of an address, in the cache or by asking, and notes it in the records.
async fn run(shared: Arc<Shared>, address: IpAddr, records: Vec<Uuid>) {
    let name = match patiently(|| settings::read(&shared.pool)).await {
        Ok(settings) => settings.whois_server,
        Err(error) => return log::warn!("a whois look-up was given up: error=\"{error}\""),
    };
    let Ok(server) = WhoisServer::parse(&name) else {
        return log::warn!("the setting whois_server names no server: value={name:?}");
    };
    let known = shared.cache().get(&server, address, (shared.now)());
    let answer = match known {
        Some(answer) => answer,
        None => match look_up(&server, address, &shared.limits).await {
            Ok(answer) => {
                let answer = Arc::new(answer);
                if answer.lasting {
                    shared.cache().put(server, address, Arc::clone(&answer), (shared.now)());
                }
                answer
            }
            Err(error) => return log::info!("a whois look-up failed: server={server} error=\"{error}\""),
        },
    };
    let noted = patiently(|| sign_ins::enrich(&shared.pool, &records, &answer.holder, &answer.server)).await;
    if let Err(error) = noted {
        log::warn!("the holder of an address was not noted: error=\"{error}\"");
    }
}

/// Calls the database until it answers, a few times at most; a call that is wrong is not repeated.
async fn patiently<T, F: Future<Output = Result<T, StoreFailure>>>(call: impl Fn() -> F) -> Result<T, StoreFailure> {
    for pause in PAUSES {
        match call().await {
            Err(
                StoreFailure::Unreachable(_)
                | StoreFailure::Aborted(_)
                | StoreFailure::Locked(_)
                | StoreFailure::Lost(_),
            ) => {
                sleep(pause).await;
            }
            decided => return decided,
        }
    }
    call().await
}
