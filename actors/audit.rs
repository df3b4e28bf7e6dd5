//! The audit actor: moves audit records into the log, from the outbox where each change left its own.
//!
//! It keeps no state: whenever it dies, each record is in one of the two tables. Readers look into both.

use std::time::Duration;

use tokio::time::timeout;
use waffle_domain::time_limits::{AUDIT_END, AUDIT_FLUSH, BACKGROUND_CALL};
use waffle_store::audit::transfer::transfer;
use waffle_store::connect::PgPool;
use waffle_store::failure::StoreFailure;

use crate::supervised::{Stopping, Supervised};

/// How often it looks for new records.
pub const EVERY: Duration = Duration::from_secs(1);
/// How many records one statement moves.
const BATCH: i64 = 500;
/// The longest pause while the database is away.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// Starts the actor in the local set of the caller; it looks for new records that often. At shutdown it moves what
/// waits.
pub fn start(pool: PgPool, every: Duration) -> Supervised {
    Supervised::start("audit log", AUDIT_END, move |stopping| work(pool.clone(), every, stopping))
}

async fn work(pool: PgPool, every: Duration, mut stopping: Stopping) {
    let mut pause = Duration::ZERO;
    let mut failures = 0;
    while !stopping.within(pause).await {
        match move_batch(&pool).await {
            Ok(more) => {
                if failures > 0 {
                    log::info!("audit records are moved into the log again");
                }
                failures = 0;
                pause = if more { Duration::ZERO } else { every };
            }
            Err(failure) => {
                if failures == 0 {
                    log::warn!("audit records wait in the outbox: error=\"{failure}\"");
                }
                pause = backoff(every, failures);
                failures += 1;
            }
        }
    }
    let flush = async { while let Ok(true) = move_batch(&pool).await {} };
    if timeout(AUDIT_FLUSH, flush).await.is_err() {
        log::info!("some audit records wait in the outbox for the next start");
    }
}

/// The pause after a failure; it doubles with each failure in a row.
fn backoff(every: Duration, failures: u32) -> Duration {
    every.saturating_mul(1 << failures.min(10)).min(LONGEST_PAUSE)
}

/// Moves a batch; tells whether there may be more. After a lost answer nothing needs repeating: the next batch takes
/// what is left.
async fn move_batch(pool: &PgPool) -> Result<bool, StoreFailure> {
    let moved = timeout(BACKGROUND_CALL, transfer(pool, BATCH))
        .await
        .unwrap_or_else(|_| Err(StoreFailure::late(BACKGROUND_CALL)))?;
    Ok(moved >= BATCH.unsigned_abs())
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
