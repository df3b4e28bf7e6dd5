//! Actors with an owner: restarted when they die, and ended at shutdown.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use actix::dev::{MessageResponse, ToEnvelope};
use actix::{
    Actor, ActorContext, ActorFutureExt, Addr, AsyncContext, Context, Handler, MailboxError, Message, WrapFuture,
};
use arc_swap::ArcSwapOption;
use tokio::sync::{Notify, oneshot};

use crate::supervised_task::{Died, Stopping, Supervised};

/// An actor that is restarted when it dies.
pub trait Lasting: Actor<Context = Context<Self>> {
    /// Stops it at shutdown, after the work that can't wait for the next start.
    fn end(&mut self, ctx: &mut Context<Self>) {
        ctx.stop();
    }
}

/// Finds an actor, whichever of its lives it is in. Clones find the same one.
pub struct Kept<A: Actor>(Arc<Current<A>>);

struct Current<A: Actor> {
    actor: ArcSwapOption<Addr<A>>,
    /// For tests.
    panic: Notify,
}

impl<A: Actor> Clone for Kept<A> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<A: Lasting> Kept<A> {
    /// Starts an actor in the local set of the caller, and again whenever it dies. At shutdown it has `limit` to end.
    pub fn start(name: &'static str, limit: Duration, make: impl Fn() -> A + 'static) -> (Self, Supervised) {
        let kept = Self(Arc::new(Current { actor: ArcSwapOption::empty(), panic: Notify::new() }));
        let current = Arc::clone(&kept.0);
        let owner = Supervised::restarted(name, limit, move |stopping| life(Arc::clone(&current), make(), stopping));
        (kept, owner)
    }

    /// Waits for the actor's answer; an error if it is away, or dies before it answers.
    pub async fn ask<M>(&self, message: M) -> Result<M::Result, MailboxError>
    where
        A: Handler<M>,
        A::Context: ToEnvelope<A, M>,
        M: Message<Result: Send> + Send + 'static,
        <A as Handler<M>>::Result: MessageResponse<A, M>,
    {
        let Some(actor) = self.0.actor.load_full() else { return Err(MailboxError::Closed) };
        actor.send(message).await
    }

    /// Hands a message over; returns whether the actor was there, with room in its mailbox.
    pub fn try_tell<M>(&self, message: M) -> bool
    where
        A: Handler<M>,
        A::Context: ToEnvelope<A, M>,
        M: Message<Result: Send> + Send + 'static,
    {
        self.0.actor.load().as_ref().is_some_and(|actor| actor.try_send(message).is_ok())
    }

    /// Makes the actor panic, once it is there, and waits until it is dead.
    #[cfg(any(test, feature = "faults"))]
    pub async fn kill(&self) {
        let is_there = || self.0.actor.load().as_ref().is_some_and(|actor| actor.connected());
        let kill = async {
            while !is_there() {
                tokio::task::yield_now().await;
            }
            self.0.panic.notify_one();
            while is_there() {
                tokio::task::yield_now().await;
            }
        };
        // An actor that never comes back fails the test at its next assertion.
        let _ = tokio::time::timeout(Duration::from_secs(5), kill).await;
    }
}

/// One life: from the start until the actor has stopped, or died.
async fn life<A: Lasting>(current: Arc<Current<A>>, actor: A, stopping: Stopping) -> Result<(), Died> {
    let (alive, gone) = oneshot::channel::<()>();
    let (mut stop, injured) = (stopping.clone(), Arc::clone(&current));
    let actor = A::create(|ctx| {
        // Dropped with the actor's context, however that ends.
        let alive = async move {
            let _alive = alive;
            pending::<()>().await;
        };
        ctx.spawn(alive.into_actor(&actor));
        let stop = async move { stop.requested().await };
        ctx.spawn(stop.into_actor(&actor).map(|(), actor, ctx| actor.end(ctx)));
        let injured = async move { injured.panic.notified().await };
        ctx.spawn(injured.into_actor(&actor).map(|(), _, _| injected()));
        actor
    });
    current.actor.store(Some(Arc::new(actor)));
    let _ = gone.await;
    if stopping.is_now() { Ok(()) } else { Err(Died) }
}

#[expect(clippy::panic, reason = "only tests ask for it")]
fn injected() {
    panic!("injected by a test");
}
