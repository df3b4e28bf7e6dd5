//! Writes a change of something that many waffles show into their logs.

use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};
use uuid::Uuid;
use waffle_domain::timeouts::ANNOUNCEMENTS;
use waffle_store::announcements::{self, Announced};
use waffle_store::failure::StoreFailure;
use waffle_store::hints::Newest;
use waffle_store::waffles::WaffleRef;

use crate::registry::Registry;
use crate::waffle::messages::Compare;

/// The pause before waffles whose rows were locked are tried again.
const PAUSE: Duration = Duration::from_millis(50);

/// Writes what is owed, first for the waffles that are loaded here. The keeper goes on with what is left at the end.
pub(crate) async fn announce(registry: &Registry) {
    if let Ok(Err(failure)) = timeout(ANNOUNCEMENTS * 2, work_off(registry)).await {
        log::info!(error:% = failure; "waffles can't announce a change yet");
    }
}

async fn work_off(registry: &Registry) -> Result<(), StoreFailure> {
    let begun = Instant::now();
    let mut loaded: Option<Vec<Uuid>> = Some(registry.all().iter().map(|running| running.id).collect());
    while begun.elapsed() < ANNOUNCEMENTS {
        let announced = announcements::announce(&registry.pool, loaded.as_deref(), (registry.config.now)()).await?;
        let any = !announced.is_empty();
        for Announced { waffle_id, seq } in announced {
            publish(registry, waffle_id, seq);
        }
        if any || loaded.take().is_some() {
            continue;
        }
        if !announcements::are_left(&registry.pool).await? {
            break;
        }
        sleep(PAUSE).await;
    }
    Ok(())
}

/// Lets this server and the others know that a waffle's log has grown.
pub(crate) fn publish(registry: &Registry, waffle_id: Uuid, seq: i64) {
    registry.hints.send(waffle_id, Newest::Seq(seq));
    if let Some(running) = registry.entry(&WaffleRef::Id(waffle_id)) {
        running.addr.do_send(Compare(Some(seq)));
    }
}
