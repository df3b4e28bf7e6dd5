//! Changes by admins: pay and release, each one call to the database.

use std::time::Duration;

use actix::{ActorFutureExt, AsyncContext, Context, Handler, WrapFuture};
use tokio::time::{Instant, sleep, timeout};
use waffle_domain::event::Event;
use waffle_store::connect::PgPool;
use waffle_store::events;
use waffle_store::failure::Failure;
use waffle_store::hints::Newest;
use waffle_store::spots::{self, SpotOrder, SpotResult};

use crate::refusal::Refusal;
use crate::settings::Now;
use crate::waffle::WaffleActor;
use crate::waffle::messages::ChangeSpots;
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
        let change = async move { change(&pool, &now, &order, seq).await };
        ctx.spawn(change.into_actor(self).map(|result, actor, ctx| {
            actor.changing -= 1;
            if matches!(result, Err(Refusal::NotFound)) {
                // Deleted on another server.
                let _ = reply.send(result);
                return actor.finish(Standing::Over, ctx);
            }
            let mut last = 0;
            if let Ok(results) = &result {
                let events = changed(results);
                last = events.iter().map(|event| event.seq).max().unwrap_or(0);
                actor.absorb(events, ctx);
                if last > 0 {
                    actor.hints.tell(actor.desk.waffle().id, Newest::Seq(last));
                }
            } else {
                actor.read_on(ctx);
            }
            actor.look_at_parked(ctx);
            actor.owe(last, move || {
                // A caller who has gone needs no answer.
                let _ = reply.send(result);
            });
        }));
    }
}

fn changed(results: &[SpotResult]) -> Vec<Event> {
    let event = |result: &SpotResult| match result {
        SpotResult::Changed(event) => Some(event.clone()),
        _ => None,
    };
    results.iter().filter_map(event).collect()
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
