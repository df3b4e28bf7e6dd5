//! Keeps the loaded waffles: compares their sequence numbers with the database, evicts idle ones, and makes sure that
//! changes that many waffles show get into their logs.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval, timeout};
use uuid::Uuid;
use waffle_domain::timeouts::COMPARISON;
use waffle_domain::wire::event::Mark;
use waffle_store::announcements;
use waffle_store::events::{self, Compared};

use crate::registry::{Registry, Running};
use crate::shared_change_announcer;
use crate::waffle::messages::{Compare, EvictIfIdle, WentBack};
use crate::waffles_config::WafflesConfig;

/// How many sequence numbers one query asks for.
const CHUNK: usize = 1_000;

/// Compares and evicts until it is dropped.
pub(crate) async fn keep(registry: Arc<Registry>) {
    let mut tick = interval(registry.config.compare_every);
    tick.set_missed_tick_behavior(MissedTickBehavior::Skip);
    loop {
        tick.tick().await;
        let compared = compare(&registry).await;
        if registry.sees_database.swap(compared, Ordering::Relaxed) != compared {
            log::info!(works = compared; "comparing sequence numbers works again, or fails");
        }
        for running in registry.all() {
            running.published.hubs.note_live(compared);
        }
        evict_idle(&registry);
        if let Ok(Ok(true)) = timeout(COMPARISON, announcements::are_left(&registry.pool)).await {
            shared_change_announcer::announce(&registry).await;
        }
    }
}

/// Compares the sequence numbers of all loaded waffles with the database; returns whether it could.
pub(crate) async fn compare(registry: &Registry) -> bool {
    compare_these(registry, &registry.all()).await
}

/// Compares the sequence numbers of some waffles, and looks for the newest event that each knows in its log: if that is
/// missing, the log went back, and the actor is loaded again.
pub(crate) async fn compare_these(registry: &Registry, these: &[Arc<Running>]) -> bool {
    let live: Vec<&Arc<Running>> = these.iter().filter(|running| running.is_live()).collect();
    for chunk in live.chunks(CHUNK) {
        // Noted before the database is asked: its answer may lack later commits.
        let known: Vec<(Uuid, Mark)> = chunk.iter().map(|running| (running.id, running.published.note())).collect();
        let Ok(Ok(rows)) = timeout(COMPARISON, events::compare(&registry.pool, &known)).await else { return false };
        let logs: HashMap<Uuid, Compared> = rows.into_iter().map(|log| (log.waffle_id, log)).collect();
        for (running, (_, mark)) in chunk.iter().zip(known) {
            match logs.get(&running.id) {
                Some(log) if !log.goes_on => {
                    // From now on it can't be found, however busy its actor is.
                    running.published.retire();
                    running.addr.do_send(WentBack { newest: log.newest });
                }
                Some(log) => {
                    running.published.found(mark);
                    if log.newest > running.published.seq() {
                        running.addr.do_send(Compare(Some(log.newest)));
                    }
                }
                None => running.addr.do_send(Compare(None)),
            }
        }
    }
    true
}

/// Unloads waffles that have no watchers and were not used for a while; if there are too many without watchers, or they
/// have too many spots, the least recently used as well, but none that was used lately.
fn evict_idle(registry: &Arc<Registry>) {
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let (idle_after, used_lately) = (millis(registry.config.idle_after), millis(registry.config.used_lately));
    let now = registry.moment();
    let mut unwatched = Vec::new();
    for running in registry.all() {
        let idle = now.saturating_sub(running.published.used());
        if !running.is_live() {
            // A dead one is kept for a while, so that repeated deaths are noticed; an evicted one would only keep its
            // board.
            if running.published.has_retired() || idle > 60_000 {
                registry.remove(&running);
            }
            continue;
        }
        if running.published.hubs.watchers() == 0 {
            unwatched.push((idle, running));
        }
    }
    unwatched.sort_by_key(|(idle, ..)| *idle);
    let staying = room_for(unwatched.iter().map(|(.., running)| running.total_spots()), &registry.config);
    for (rank, (idle, running)) in unwatched.into_iter().enumerate() {
        if idle > idle_after || (rank >= staying && idle > used_lately) {
            running.addr.do_send(EvictIfIdle);
        }
    }
}

/// Counts the waffles without watchers that may stay. Takes their numbers of spots, the waffle used last first.
fn room_for(spots: impl Iterator<Item = i32>, config: &WafflesConfig) -> usize {
    let mut in_all = 0;
    let fits = |spots: &i32| {
        in_all += i64::from(*spots);
        in_all <= config.most_unwatched_spots
    };
    spots.take(config.most_unwatched).take_while(fits).count()
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    #[test]
    fn the_ones_used_last_stay_as_many_as_are_within_both_limits() {
        let config = WafflesConfig {
            most_unwatched: 3,
            most_unwatched_spots: 20,
            ..WafflesConfig::new(Arc::new(|| DateTime::UNIX_EPOCH))
        };
        let room_for = |spots: &[i32]| room_for(spots.iter().copied(), &config);
        assert_eq!(room_for(&[]), 0);
        assert_eq!(room_for(&[2, 2, 2]), 3);
        assert_eq!(room_for(&[2, 2, 2, 2]), 3, "one too many");
        assert_eq!(room_for(&[10, 10]), 2);
        assert_eq!(room_for(&[10, 11]), 1, "a spot too many");
        assert_eq!(room_for(&[10, 11, 2]), 1, "the least recently used leave first");
    }
}
