//! Loads waffles for all callers that wait for one. For a waffle that is not loaded, the first question is whether it
//! exists, which is answered for a thousand together; only those that exist are queued to be loaded, many in one call.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use futures_util::future::join_all;
use tokio::time::Instant;
use uuid::Uuid;
use waffle_domain::failure::Failure;
use waffle_domain::refusal::Refusal;
use waffle_domain::timeouts::WAFFLE_LOAD;
use waffle_store::failure::{StoreFailure, of_read};
use waffle_store::loading::{self as store, FoundWaffle};
use waffle_store::waffles::WaffleRef;

use crate::database_call::within;
use crate::news_from_servers::compare_and_evict;
use crate::registry::{Registry, Visit};
use crate::waffle::messages::Compare;

/// How many loads are under way at the same time.
pub(crate) const LOADS: usize = 4;
/// How many waffles are looked up in one call.
const MOST_LOOKED_UP: usize = 1_000;
/// How many spots are loaded in one call, unless a single waffle has more.
const MOST_SPOTS: usize = 10_000;

/// Answers which waffles exist, until it is dropped.
pub(crate) async fn look_up(registry: Arc<Registry>) {
    loop {
        let mut taken = registry.lookups.take(MOST_LOOKED_UP, |_| 1).await;
        registry.config.counters.lookups.note(taken.questions.len() as u64);
        let found = loop {
            let creations = registry.unknown.creations();
            let found = in_time(store::find(&registry.pool, &taken.questions)).await;
            if let Ok(found) = &found {
                registry.progress.moves();
                if !registry.unknown.note(&missing(&taken.questions, found), creations, Instant::now()) {
                    // A waffle was created in the meantime, perhaps one of these.
                    continue;
                }
            }
            break found;
        };
        match found {
            Ok(found) => {
                for waffle in found {
                    let answer = Ok(Some(waffle.clone()));
                    taken.answer(&WaffleRef::Id(waffle.id), &answer);
                    taken.answer(&WaffleRef::Slug(waffle.slug), &answer);
                }
                taken.answer_all(&Ok(None));
            }
            Err(refusal) => taken.answer_all(&Err(refusal)),
        }
    }
}

/// Lists what was not found.
fn missing(wanted: &[WaffleRef], found: &[FoundWaffle]) -> Vec<WaffleRef> {
    let ids: HashSet<Uuid> = found.iter().map(|waffle| waffle.id).collect();
    let slugs: HashSet<&str> = found.iter().map(|waffle| waffle.slug.as_str()).collect();
    let is_missing = |by: &&WaffleRef| match by {
        WaffleRef::Id(id) => !ids.contains(id),
        WaffleRef::Slug(slug) => !slugs.contains(slug.as_str()),
    };
    wanted.iter().filter(is_missing).cloned().collect()
}

/// Loads waffles and starts their actors, until it is dropped.
pub(crate) async fn load(registry: Arc<Registry>) {
    let weigh = |waffle: &FoundWaffle| usize::try_from(waffle.total_spots).unwrap_or(usize::MAX);
    loop {
        let mut taken = registry.loads.take(MOST_SPOTS, weigh).await;
        registry.config.counters.loads.note(taken.questions.len() as u64);
        match start(&registry, &taken.questions).await {
            Err(Failure { refusal: Refusal::Internal, .. }) if taken.questions.len() > 1 => {
                // One that can't be loaded must not keep the others away.
                for waffle in taken.questions.clone() {
                    let started = start_one(&registry, &waffle).await;
                    taken.answer(&waffle, &started);
                    if let Err(away @ Failure { refusal: Refusal::DatabaseUnavailable, .. }) = started {
                        taken.answer_all(&Err(away));
                        break;
                    }
                }
            }
            Err(refusal) => taken.answer_all(&Err(refusal)),
            Ok(started) => {
                for waffle in taken.questions.clone() {
                    taken.answer(&waffle, &started.get(&waffle.id).cloned().transpose());
                }
            }
        }
    }
}

async fn start_one(registry: &Registry, waffle: &FoundWaffle) -> Result<Option<Visit>, Failure> {
    start(registry, std::slice::from_ref(waffle)).await?.remove(&waffle.id).transpose()
}

/// Starts the actors of waffles; those that do not exist any more are missing in the result.
async fn start(registry: &Registry, wanted: &[FoundWaffle]) -> Result<HashMap<Uuid, Result<Visit, Failure>>, Failure> {
    let ids: Vec<Uuid> = wanted.iter().map(|waffle| waffle.id).collect();
    let loaded = in_time(store::load(&registry.pool, &ids)).await?;
    let started = join_all(loaded.into_iter().map(async |loaded| {
        let id = loaded.waffle.id;
        (id, registry.start(loaded).await)
    }));
    let started: HashMap<_, _> = started.await.into_iter().collect();
    registry.progress.moves();
    // Commits during the load reached no actor: the old ones were dead, and hints do not reach one that is not
    // registered yet.
    let running: Vec<_> =
        started.values().filter_map(|started| started.as_ref().ok()).map(|visit| Arc::clone(visit.running())).collect();
    if !compare_and_evict::compare_these(registry, &running).await {
        for running in running {
            running.addr.do_send(Compare(Some(i64::MAX)));
        }
    }
    Ok(started)
}

async fn in_time<T>(work: impl Future<Output = Result<T, StoreFailure>>) -> Result<T, Failure> {
    within(WAFFLE_LOAD, work).await.map_err(of_read)
}
