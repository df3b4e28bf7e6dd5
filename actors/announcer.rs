//! Lets waffles tell what they owe in their logs after a change of something that many of them show.

use std::cmp::Reverse;
use std::time::Duration;

use tokio::time::{Instant, timeout};
use uuid::Uuid;
use waffle_store::announcements::{self, Announced, CHUNK};
use waffle_store::failure::StoreFailure;
use waffle_store::hints::Newest;
use waffle_store::waffles::WaffleRef;

use crate::registry::Registry;
use crate::waffle::messages::Compare;

/// How long the announcements of one call may take; what is left is up to the keeper.
const BUDGET: Duration = Duration::from_secs(1);

/// Lets those tell first that somebody here looks at, then all that nobody else holds, then the others one by one.
pub(crate) async fn announce(registry: &Registry) {
    if let Ok(Err(failure)) = timeout(BUDGET + BUDGET, work_off(registry)).await {
        log::info!("waffles can't tell of a change yet: {failure}");
    }
}

async fn work_off(registry: &Registry) -> Result<(), StoreFailure> {
    let begun = Instant::now();
    for some in announcements::owing(&registry.pool, loaded(registry)).await?.chunks(CHUNK) {
        if begun.elapsed() > BUDGET {
            return Ok(());
        }
        tell_free(registry, some).await?;
    }
    let mut told = Uuid::nil();
    loop {
        let next = announcements::owed_after(&registry.pool, told).await?;
        let Some(last) = next.last() else { break };
        told = *last;
        tell_free(registry, &next).await?;
        if begun.elapsed() > BUDGET {
            return Ok(());
        }
    }
    for waffle in announcements::owed(&registry.pool).await? {
        if begun.elapsed() > BUDGET {
            break;
        }
        match announcements::announce(&registry.pool, waffle, (registry.settings.now)()).await {
            Ok(None) => {}
            Ok(Some(told)) => publish(registry, told),
            Err(StoreFailure::Locked(_)) => {
                log::debug!("waffle {waffle} tells of a change later: somebody else holds it");
            }
            Err(failure) => return Err(failure),
        }
    }
    Ok(())
}

/// The waffles that are loaded here, those with the most watchers first.
fn loaded(registry: &Registry) -> Vec<Uuid> {
    let mut running = registry.all();
    running.sort_by_cached_key(|running| Reverse(running.shared.watchers()));
    running.into_iter().map(|running| running.id).collect()
}

async fn tell_free(registry: &Registry, some: &[Uuid]) -> Result<(), StoreFailure> {
    for told in announcements::announce_free(&registry.pool, some, (registry.settings.now)()).await? {
        publish(registry, told);
    }
    Ok(())
}

fn publish(registry: &Registry, Announced { waffle_id, seq }: Announced) {
    registry.hints.tell(waffle_id, Newest::Seq(seq));
    if let Some(running) = registry.entry(&WaffleRef::Id(waffle_id)) {
        running.addr.do_send(Compare(Some(seq)));
    }
}
