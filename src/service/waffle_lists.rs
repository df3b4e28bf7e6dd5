//! The public lists of waffles: read from the database for all who ask at the same time.

use std::convert::identity;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use chrono::{DateTime, Utc};
use futures_util::FutureExt;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use waffle_actors::snapshot::Rendered;
use waffle_domain::failure::Failure;
use waffle_domain::paging::Part;
use waffle_domain::refusal::Refusal;
use waffle_domain::timeouts::{LIST_READ, POOL_SLOT};
use waffle_language::{ByLanguage, Language};
use waffle_store::failure::of_read;
use waffle_store::pools::{PgPool, Pools};
use waffle_store::waffles::{ListedWaffle, Listing, list};

use crate::clock::Clock;
use crate::shared_read::{Bounds, SharedReads, no_time};

/// How many waffles a page of the list shows.
pub const PAGE: u32 = 60;

/// What most visitors see: the home page and the list's first page. These are kept whatever else is asked for.
const FIRST_SEEN: [Part; 2] = [HOME, FIRST_PAGE];
/// How many other parts are kept.
const MOST_PARTS: usize = 32;
/// The most bytes of each of the two groups.
const MOST_BYTES: usize = 32 * 1024 * 1024;
/// What a waffle weighs in an answer or as a row, in bytes, without its texts.
const WAFFLE_BYTES: usize = 1_250;
/// How often it is there: as a row, in JSON, and in two pages of each language.
fn copies() -> usize {
    2 + 2 * Language::all().len()
}
/// Parts after this many waffles are read with the long lists: the database goes through all before them.
const DEEP: i64 = 300;
/// A whole list of more bytes than this is long: some three hundred waffles.
const LONG: usize = 256 * 1024;
/// How long after one long list the next one is made, at the earliest.
const LONG_APART: Duration = Duration::from_secs(1);

/// What the home page shows of the waffles that are neither archived nor unlisted.
pub const HOME: Part = Part { limit: 12, offset: 0 };
/// What the first page of their list is made from: one more than it shows says whether another page follows.
pub const FIRST_PAGE: Part = Part { limit: PAGE as i64 + 1, offset: 0 };

/// A part of the list, as of one moment. Finished answers are kept with it for as long as the rows stay the same and
/// none of the waffles opens.
#[derive(Debug)]
pub struct WaffleList {
    /// The waffles, active ones first, then newest first.
    pub waffles: Vec<ListedWaffle>,
    /// When the next of them opens.
    next_opening: Option<DateTime<Utc>>,
    pub json: OnceLock<Rendered>,
    /// The home page of signed-out visitors.
    pub home: ByLanguage<OnceLock<Rendered>>,
    /// The page of the list of signed-out visitors.
    pub page: ByLanguage<OnceLock<Rendered>>,
}

impl WaffleList {
    fn new(waffles: Vec<ListedWaffle>, now: DateTime<Utc>) -> Self {
        let openings = waffles.iter().filter_map(|listed| listed.waffle.terms.opens_at);
        let next_opening = openings.filter(|opens_at| now < *opens_at).min();
        Self { waffles, next_opening, json: OnceLock::new(), home: ByLanguage::default(), page: ByLanguage::default() }
    }

    /// Returns whether it shows these waffles as they are at a moment.
    fn shows(&self, waffles: &[ListedWaffle], now: DateTime<Utc>) -> bool {
        self.waffles == waffles && self.next_opening.is_none_or(|opens_at| now < opens_at)
    }

    fn weight(&self) -> usize {
        self.waffles.iter().map(|listed| copies() * (WAFFLE_BYTES + texts(listed))).sum()
    }
}

/// The length of a waffle's texts, in bytes.
fn texts(ListedWaffle { waffle, .. }: &ListedWaffle) -> usize {
    let optional = [&waffle.description, &waffle.image_url, &waffle.share_message];
    let several = waffle.social_media_links.iter().chain(&waffle.winning_social_handles);
    waffle.title.len() + optional.into_iter().flatten().chain(several).map(String::len).sum::<usize>()
}

/// The lists of this server. Callers of the same moment share a read.
pub struct Lists {
    first_seen: Reads,
    others: Reads,
    whole: SharedReads<(), Arc<Rendered>>,
}

type Reads = SharedReads<Part, Arc<WaffleList>>;

impl Lists {
    /// Makes the lists; nothing is read yet.
    pub fn new(pools: &Pools, clock: &Clock) -> Self {
        Self {
            first_seen: reads(pools, clock, FIRST_SEEN.len()),
            others: reads(pools, clock, MOST_PARTS),
            whole: whole(&pools.long_lists),
        }
    }

    /// Lists the waffles that are not archived, as of now or a moment later.
    pub async fn get(&self, part: Part) -> Result<Arc<WaffleList>, Failure> {
        let reads = if FIRST_SEEN.contains(&part) { &self.first_seen } else { &self.others };
        reads.get(part).await
    }

    /// Lists all waffles that are not archived, in JSON. If there are many, the read may begin up to a second later.
    pub async fn whole(&self) -> Result<Arc<Rendered>, Failure> {
        self.whole.get(()).await
    }
}

/// Makes shared reads that keep this many parts.
fn reads(pools: &Pools, clock: &Clock, parts: usize) -> Reads {
    let weigh = |list: &Arc<WaffleList>| list.weight();
    let bounds = Bounds { keys: parts, weight: MOST_BYTES, weigh, good_for: no_time, apart: no_time, limit: LIST_READ };
    let (near, deep, clock) = (pools.readers.clone(), pools.long_lists.clone(), clock.clone());
    let deep_slot = Arc::new(Semaphore::new(1));
    SharedReads::new(bounds, move |part: Part, last: Option<Arc<WaffleList>>| {
        let is_deep = part.offset > DEEP;
        let (pool, now) = (if is_deep { deep.clone() } else { near.clone() }, clock.now());
        let deep_slot = Arc::clone(&deep_slot);
        async move {
            // The whole list shares the connection: however many deep parts are asked for, it waits for one at most.
            let _slot = if is_deep {
                let slot = timeout(POOL_SLOT, deep_slot.acquire_owned()).await;
                Some(slot.map_err(|_| Refusal::Overloaded)?)
            } else {
                None
            };
            let rows = list(&pool, Listing::Public, Some(part.limit), part.offset).await.map_err(of_read)?;
            let same = last.filter(|last| last.shows(&rows, now));
            Ok(same.unwrap_or_else(|| Arc::new(WaffleList::new(rows, now))))
        }
        .boxed()
    })
}

/// Makes the shared reads of all waffles. Only their JSON is kept, in each coding that was asked for, whatever its
/// size. A long list is made once a second at most, however many ask.
fn whole(pool: &PgPool) -> SharedReads<(), Arc<Rendered>> {
    let apart = |list: &Arc<Rendered>| if list.body.len() > LONG { LONG_APART } else { Duration::ZERO };
    let bounds = Bounds { keys: 1, weight: usize::MAX, weigh: |_| 0, good_for: no_time, apart, limit: LIST_READ };
    let pool = pool.clone();
    SharedReads::new(bounds, move |(), last: Option<Arc<Rendered>>| {
        let (pool, runtime) = (pool.clone(), Handle::current());
        // On a blocking thread: making and writing that many rows takes a while.
        let made = spawn_blocking(move || {
            let rows = runtime.block_on(list(&pool, Listing::Public, None, 0)).map_err(of_read)?;
            let rows: Vec<_> = rows.iter().map(ListedWaffle::summary).collect();
            let json = serde_json::to_vec(&rows).map_err(|error| Failure::internal(error.to_string()))?;
            let same = last.filter(|last| last.body == json);
            Ok(same.unwrap_or_else(|| Arc::new(Rendered::new(json))))
        });
        async move { made.await.map_err(|error| Failure::internal(error.to_string())).and_then(identity) }.boxed()
    })
}

#[cfg(test)]
mod tests;
