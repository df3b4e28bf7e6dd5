//! Changes by admins: pay and release, each one call to the database.

use std::time::Duration;

use actix::{ActorFutureExt, AsyncContext, Context, Handler, WrapFuture};
use tokio::time::{sleep, timeout};
use waffle_domain::event::Event;
use waffle_store::connect::PgPool;
use waffle_store::events;
use waffle_store::failure::Failure;
use waffle_store::spots::{self, SpotOrder, SpotResult};

use crate::refusal::Refusal;
use crate::settings::Now;
use crate::waffle::WaffleActor;
use crate::waffle::messages::ChangeSpots;

/// How long the database may take for a change.
const ANSWER: Duration = Duration::from_millis(5_500);
/// How often a change is tried that ran into a conflict or waited too long.
const TRIES: u32 = 2;
/// How many changes of one waffle may be under way.
const MOST_WORKING: usize = 64;

impl Handler<ChangeSpots> for WaffleActor {
    type Result = ();

    fn handle(&mut self, ChangeSpots { order, reply }: ChangeSpots, ctx: &mut Context<Self>) {
        if self.working >= MOST_WORKING {
            let _ = reply.send(Err(Refusal::Overloaded));
            return;
        }
        self.working += 1;
        let (pool, now, seq) = (self.pool.clone(), self.settings.now.clone(), self.desk.seq());
        let change = async move { change(&pool, &now, &order, seq).await };
        ctx.spawn(change.into_actor(self).map(|result, actor, ctx| {
            actor.working -= 1;
            if let Ok(results) = &result {
                actor.absorb(changed(results), ctx);
            } else {
                actor.read_on(ctx);
            }
            actor.look_at_parked(ctx);
            let _ = reply.send(result);
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
    let mut tries = 0;
    loop {
        tries += 1;
        let result = timeout(ANSWER, spots::change(pool, order, now())).await;
        match result.unwrap_or_else(|_| Err(Failure::late(ANSWER))) {
            Ok(results) => return Ok(results),
            Err(Failure::Aborted(text)) if tries < TRIES => log::info!("a change of spots is tried again: {text}"),
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
