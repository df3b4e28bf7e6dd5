//! Actors with an owner: started again when they die, and told to end at shutdown.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use actix::dev::{MessageResponse, ToEnvelope};
use actix::{
    Actor, ActorContext, ActorFutureExt, Addr, AsyncContext, Context, Handler, MailboxError, Message, WrapFuture,
};
use arc_swap::ArcSwapOption;
use tokio::sync::{Notify, oneshot};

use crate::supervised::{Died, Stopping, Supervised};

/// An actor that is started again when it dies.
pub trait Lasting: Actor<Context = Context<Self>> {
    /// Stops it at shutdown, once it has finished what may not wait for its next start.
    fn end(&mut self, ctx: &mut Context<Self>) {
        ctx.stop();
    }
}

/// Where an actor is found, whichever of its lives it is in. Clones are the same.
pub struct Kept<A: Actor>(Arc<Place<A>>);

struct Place<A: Actor> {
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
    /// Starts an actor in the local set of the caller, and anew whenever it dies. At shutdown it has `limit` to end.
    pub fn start(name: &'static str, limit: Duration, make: impl Fn() -> A + 'static) -> (Self, Supervised) {
        let kept = Self(Arc::new(Place { actor: ArcSwapOption::empty(), panic: Notify::new() }));
        let place = Arc::clone(&kept.0);
        let owner = Supervised::restarted(name, limit, move |stopping| life(Arc::clone(&place), make(), stopping));
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

    /// Hands a message over, if the actor is there and its mailbox is not full; tells whether it was.
    pub fn try_tell<M>(&self, message: M) -> bool
    where
        A: Handler<M>,
        A::Context: ToEnvelope<A, M>,
        M: Message<Result: Send> + Send + 'static,
    {
        self.0.actor.load().as_ref().is_some_and(|actor| actor.try_send(message).is_ok())
    }

    /// Makes the actor panic, in its next life if it is dead.
    #[cfg(any(test, feature = "faults"))]
    pub fn panic(&self) {
        self.0.panic.notify_one();
    }
}

/// One life: from the start until the actor has stopped, or died.
async fn life<A: Lasting>(place: Arc<Place<A>>, actor: A, stopping: Stopping) -> Result<(), Died> {
    let (alive, gone) = oneshot::channel::<()>();
    let (mut told, injured) = (stopping.clone(), Arc::clone(&place));
    let actor = A::create(|ctx| {
        // Dropped with the actor's context, however that ends.
        let alive = async move {
            let _alive = alive;
            pending::<()>().await;
        };
        ctx.spawn(alive.into_actor(&actor));
        let told = async move { told.told().await };
        ctx.spawn(told.into_actor(&actor).map(|(), actor, ctx| actor.end(ctx)));
        let injured = async move { injured.panic.notified().await };
        ctx.spawn(injured.into_actor(&actor).map(|(), _, _| injected()));
        actor
    });
    place.actor.store(Some(Arc::new(actor)));
    let _ = gone.await;
    if stopping.is_now() { Ok(()) } else { Err(Died) }
}

#[expect(clippy::panic, reason = "a test asks for it, and nobody else can")]
fn injected() {
    panic!("an actor was told to panic");
}
