//! Releases spots that were not paid in time.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::{StreamExt, iter};
use tokio::time::{Instant, MissedTickBehavior, interval};
use uuid::Uuid;
use waffle_domain::timeouts::{CHANGE, DEADLINES_READ};
use waffle_store::failure::StoreFailure;
use waffle_store::spots::{self, SpotOperation, SpotOrder, SpotResult};

use crate::database_call::{within, within_primary};
use crate::registry::Registry;
use crate::shared_change_announcer;

/// How often it looks. Every server does; the database makes sure that only one looks at a waffle, and that each spot
/// is released once.
const EVERY: Duration = Duration::from_secs(1);
/// Once one has failed, a round is given up after this time: the database may be away.
const PATIENCE: Duration = Duration::from_secs(5);
/// How many waffles are looked at together. The others come next, without a pause.
const CHUNK: i64 = 100;
/// How many waffles are released at the same time, so that one whose row is locked holds up fewer others.
const AT_ONCE: usize = 2;

/// Releases expired spots until it is dropped.
pub(crate) async fn release(registry: Arc<Registry>) {
    let mut tick = interval(EVERY);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut works, mut failed) = (true, HashSet::new());
    loop {
        tick.tick().await;
        let released = release_overdue(&registry, &mut failed).await;
        if let Err(failure) = &released
            && works
        {
            log::warn!(error:% = failure; "spots past their deadline can't be released");
        }
        works = released.is_ok();
    }
}

/// Goes through all waffles whose deadlines may have passed; those that failed last time come last, so that one that
/// keeps failing holds up no other. Returns the first failure.
async fn release_overdue(registry: &Registry, failed: &mut HashSet<Uuid>) -> Result<(), StoreFailure> {
    loop {
        let mut found = within(DEADLINES_READ, spots::overdue(&registry.pool, CHUNK)).await?;
        found.sort_by_key(|waffle_id| failed.contains(waffle_id));
        failed.retain(|waffle_id| found.contains(waffle_id));
        let (begun, mut outcome, mut looked) = (Instant::now(), Ok(()), false);
        let all = i64::try_from(found.len()).is_ok_and(|found| found < CHUNK);
        let expiring = iter(found)
            .map(|id| async move { (id, within_primary(CHANGE, registry.pool.let_go(), expire(registry, id)).await) });
        let mut expiring = expiring.buffer_unordered(AT_ONCE);
        while let Some((waffle_id, expired)) = expiring.next().await {
            if expired.is_err() {
                failed.insert(waffle_id)
            } else {
                failed.remove(&waffle_id)
            };
            looked |= expired.as_ref().is_ok_and(|looked| *looked);
            outcome = outcome.and(expired.map(|_| ()));
            if outcome.is_err() && begun.elapsed() > PATIENCE {
                break;
            }
        }
        outcome?;
        // If other servers look at all of them, this one is not needed.
        if all || !looked {
            return Ok(());
        }
    }
}

/// Releases a waffle's expired spots; returns whether it looked, since another server may be doing so.
async fn expire(registry: &Registry, waffle_id: Uuid) -> Result<bool, StoreFailure> {
    let order = SpotOrder {
        id: Uuid::now_v7(),
        waffle_id,
        spot_ids: Vec::new(),
        operation: SpotOperation::Expire,
        only_of: None,
        active_only: false,
        author: None,
    };
    let results = spots::change(&registry.pool, &order, (registry.config.now)()).await?;
    let Some(results) = results else { return Ok(false) };
    let seqs = results.iter().filter_map(|result| match result {
        SpotResult::Changed(event) => Some(event.seq),
        _ => None,
    });
    if let Some(seq) = seqs.max() {
        log::info!(waffle:% = waffle_id, spots = results.len(); "spots expired");
        shared_change_announcer::publish(registry, waffle_id, seq);
    }
    Ok(true)
}
