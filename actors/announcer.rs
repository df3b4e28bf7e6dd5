//! Lets waffles tell what they owe in their logs after a change of something that many of them show.

use std::time::Duration;

use tokio::time::{Instant, timeout};
use waffle_store::announcements::{self, Announced, CHUNK};
use waffle_store::failure::Failure;
use waffle_store::hints::Newest;
use waffle_store::waffles::WaffleRef;

use crate::registry::Registry;
use crate::waffle::messages::Compare;

/// How long the announcements of one call may take; what is left is up to the keeper.
const BUDGET: Duration = Duration::from_secs(1);

/// Lets those tell that nobody else holds, then the others one by one.
pub(crate) async fn announce(registry: &Registry) {
    if let Ok(Err(failure)) = timeout(BUDGET + BUDGET, work_off(registry)).await {
        log::info!("waffles can't tell of a change yet: {failure}");
    }
}

async fn work_off(registry: &Registry) -> Result<(), Failure> {
    let (begun, now) = (Instant::now(), &registry.settings.now);
    loop {
        let told = announcements::announce_free(&registry.pool, now()).await?;
        for told in &told {
            publish(registry, *told);
        }
        if told.len() < CHUNK || begun.elapsed() > BUDGET {
            break;
        }
    }
    for waffle in announcements::owed(&registry.pool).await? {
        if begun.elapsed() > BUDGET {
            break;
        }
        match announcements::announce(&registry.pool, waffle, now()).await {
            Ok(None) => {}
            Ok(Some(told)) => publish(registry, told),
            Err(Failure::Locked(_)) => log::debug!("waffle {waffle} tells of a change later: somebody else holds it"),
            Err(failure) => return Err(failure),
        }
    }
    Ok(())
}

fn publish(registry: &Registry, Announced { waffle_id, seq }: Announced) {
    registry.hints.tell(waffle_id, Newest::Seq(seq));
    if let Some(running) = registry.entry(&WaffleRef::Id(waffle_id)) {
        running.addr.do_send(Compare(Some(seq)));
    }
}
