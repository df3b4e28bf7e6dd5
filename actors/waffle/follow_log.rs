//! Following the event log: commits of this server and of others, in order and without gaps.

use std::collections::VecDeque;
use std::time::Duration;

use actix::{ActorContext, ActorFutureExt, AsyncContext, Context, Handler, WrapFuture};
use waffle_domain::timeouts::LOG_READ;
use waffle_domain::waffle::Waffle;
use waffle_domain::wire::event::{Event, EventBody};
use waffle_store::failure::StoreFailure;
use waffle_store::{events, waffles};

use crate::database_call::within_primary;
use crate::waffle::WaffleActor;
use crate::waffle::live_board::Applied;
use crate::waffle::messages::Heard;
use crate::watch::{Encoded, SubscriptionEnd};

/// The most events of one read: more than any single commit has.
const MOST_READ: i64 = 12_000;
/// The most spots of one change that are announced one by one. For more, watchers are asked to fetch all spots.
const MOST_ANNOUNCED: usize = 1_000;
/// The pause before a failed read is tried again.
const PAUSE: Duration = Duration::from_millis(500);

/// What the log holds after a sequence number.
struct News {
    events: Vec<Event>,
    own: OwnFields,
}

/// The waffle's own fields, read when an event says that they changed.
enum OwnFields {
    Unchanged,
    Now(Box<Waffle>),
    Deleted,
}

impl Handler<Heard> for WaffleActor {
    type Result = ();

    fn handle(&mut self, Heard(events): Heard, ctx: &mut Context<Self>) {
        if events.iter().any(Event::changes_waffle) {
            // The fields of the waffle itself have to be read as well.
            return self.read_on(ctx);
        }
        self.absorb(events, ctx);
        self.look_at_parked(ctx);
    }
}

impl WaffleActor {
    /// Applies the events that come next, keeps later ones, and informs the watchers. Gaps are filled from the log.
    pub(super) fn absorb(&mut self, events: Vec<Event>, ctx: &mut Context<Self>) {
        for event in events {
            if event.seq > self.board.seq() {
                self.early.insert(event.seq, event);
            }
        }
        let mut news = Vec::new();
        while let Some(entry) = self.early.first_entry() {
            match self.board.apply(entry.get()) {
                Ok(Applied::Next) => news.push(entry.remove()),
                Ok(Applied::Known) => {
                    entry.remove();
                }
                Ok(Applied::Gap) => break,
                Err(mismatch) => {
                    let slug = &self.board.waffle().slug;
                    log::error!(waffle:% = slug, error:% = mismatch; "a waffle is loaded again");
                    ctx.stop();
                    return;
                }
            }
        }
        if !news.is_empty() {
            self.publish();
            if self.replay.keeps() {
                self.broadcast(&messages(news));
            }
            self.give_answers();
        }
        if !self.early.is_empty() {
            self.read_on(ctx);
        }
    }

    fn broadcast(&mut self, messages: &[Encoded]) {
        for message in messages {
            self.replay.push(message.clone());
        }
        let behind = self.published.hubs.send(messages, self.board.seq());
        self.config.counters.resyncs.add(behind as u64);
    }

    /// Reads the news in the log, one read at a time; if asked again during a read, it reads once more.
    pub(super) fn read_on(&mut self, ctx: &mut Context<Self>) {
        if self.reading {
            self.read_again = true;
            return;
        }
        self.reading = true;
        let (pool, id, seq) = (self.pool.clone(), self.board.waffle().id, self.board.seq());
        let read = async move {
            let read = async {
                let events = events::after(&pool, id, seq, MOST_READ).await?;
                let own = if events.iter().any(Event::changes_waffle) {
                    let listed = waffles::describe(&pool, id).await?;
                    listed.map_or(OwnFields::Deleted, |listed| OwnFields::Now(Box::new(listed.waffle)))
                } else {
                    OwnFields::Unchanged
                };
                Ok(News { events, own })
            };
            within_primary(LOG_READ, pool.let_go(), read).await
        };
        ctx.spawn(read.into_actor(self).map(|news, actor, ctx| actor.take_news(news, ctx)));
    }

    fn take_news(&mut self, news: Result<News, StoreFailure>, ctx: &mut Context<Self>) {
        let news = match news {
            Ok(news) => news,
            Err(failure) => {
                log::info!(waffle:% = self.board.waffle().slug, error:% = failure; "a waffle can't read its log");
                // Still counts as reading, so that no other read starts before this one.
                ctx.run_later(PAUSE, |actor, ctx| {
                    actor.reading = false;
                    actor.read_on(ctx);
                });
                return;
            }
        };
        self.reading = false;
        let again = std::mem::take(&mut self.read_again);
        let full = i64::try_from(news.events.len()).is_ok_and(|n| n >= MOST_READ);
        let before = self.board.seq();
        match news.own {
            OwnFields::Unchanged => {}
            OwnFields::Now(waffle) => self.board.describe(*waffle),
            OwnFields::Deleted => return self.finish(SubscriptionEnd::Over, ctx),
        }
        self.absorb(news.events, ctx);
        if !full && !again && self.board.seq() == before && !self.early.is_empty() {
            // The log lacks events that were committed: start over from the database.
            log::error!(waffle:% = self.board.waffle().slug; "a waffle is loaded again, its log has a gap");
            ctx.stop();
            return;
        }
        if self.board.waffle().archived {
            self.published.hubs.end(SubscriptionEnd::Over);
        }
        self.admit_those_ahead(full || again, ctx);
        if full || again {
            self.read_on(ctx);
        }
        self.look_at_parked(ctx);
    }
}

/// Encodes events for watchers. Where one change has more spots than are announced one by one, one message stands for
/// them.
fn messages(events: Vec<Event>) -> Vec<Encoded> {
    let change_of_spot = |event: &Event| event.change_id.filter(|_| matches!(event.body, EventBody::Spot(_)));
    let mut messages = Vec::new();
    let mut events = VecDeque::from(events);
    while let Some(event) = events.front() {
        let change = change_of_spot(event);
        let alike = |other: &&Event| change.is_some() && change_of_spot(other) == change;
        let spots = events.iter().take_while(alike).count();
        if spots > MOST_ANNOUNCED {
            let first = event.seq;
            let last = events.drain(..spots).next_back().map_or(first, |event| event.seq);
            messages.push(Encoded::resync_instead(first, last));
        } else {
            messages.extend(events.drain(..spots.max(1)).map(Encoded::event));
        }
    }
    messages
}
