//! Changes by admins: pay and release, each one call to the database.

use std::time::Duration;

use actix::{AsyncContext, Context, Handler};
use tokio::time::{Instant, sleep, timeout};
use waffle_domain::time_limits::{CHANGE, CHANGE_LOOK, CHANGE_RETRY, READ_OWN};
use waffle_store::connect::{self, PgPool};
use waffle_store::events;
use waffle_store::failure::StoreFailure;
use waffle_store::hints::Newest;
use waffle_store::spots::{self, SpotOrder, SpotResult};
use waffle_wire::event::{Event, Mark};

use crate::answer::Answer;
use crate::config::Now;
use crate::refusal::Refusal;
use crate::waffle::WaffleActor;
use crate::waffle::messages::{ChangeSpots, Changed};
use crate::watch::SubscriptionEnd;

/// How many changes of one waffle may be under way.
const MOST_CHANGING: usize = 64;

impl Handler<ChangeSpots> for WaffleActor {
    type Result = ();

    fn handle(&mut self, ChangeSpots { order, reply }: ChangeSpots, ctx: &mut Context<Self>) {
        if self.changing >= MOST_CHANGING {
            let _ = reply.send(Err(Refusal::Overloaded));
            return;
        }
        self.changing += 1;
        let (pool, now, known) = (self.pool.clone(), self.config.now.clone(), self.desk.newest());
        let (own, arrived, mut answer) = (ctx.address(), Instant::now(), Answer::to(reply));
        // Outside this actor's context: the change goes on and gets its true answer even if the actor ends.
        actix::spawn(async move {
            let result = change(&pool, &now, &order, known).await;
            let events = result.as_deref().map(events_of).map_err(Refusal::clone);
            answer.set(result);
            own.do_send(Changed { events, arrived, answer });
        });
    }
}

impl Handler<Changed> for WaffleActor {
    type Result = ();

    fn handle(&mut self, Changed { events, arrived, answer }: Changed, ctx: &mut Context<Self>) {
        self.changing -= 1;
        let mut last = 0;
        match events {
            // Deleted on another server.
            Err(Refusal::NotFound) => return self.finish(SubscriptionEnd::Over, ctx),
            Err(_) => self.read_on(ctx),
            Ok(events) => {
                last = events.iter().map(|event| event.seq).max().unwrap_or(0);
                self.absorb(events, ctx);
            }
        }
        if last > 0 {
            self.hints.tell(self.desk.waffle().id, Newest::Seq(last));
        }
        self.look_at_parked(ctx);
        self.answer_at(last, arrived + READ_OWN, move || drop(answer), ctx);
    }
}

fn events_of(results: &[SpotResult]) -> Vec<Event> {
    let event = |result: &SpotResult| match result {
        SpotResult::Changed(event) => Some(event.clone()),
        _ => None,
    };
    results.iter().filter_map(event).collect()
}

async fn change(pool: &PgPool, now: &Now, order: &SpotOrder, known: Mark) -> Result<Vec<SpotResult>, Refusal> {
    let begun = Instant::now();
    loop {
        let result = timeout(CHANGE, spots::change(pool, order, now())).await;
        match result.unwrap_or_else(|_| Err(StoreFailure::late(CHANGE))) {
            Ok(results) => return results.ok_or(Refusal::NotFound),
            Err(StoreFailure::Aborted(text)) if begun.elapsed() < CHANGE_RETRY => {
                log::info!("a change of spots is tried again: {text}");
            }
            Err(StoreFailure::Lost(text)) => {
                log::warn!("the answer to a change of spots was lost: {text}");
                return look_up(pool, order, known).await;
            }
            Err(failure) => return Err(failure.into()),
        }
    }
}

/// Looks for the events of a change whose answer was lost. Not finding them proves nothing: it may still commit. What
/// is found counts once the standbys have it.
async fn look_up(pool: &PgPool, order: &SpotOrder, known: Mark) -> Result<Vec<SpotResult>, Refusal> {
    for pause in [20, 100, 400, 800] {
        sleep(Duration::from_millis(pause)).await;
        let found = timeout(CHANGE_LOOK, events::of_change(pool, order.waffle_id, known, order.id)).await;
        if let Ok(Ok(found)) = found
            && !found.is_empty()
        {
            let made = timeout(CHANGE_LOOK, connect::standbys_have_all(pool)).await;
            let results = found.into_iter().map(SpotResult::Changed).collect();
            return made.is_ok_and(|made| made.is_ok()).then_some(results).ok_or(Refusal::OutcomeUnknown);
        }
    }
    Err(Refusal::OutcomeUnknown)
}
