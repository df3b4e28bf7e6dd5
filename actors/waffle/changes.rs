//! Changes by admins: pay and release, each one call to the database.

use std::time::Duration;

use actix::{AsyncContext, Context, Handler};
use tokio::time::{Instant, sleep, timeout};
use waffle_store::connect::PgPool;
use waffle_store::events;
use waffle_store::failure::Failure;
use waffle_store::hints::Newest;
use waffle_store::spots::{self, SpotOrder, SpotResult};
use waffle_wire::event::Event;

use crate::refusal::Refusal;
use crate::settings::Now;
use crate::waffle::WaffleActor;
use crate::waffle::messages::{ChangeSpots, Changed};
use crate::watch::Standing;

/// How long the database may take for a change.
const ANSWER: Duration = Duration::from_millis(5_500);
/// Until when a change is tried again that ran into a conflict: a request ends within 10 s.
const TRY_FOR: Duration = Duration::from_secs(2);
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
        let (pool, now, seq) = (self.pool.clone(), self.settings.now.clone(), self.desk.seq());
        let own = ctx.address();
        // Not of this actor's context: it goes on, and is answered truly, should the actor end meanwhile.
        actix::spawn(async move {
            let result = change(&pool, &now, &order, seq).await;
            own.do_send(Changed { result, reply: Some(reply) });
        });
    }
}

impl Handler<Changed> for WaffleActor {
    type Result = ();

    fn handle(&mut self, changed: Changed, ctx: &mut Context<Self>) {
        self.changing -= 1;
        if matches!(changed.result, Err(Refusal::NotFound)) {
            // Deleted on another server.
            return self.finish(Standing::Over, ctx);
        }
        let events = changed.events();
        let last = events.iter().map(|event| event.seq).max().unwrap_or(0);
        if changed.result.is_ok() {
            self.absorb(events, ctx);
        } else {
            self.read_on(ctx);
        }
        if last > 0 {
            self.hints.tell(self.desk.waffle().id, Newest::Seq(last));
        }
        self.look_at_parked(ctx);
        self.owe(last, move || drop(changed));
    }
}

impl Changed {
    fn events(&self) -> Vec<Event> {
        let event = |result: &SpotResult| match result {
            SpotResult::Changed(event) => Some(event.clone()),
            _ => None,
        };
        self.result.iter().flatten().filter_map(event).collect()
    }
}

impl Drop for Changed {
    fn drop(&mut self) {
        let result = std::mem::replace(&mut self.result, Err(Refusal::OutcomeUnknown));
        // A caller who has gone needs no answer.
        let _ = self.reply.take().map(|reply| reply.send(result));
    }
}

async fn change(pool: &PgPool, now: &Now, order: &SpotOrder, seq: i64) -> Result<Vec<SpotResult>, Refusal> {
    let begun = Instant::now();
    loop {
        let result = timeout(ANSWER, spots::change(pool, order, now())).await;
        match result.unwrap_or_else(|_| Err(Failure::late(ANSWER))) {
            Ok(results) => return results.ok_or(Refusal::NotFound),
            Err(Failure::Aborted(text)) if begun.elapsed() < TRY_FOR => {
                log::info!("a change of spots is tried again: {text}");
            }
            Err(Failure::Lost(text)) => {
                log::warn!("the answer to a change of spots was lost: {text}");
                return look_up(pool, order, seq).await;
            }
            Err(failure) => return Err(failure.into()),
        }
    }
}

/// Looks for the events of a change whose answer was lost. That they are not there yet proves nothing.
async fn look_up(pool: &PgPool, order: &SpotOrder, seq: i64) -> Result<Vec<SpotResult>, Refusal> {
    for pause in [20, 100, 400, 800] {
        sleep(Duration::from_millis(pause)).await;
        let found = timeout(Duration::from_secs(1), events::of_change(pool, order.waffle_id, seq, order.id)).await;
        if let Ok(Ok(found)) = found
            && !found.is_empty()
        {
            return Ok(found.into_iter().map(SpotResult::Changed).collect());
        }
    }
    Err(Refusal::OutcomeUnknown)
}
