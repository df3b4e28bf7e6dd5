//! Buyers: what a handle holds, and every handle that has ever claimed.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use tokio::time::{Instant, timeout, timeout_at};
use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::buyer::Buyer;
use waffle_domain::handle::Handle;
use waffle_domain::refusal::Refusal;
use waffle_domain::timeouts::{CHANGE, LIST_READ, MERGE, MERGE_PARTS};
use waffle_language::say;
use waffle_store::buyers;
use waffle_store::failure::StoreFailure;
use waffle_store::merge_users::{self, MergeCounts};
use waffle_store::pools::PgPool;

use crate::actions::Services;
use crate::failure::{Failure, of_read};
use crate::shared_read::{Bounds, SharedReads};

/// A buyer with more waffles than this may be shown as of [`MANY_AGE`] ago.
const MANY: u32 = 300;
const MANY_AGE: Duration = Duration::from_secs(1);
/// How many buyers are cached, and their most weight together.
const MOST: usize = 128;
const MOST_BYTES: usize = 16 * 1024 * 1024;

/// What handles hold, read once for all requests at the same time. A buyer with spots of many waffles, which the
/// database takes longer to count, is read at most once a second, however many requests there are.
pub struct Buyers(SharedReads<(Handle, Range<i64>), Arc<Buyer>>);

impl Buyers {
    /// Reads on these connections.
    pub fn new(pool: &PgPool) -> Self {
        let weigh = |buyer: &Arc<Buyer>| weight(buyer);
        let good_for = |buyer: &Arc<Buyer>| if buyer.totals.waffles > MANY { MANY_AGE } else { Duration::ZERO };
        let bounds =
            Bounds { keys: MOST, weight: MOST_BYTES, weigh, good_for, apart: |_| Duration::ZERO, limit: LIST_READ };
        let pool = pool.clone();
        Self(SharedReads::new(bounds, move |(handle, listed): (Handle, Range<i64>), _| {
            let pool = pool.clone();
            async move { buyers::read(&pool, &handle, listed).await.map(Arc::new).map_err(of_read) }.boxed()
        }))
    }
}

/// What a buyer weighs, in bytes.
fn weight(buyer: &Buyer) -> usize {
    let waffles = buyer
        .waffles
        .iter()
        .map(|entry| size_of_val(entry) + entry.title.len() + entry.slug.len() + size_of_val(entry.spots.as_slice()));
    waffles.chain(buyer.trophies.iter().map(|trophy| size_of_val(trophy) + trophy.len())).sum()
}

/// Finds a buyer; an unknown handle gives a buyer without spots. Lists only the waffles in this range, counted from 0
/// for the newest, and their spots up to a limit.
pub async fn find(services: &Services, handle: Handle, listed: Range<i64>) -> Result<Arc<Buyer>, Failure> {
    services.buyers.0.get((handle, listed)).await
}

/// Gives all that one handle holds to another, or only counts it. It takes a few waffles at a time, so that claims go
/// on, and stops when the request's time is used up: a repeat takes the rest.
pub async fn merge(
    services: &Services,
    author: &Author,
    handles: [&Handle; 2],
    dry_run: bool,
) -> Result<MergeCounts, Failure> {
    if handles[0] == handles[1] {
        return Err(Failure::invalid("into", say!("fault-merge-same")));
    }
    let begun = Instant::now();
    let held = merge_users::held(&services.pool, handles[0]).await.map_err(of_read)?;
    if dry_run {
        return Ok(MergeCounts::of(&held));
    }
    if let Some(round_at) = held.iter().filter_map(|held| held.round_at).min() {
        return Err(Refusal::DrawLocked { round_at }.into());
    }
    let mut done = Vec::new();
    let merged = merge_parts(services, author, handles, merge_users::parts(&held), begun, &mut done).await;
    // Changes that this server does not show by then follow a moment later.
    let _ = timeout_at(begun + MERGE, services.waffles.announce(&done)).await;
    merged.map_err(|failure| if done.is_empty() { failure } else { failure.midway(done.len(), held.len(), "waffles") })
}

/// Merges part by part. Collects the waffles that are done in a list, even if it fails later.
async fn merge_parts(
    services: &Services,
    author: &Author,
    handles: [&Handle; 2],
    parts: Vec<Vec<Uuid>>,
    begun: Instant,
    done: &mut Vec<Uuid>,
) -> Result<MergeCounts, Failure> {
    let (mut parts, mut merged) = (VecDeque::from(parts), MergeCounts::default());
    while let Some(mut part) = parts.pop_front() {
        if begun.elapsed() > MERGE_PARTS {
            return Err(Refusal::DatabaseUnavailable.into());
        }
        let call = merge_users::merge(&services.pool, handles, &part, parts.is_empty(), author.at(services.now()));
        let (counts, waffles) = timeout(CHANGE, call).await.unwrap_or_else(|_| Err(StoreFailure::late(CHANGE)))?;
        merged += counts;
        part.retain(|waffle| !waffles.contains(waffle));
        done.extend(waffles);
        // Another transaction had locked these.
        if !part.is_empty() {
            parts.push_back(part);
        }
    }
    Ok(merged)
}
