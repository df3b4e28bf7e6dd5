//! Releases spots that were not paid in time.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior, interval, timeout};
use uuid::Uuid;
use waffle_domain::time_limits::{CHANGE, DEADLINES_READ};
use waffle_store::failure::StoreFailure;
use waffle_store::spots::{self, SpotOperation, SpotOrder, SpotResult};

use crate::announcer;
use crate::registry::Registry;

/// How often it looks. Every server does; the database sees to it that each spot is released once.
const EVERY: Duration = Duration::from_secs(1);
/// When it looks anew, if one has failed: the database may be away.
const PATIENCE: Duration = Duration::from_secs(5);
/// How many waffles are looked at in one go. The others come next, without a pause.
const CHUNK: i64 = 100;

/// Releases what expires until it is dropped.
pub(crate) async fn release(registry: Arc<Registry>) {
    let mut tick = interval(EVERY);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut works = true;
    loop {
        tick.tick().await;
        let released = release_overdue(&registry).await;
        if let Err(failure) = &released
            && works
        {
            log::warn!("spots past their deadline can't be released: {failure}");
        }
        works = released.is_ok();
    }
}

/// Goes through all waffles whose deadlines may have passed. One that fails holds up none of the others in its chunk;
/// the first failure is returned.
async fn release_overdue(registry: &Registry) -> Result<(), StoreFailure> {
    loop {
        let found = timeout(DEADLINES_READ, spots::overdue(&registry.pool, CHUNK)).await;
        let found = found.unwrap_or_else(|_| Err(StoreFailure::late(DEADLINES_READ)))?;
        let (begun, mut outcome) = (Instant::now(), Ok(()));
        for waffle_id in &found {
            if outcome.is_err() && begun.elapsed() > PATIENCE {
                break;
            }
            let expired = timeout(CHANGE, expire(registry, *waffle_id)).await;
            outcome = outcome.and(expired.unwrap_or_else(|_| Err(StoreFailure::late(CHANGE))));
        }
        outcome?;
        if i64::try_from(found.len()).is_ok_and(|found| found < CHUNK) {
            return Ok(());
        }
    }
}

async fn expire(registry: &Registry, waffle_id: Uuid) -> Result<(), StoreFailure> {
    let order = SpotOrder {
        id: Uuid::now_v7(),
        waffle_id,
        spot_ids: Vec::new(),
        operation: SpotOperation::Expire,
        only_of: None,
        active_only: false,
        author: None,
    };
    let results = spots::change(&registry.pool, &order, (registry.config.now)()).await?.unwrap_or_default();
    let seqs = results.iter().filter_map(|result| match result {
        SpotResult::Changed(event) => Some(event.seq),
        _ => None,
    });
    if let Some(seq) = seqs.max() {
        log::info!("spots expired: waffle={waffle_id} spots={}", results.len());
        announcer::publish(registry, waffle_id, seq);
    }
    Ok(())
}
