//! Watchers come and come back. They leave without a message to the actor.

use actix::{ActorFutureExt, AsyncContext, Context, Handler, WrapFuture};
use waffle_domain::timeouts::LOG_READ;
use waffle_domain::wire::event::Event;
use waffle_store::events;
use waffle_store::failure::StoreFailure;

use crate::database_call::within_primary;
use crate::waffle::WaffleActor;
use crate::waffle::messages::{CloseWatchers, Subscribe};
use crate::waffle::replay::CatchUp;
use crate::watch::{Broadcast, Encoded, Subscriber, SubscriptionEnd};

impl Handler<Subscribe> for WaffleActor {
    type Result = ();

    fn handle(&mut self, Subscribe { subscriber, since }: Subscribe, ctx: &mut Context<Self>) {
        if self.replay.keep() {
            self.forget_unwatched(ctx);
        }
        let newest = self.board.seq();
        match since {
            None => self.admit(subscriber, Broadcast::new(&[], newest)),
            Some(since) if since > newest => {
                // Perhaps it comes from another server, which learned of a commit earlier.
                self.ahead.push((since, subscriber));
                self.read_on(ctx);
            }
            Some(since) => self.welcome_back(since, subscriber, ctx),
        }
    }
}

impl Handler<CloseWatchers> for WaffleActor {
    type Result = ();

    fn handle(&mut self, CloseWatchers: CloseWatchers, _: &mut Context<Self>) {
        self.closed = Some(SubscriptionEnd::Stopping);
        for (_, subscriber) in self.ahead.drain(..) {
            subscriber.end(None, SubscriptionEnd::Stopping);
        }
        self.published.hubs.end(SubscriptionEnd::Stopping);
    }
}

impl WaffleActor {
    /// Drops the messages for returning watchers once there are no watchers left: thousands of boards are on sale, and
    /// few of them watched. Watchers that come and go don't make it read the log each time.
    fn forget_unwatched(&self, ctx: &mut Context<Self>) {
        ctx.run_later(self.config.keep_messages, |actor, ctx| {
            if actor.has_watchers() {
                actor.forget_unwatched(ctx);
            } else {
                actor.replay.forget();
            }
        });
    }

    /// Returns whether there are watchers, or watchers that wait.
    pub(super) fn has_watchers(&self) -> bool {
        !self.ahead.is_empty() || !self.returning.is_empty() || self.published.hubs.watchers() > 0
    }

    /// Decides on watchers that had seen more than this actor, now that it has read the log; they wait for `more` of
    /// it. One that has still seen more watched another waffle, whose slug this one got.
    pub(super) fn admit_those_ahead(&mut self, more: bool, ctx: &mut Context<Self>) {
        for (since, subscriber) in std::mem::take(&mut self.ahead) {
            if more && since > self.board.seq() {
                self.ahead.push((since, subscriber));
            } else {
                self.welcome_back(since, subscriber, ctx);
            }
        }
    }

    /// Asks all watchers to fetch the spots again, and to go on from there.
    pub(super) fn start_over(&mut self, newest: i64) {
        let resync = [Encoded::resync()];
        self.published.hubs.send(&resync, newest);
        for (_, subscriber) in self.ahead.drain(..).chain(self.returning.drain(..)) {
            subscriber.end(Some(Broadcast::new(&resync, newest)), SubscriptionEnd::Lost);
        }
    }

    /// Sends a returning watcher what it missed.
    fn welcome_back(&mut self, since: i64, subscriber: Subscriber, ctx: &mut Context<Self>) {
        match self.replay.since(since, self.board.seq()) {
            CatchUp::Missed(missed) => self.admit(subscriber, missed),
            CatchUp::Resync => self.resync(subscriber),
            CatchUp::Read => {
                self.returning.push((since, subscriber));
                self.catch_up(ctx);
            }
        }
    }

    /// Sends a watcher what it missed; from now on it gets every broadcast.
    fn admit(&self, subscriber: Subscriber, missed: Broadcast) {
        if self.board.waffle().archived {
            subscriber.end(None, SubscriptionEnd::Over);
        } else if let Some(end) = self.closed {
            subscriber.end(Some(missed), end);
        } else {
            subscriber.admit(missed);
        }
    }

    fn resync(&self, subscriber: Subscriber) {
        self.config.counters.resyncs.one();
        self.admit(subscriber, Broadcast::new(&[Encoded::resync()], self.board.seq()));
    }

    /// Reads from the log what returning watchers have missed and the replay does not hold: one read at a time, from
    /// the lowest number that any of them has seen. Watchers that come during the read wait for it.
    fn catch_up(&mut self, ctx: &mut Context<Self>) {
        if self.catching_up.is_some() {
            return;
        }
        let Some(since) = self.returning.iter().map(|(since, _)| *since).min() else { return };
        self.catching_up = Some(since);
        self.config.counters.catch_ups.one();
        let missing = self.replay.oldest(self.board.seq()) - since - 1;
        let (pool, id) = (self.pool.clone(), self.board.waffle().id);
        let read =
            async move { within_primary(LOG_READ, pool.let_go(), events::after(&pool, id, since, missing)).await };
        ctx.spawn(read.into_actor(self).map(move |read, actor, ctx| actor.take_missed(since, read, ctx)));
    }

    fn take_missed(&mut self, begun: i64, read: Result<Vec<Event>, StoreFailure>, ctx: &mut Context<Self>) {
        self.catching_up = None;
        let returning = std::mem::take(&mut self.returning);
        let newest = self.board.seq();
        match read {
            Ok(events) => self.replay.fill(events.into_iter().map(Encoded::event), newest),
            Err(failure) => {
                // The subscribers are dropped, so the watchers come back.
                log::info!(watchers = returning.len(), error:% = failure; "can't read the log for watchers");
                return;
            }
        }
        for (since, subscriber) in returning {
            match self.replay.since(since, newest) {
                CatchUp::Missed(missed) => self.admit(subscriber, missed),
                // It came while the log was read from a later number.
                CatchUp::Read if since < begun => self.returning.push((since, subscriber)),
                CatchUp::Read | CatchUp::Resync => self.resync(subscriber),
            }
        }
        self.catch_up(ctx);
    }
}
