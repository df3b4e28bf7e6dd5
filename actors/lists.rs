//! The public lists of waffles: read from the database for all who ask at the same time.

use std::sync::{Arc, OnceLock};

use chrono::{DateTime, Utc};
use futures_util::FutureExt;
use waffle_domain::time_limits::LIST_READ;
use waffle_store::connect::PgPool;
use waffle_store::waffles::{ListedWaffle, Listing, list};

use crate::config::Now;
use crate::refusal::Refusal;
use crate::shared_read::{Bounds, SharedReads};
use crate::snapshot::{Rendered, kept};

/// How many waffles a page of the list shows.
pub const PAGE: u32 = 60;

/// What most visitors see: the home page and the list's first page. Whatever else is asked for, they are remembered.
const FIRST_SEEN: [Part; 2] = [Part::HOME, Part::FIRST_PAGE];
/// How many other parts are remembered.
const MOST_PARTS: usize = 32;
/// The most bytes of each of the two groups.
const MOST_BYTES: usize = 32 * 1024 * 1024;
/// What a waffle weighs in a list, in bytes, besides its texts: its row, and what becomes of it in answers.
const WAFFLE_BYTES: usize = 5_000;
/// How often its texts are there: in the row, in JSON, and in pages.
const COPIES: usize = 4;

/// Which part of the waffles that are neither archived nor unlisted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// At most so many of them; all of them without.
    pub limit: Option<i64>,
    /// Without so many of the first ones.
    pub offset: i64,
}

impl Part {
    /// What the home page shows.
    pub const HOME: Self = Self { limit: Some(12), offset: 0 };
    /// What the first page of the list is made from: one more than it shows tells whether another page follows.
    pub const FIRST_PAGE: Self = Self { limit: Some(PAGE as i64 + 1), offset: 0 };
}

/// A part of the list, as of one moment. Finished answers are kept with it for as long as the rows stay the same and
/// none of the waffles opens.
#[derive(Debug)]
pub struct WaffleList {
    /// The waffles, active ones first, then newest first.
    pub waffles: Vec<ListedWaffle>,
    /// When the next of them opens.
    next_opening: Option<DateTime<Utc>>,
    json: OnceLock<Rendered>,
    home: OnceLock<Rendered>,
    page: OnceLock<Rendered>,
}

impl WaffleList {
    fn new(waffles: Vec<ListedWaffle>, now: DateTime<Utc>) -> Self {
        let openings = waffles.iter().filter_map(|listed| listed.waffle.terms.opens_at);
        let next_opening = openings.filter(|opens_at| now < *opens_at).min();
        Self { waffles, next_opening, json: OnceLock::new(), home: OnceLock::new(), page: OnceLock::new() }
    }

    /// Tells whether it shows these waffles as they are at a moment.
    fn shows(&self, waffles: &[ListedWaffle], now: DateTime<Utc>) -> bool {
        self.waffles == waffles && self.next_opening.is_none_or(|opens_at| now < opens_at)
    }

    /// Gives the list in JSON, serialized at the first call.
    pub fn json<E>(&self, serialize: impl FnOnce(&Self) -> Result<Rendered, E>) -> Result<&Rendered, E> {
        self.kept(&self.json, serialize)
    }

    /// Gives the home page that strangers see, rendered at the first call.
    pub fn home<E>(&self, render: impl FnOnce(&Self) -> Result<Rendered, E>) -> Result<&Rendered, E> {
        self.kept(&self.home, render)
    }

    /// Gives the page of the list that strangers see, rendered at the first call.
    pub fn page<E>(&self, render: impl FnOnce(&Self) -> Result<Rendered, E>) -> Result<&Rendered, E> {
        self.kept(&self.page, render)
    }

    fn kept<'a, E>(
        &'a self,
        place: &'a OnceLock<Rendered>,
        make: impl FnOnce(&Self) -> Result<Rendered, E>,
    ) -> Result<&'a Rendered, E> {
        kept(place, || make(self))
    }

    fn weight(&self) -> usize {
        self.waffles.iter().map(|listed| WAFFLE_BYTES + COPIES * texts(listed)).sum()
    }
}

/// The length of a waffle's texts, in bytes.
fn texts(ListedWaffle { waffle, .. }: &ListedWaffle) -> usize {
    let optional = [&waffle.description, &waffle.image_url, &waffle.share_message];
    let several = waffle.social_media_links.iter().chain(&waffle.winning_social_handles);
    waffle.title.len() + optional.into_iter().flatten().chain(several).map(String::len).sum::<usize>()
}

pub(crate) struct Lists {
    first_seen: Reads,
    others: Reads,
}

type Reads = SharedReads<Part, Arc<WaffleList>>;

impl Lists {
    pub(crate) fn new(pool: &PgPool, now: &Now) -> Self {
        Self { first_seen: reads(pool, now, FIRST_SEEN.len()), others: reads(pool, now, MOST_PARTS) }
    }

    pub(crate) async fn get(&self, part: Part) -> Result<Arc<WaffleList>, Refusal> {
        let reads = if FIRST_SEEN.contains(&part) { &self.first_seen } else { &self.others };
        reads.get(part).await
    }
}

/// Makes shared reads that remember so many parts.
fn reads(pool: &PgPool, now: &Now, parts: usize) -> Reads {
    let weigh = |list: &Arc<WaffleList>| list.weight();
    let bounds = Bounds { keys: parts, weight: MOST_BYTES, weigh, limit: LIST_READ };
    let (pool, now) = (pool.clone(), Arc::clone(now));
    SharedReads::new(bounds, move |part: Part, last: Option<Arc<WaffleList>>| {
        let (pool, now) = (pool.clone(), now());
        async move {
            let rows = list(&pool, Listing::Public, part.limit, part.offset).await.map_err(Refusal::of_read)?;
            let same = last.filter(|last| last.shows(&rows, now));
            Ok(same.unwrap_or_else(|| Arc::new(WaffleList::new(rows, now))))
        }
        .boxed()
    })
}
