//! The audit actor: moves audit records into the log, from the outbox where each change leaves its record.
//!
//! It keeps no state: whenever it dies, each record is in one of the two tables. Readers read both.

use std::time::Duration;

use actix::{Actor, ActorContext, ActorFutureExt, AsyncContext, Context, Handler, Message, WrapFuture};
use tokio::time::timeout;
use waffle_domain::timeouts::{AUDIT_END, AUDIT_FLUSH, BACKGROUND_CALL};
use waffle_store::audit::outbox::transfer;
use waffle_store::failure::StoreFailure;
use waffle_store::pools::PgPool;

use crate::database_call::within;
use crate::supervised_actor::{Kept, Lasting};
use crate::supervised_task::Supervised;

/// How often it looks for new records.
pub const EVERY: Duration = Duration::from_secs(1);
/// How many records one statement moves.
const BATCH: i64 = 500;
/// The longest pause while the database is away.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// Moves the records.
pub struct AuditActor {
    pool: PgPool,
    every: Duration,
    /// How often it failed in a row.
    failures: u32,
}

/// Moves a batch, and then again after a pause.
#[derive(Debug, Message)]
#[rtype(result = "()")]
struct Move;

/// Starts the actor in the local set of the caller. It looks for new records `every` so often, and at shutdown moves
/// those that wait.
pub fn start(pool: PgPool, every: Duration) -> (Kept<AuditActor>, Supervised) {
    Kept::start("audit log", AUDIT_END, move || AuditActor { pool: pool.clone(), every, failures: 0 })
}

impl Actor for AuditActor {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        ctx.notify(Move);
    }
}

impl Handler<Move> for AuditActor {
    type Result = ();

    fn handle(&mut self, Move: Move, ctx: &mut Self::Context) {
        let pool = self.pool.clone();
        let moved = async move { move_batch(&pool).await }.into_actor(self);
        // Until it ends, no message is handled. A batch that a shutdown cuts short is moved after the next start.
        ctx.wait(moved.map(|moved, actor, ctx| {
            ctx.notify_later(Move, actor.pause_after(moved));
        }));
    }
}

impl Lasting for AuditActor {
    fn end(&mut self, ctx: &mut Self::Context) {
        let pool = self.pool.clone();
        let flush = timeout(AUDIT_FLUSH, async move { while let Ok(true) = move_batch(&pool).await {} });
        ctx.wait(flush.into_actor(self).map(|flushed, _, ctx| {
            if flushed.is_err() {
                log::info!("some audit records wait in the outbox for the next start");
            }
            ctx.stop();
        }));
    }
}

impl AuditActor {
    /// Returns how long to wait after a batch: not at all if there may be more.
    fn pause_after(&mut self, moved: Result<bool, StoreFailure>) -> Duration {
        match moved {
            Ok(more) => {
                if self.failures > 0 {
                    log::info!("audit records are moved into the log again");
                }
                self.failures = 0;
                if more { Duration::ZERO } else { self.every }
            }
            Err(failure) => {
                if self.failures == 0 {
                    log::warn!(error:% = failure; "audit records wait in the outbox");
                }
                self.failures += 1;
                backoff(self.every, self.failures - 1)
            }
        }
    }
}

/// The pause after a failure; it doubles with each failure in a row.
fn backoff(every: Duration, failures: u32) -> Duration {
    every.saturating_mul(1 << failures.min(10)).min(LONGEST_PAUSE)
}

/// Moves a batch; returns whether there may be more. After a lost answer nothing needs repeating: the next batch takes
/// what is left.
async fn move_batch(pool: &PgPool) -> Result<bool, StoreFailure> {
    Ok(within(BACKGROUND_CALL, transfer(pool, BATCH)).await? >= BATCH.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_ten_seconds() {
        let seconds = [0, 1, 2, 3, 4, 50].map(|failures| backoff(EVERY, failures).as_secs());
        assert_eq!(seconds, [1, 2, 4, 8, 10, 10]);
    }
}
