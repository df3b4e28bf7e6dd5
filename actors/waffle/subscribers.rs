//! Watchers come. They leave without telling the actor.

use actix::{ActorFutureExt, AsyncContext, Context, Handler, WrapFuture};
use tokio::time::timeout;
use waffle_domain::time_limits::LOG_READ;
use waffle_store::events;
use waffle_store::failure::StoreFailure;
use waffle_wire::event::Event;

use crate::waffle::WaffleActor;
use crate::waffle::messages::{CloseWatchers, Subscribe};
use crate::waffle::replay::{CatchUp, MOST_REPLAYED};
use crate::watch::{Broadcast, Encoded, Subscriber, SubscriptionEnd};

impl Handler<Subscribe> for WaffleActor {
    type Result = ();

    fn handle(&mut self, Subscribe { subscriber, since }: Subscribe, ctx: &mut Context<Self>) {
        let newest = self.desk.seq();
        let Some(since) = since else { return self.admit(subscriber, &[]) };
        match self.replay.since(since, newest) {
            CatchUp::Messages(messages) => self.admit(subscriber, &messages),
            CatchUp::Resync => self.resync(subscriber),
            CatchUp::Read => {
                let (pool, id) = (self.pool.clone(), self.desk.waffle().id);
                let read = async move {
                    let read = events::after(&pool, id, since, MOST_REPLAYED);
                    timeout(LOG_READ, read).await.unwrap_or_else(|_| Err(StoreFailure::late(LOG_READ)))
                };
                self.catching_up += 1;
                ctx.spawn(read.into_actor(self).map(move |read, actor, _| {
                    actor.catching_up -= 1;
                    actor.admit_after_read(subscriber, since, read);
                }));
            }
        }
    }
}

impl Handler<CloseWatchers> for WaffleActor {
    type Result = ();

    fn handle(&mut self, CloseWatchers: CloseWatchers, _: &mut Context<Self>) {
        self.closed = Some(SubscriptionEnd::Stopping);
        self.published.hubs.end(SubscriptionEnd::Stopping);
    }
}

impl WaffleActor {
    /// Sends a watcher what it missed; from now on it gets every broadcast.
    fn admit(&self, subscriber: Subscriber, messages: &[Encoded]) {
        let missed = Broadcast::new(messages, self.desk.seq());
        if self.desk.waffle().archived {
            subscriber.end(None, SubscriptionEnd::Over);
        } else if let Some(end) = self.closed {
            subscriber.end(Some(missed), end);
        } else {
            subscriber.admit(missed);
        }
    }

    fn resync(&self, subscriber: Subscriber) {
        self.config.counters.resyncs.one();
        self.admit(subscriber, &[Encoded::resync()]);
    }

    fn admit_after_read(&self, subscriber: Subscriber, since: i64, read: Result<Vec<Event>, StoreFailure>) {
        let events = match read {
            Ok(events) => events,
            Err(failure) => {
                // The subscriber is dropped, which makes the watcher come back.
                log::info!("can't read the log for a watcher: {failure}");
                return;
            }
        };
        let newest = self.desk.seq();
        let mut messages: Vec<Encoded> = events.into_iter().filter(|e| e.seq <= newest).map(Encoded::event).collect();
        let reached = messages.last().map_or(since, |m| m.seq);
        match self.replay.since(reached, newest) {
            CatchUp::Messages(rest) => {
                messages.extend(rest);
                self.admit(subscriber, &messages);
            }
            CatchUp::Read | CatchUp::Resync => self.resync(subscriber),
        }
    }
}
