//! Reads what other servers committed, for all waffles that have news in one query, and hands it to their actors.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{sleep, timeout};
use uuid::Uuid;
use waffle_domain::timeouts::HINTED_READ;
use waffle_domain::wire::event::Event;
use waffle_store::events;
use waffle_store::hints::Newest;
use waffle_store::waffles::WaffleRef;

use crate::news_from_servers::compare_and_evict;
use crate::registry::{Registry, Running};
use crate::waffle::messages::{Compare, Heard};

/// The most waffles of one query, and the most events of one of them; beyond that, the actor reads its own log.
const MOST_WAFFLES: usize = 500;
const MOST_EVENTS: i64 = 200;
/// The pause between two reads.
const PACE: Duration = Duration::from_millis(4);

/// Reads until it is dropped.
pub(crate) async fn read(registry: Arc<Registry>) {
    loop {
        registry.hints.heard.wait().await;
        let heard = registry.hints.heard.take();
        let deleted = heard.iter().any(|(_, newest)| *newest == Newest::Deleted);
        let running = |(waffle_id, newest): (Uuid, Newest)| {
            let running = registry.entry(&WaffleRef::Id(waffle_id)).filter(|running| running.is_live())?;
            (newest > Newest::Seq(running.published.seq())).then_some(running)
        };
        let behind: Vec<Arc<Running>> = heard.into_iter().filter_map(running).collect();
        if deleted {
            compare_and_evict::compare_these(&registry, &behind).await;
        }
        for chunk in behind.chunks(MOST_WAFFLES) {
            hand_over(&registry, chunk).await;
        }
        sleep(PACE).await;
    }
}

async fn hand_over(registry: &Registry, behind: &[Arc<Running>]) {
    let known: Vec<(Uuid, i64)> = behind.iter().map(|running| (running.id, running.published.seq())).collect();
    let Ok(Ok(rows)) = timeout(HINTED_READ, events::after_each(&registry.pool, &known, MOST_EVENTS)).await else {
        // The next comparison finds them.
        return log::debug!("news of other servers can't be read");
    };
    let mut by_waffle: HashMap<Uuid, Vec<Event>> = HashMap::new();
    for (waffle_id, event) in rows {
        by_waffle.entry(waffle_id).or_default().push(event);
    }
    for running in behind {
        if let Some(events) = by_waffle.remove(&running.id) {
            if i64::try_from(events.len()).is_ok_and(|count| count < MOST_EVENTS) {
                running.addr.do_send(Heard(events));
            } else {
                // The actor reads them itself, all together, so that a large commit stays one.
                running.addr.do_send(Compare(Some(i64::MAX)));
            }
        }
    }
}
