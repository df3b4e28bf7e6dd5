//! Listens for hints from other servers.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::{sleep, timeout};
use waffle_store::database::Database;
use waffle_store::hints::{HintListener, Newest};
use waffle_store::waffles::WaffleRef;

use crate::hints_to_servers::Listening;
use crate::news_from_servers::compare_and_evict;
use crate::registry::Registry;

/// A connection that was silent for this long is pinged.
const QUIET: Duration = Duration::from_secs(15);
/// The first and the longest pause before connecting again.
const SHORTEST: Duration = Duration::from_millis(100);
const LONGEST: Duration = Duration::from_secs(1);

/// Listens until it is dropped.
pub(crate) async fn listen(registry: Arc<Registry>, database: Database) {
    let mut pause = SHORTEST;
    let mut works = true;
    loop {
        match HintListener::open(&database).await {
            Ok(mut listener) => {
                if !works {
                    log::info!("hints of other servers are received again");
                    registry.hints.reconnects.fetch_add(1, Ordering::Relaxed);
                }
                pause = SHORTEST;
                let _listens = Listens::begin(&registry.hints.listening);
                // Hints sent before this moment were missed.
                compare_and_evict::compare(&registry).await;
                hear(&registry, &mut listener).await;
                log::info!("the connection for hints of other servers is lost");
                // Another database may replace it, whose logs go on from an earlier moment.
                for running in registry.all() {
                    running.published.note();
                }
                works = false;
            }
            Err(failure) => {
                if works {
                    log::info!(error:% = failure; "hints of other servers can't be received");
                }
                works = false;
            }
        }
        sleep(pause).await;
        pause = (pause * 2).min(LONGEST);
    }
}

/// Marks a connection as alive, until it is dropped.
struct Listens(Arc<Listening>);

impl Listens {
    fn begin(listening: &Arc<Listening>) -> Self {
        listening.changed();
        Self(Arc::clone(listening))
    }
}

impl Drop for Listens {
    fn drop(&mut self) {
        self.0.changed();
    }
}

/// Notes hints until the connection is lost.
async fn hear(registry: &Registry, listener: &mut HintListener) {
    loop {
        let heard = match timeout(QUIET, listener.next()).await {
            Ok(Some(heard)) => heard,
            Err(_) if listener.is_alive().await => continue,
            Ok(None) | Err(_) => return,
        };
        let (from, hints) = heard;
        if from == registry.hints.server {
            continue;
        }
        for (waffle_id, newest) in hints {
            let news = |known: i64| newest == Newest::Deleted || newest > Newest::Seq(known);
            if registry.entry(&WaffleRef::Id(waffle_id)).is_some_and(|running| news(running.published.seq())) {
                registry.hints.heard.add(waffle_id, newest);
            }
        }
    }
}
