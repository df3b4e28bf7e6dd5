//! Buyers: what a handle holds, and every handle that has ever claimed.

use std::collections::VecDeque;
use std::ops::Range;

use tokio::time::{Instant, timeout, timeout_at};
use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::buyer::Buyer;
use waffle_domain::handle::Handle;
use waffle_domain::invalid::Invalid;
use waffle_domain::paging::{PageSize, Paging};
use waffle_domain::time_limits::{CHANGE, MERGE, MERGE_PARTS};
use waffle_store::buyers::{self, registry};
use waffle_store::failure::StoreFailure;
use waffle_store::merge_users::{self, MergeCounts, Merged};
use waffle_wire::known_buyers::KnownBuyer;

use crate::actions::Services;
use crate::web::error::Failure;
use crate::web::refusal::of_read;

/// How many handles a page of search results holds.
pub const PAGE_SIZE: PageSize = PageSize { default: 25, most: 100 };

/// Finds a buyer; an unknown handle gives a buyer without spots. The waffles in these places, counted from 0 and the
/// newest, have their spots with them as far as these are few.
pub async fn find(services: &Services, handle: &Handle, listed: Range<i64>) -> Result<Buyer, Failure> {
    buyers::read(&services.buyer_pool, handle, listed).await.map_err(of_read)
}

/// Finds a page of the handles that contain `part`, newest first, and counts all matches.
pub async fn search(services: &Services, part: &str, paging: Paging) -> Result<(Vec<KnownBuyer>, i64), Failure> {
    registry::search(&services.pool, part, paging).await.map_err(of_read)
}

/// Normalises a search term as handles are stored: without `@`, in lower case. An empty one matches every handle.
pub fn part_of_handle(typed: &str) -> Result<String, Invalid> {
    if typed.contains('\0') {
        return Err(Invalid::field("search", "Leave out the character that can't be typed."));
    }
    Ok(typed.trim().trim_start_matches('@').to_lowercase())
}

/// Makes all of one handle another's, or only counts it. Goes a few waffles at a time, so that claims go on, and as far
/// as the time of a request allows: a repeat takes what is left.
pub async fn merge(
    services: &Services,
    author: &Author,
    handles: [&Handle; 2],
    dry_run: bool,
) -> Result<MergeCounts, Failure> {
    if handles[0] == handles[1] {
        return Err(Failure::invalid("into", "Name another handle: this one can't be merged into itself."));
    }
    let begun = Instant::now();
    let held = merge_users::held(&services.pool, handles[0]).await.map_err(of_read)?;
    if dry_run {
        return Ok(MergeCounts::of(&held));
    }
    if let Some(round_at) = held.iter().filter_map(|held| held.round_at).min() {
        return Err(Failure::draw_locked(round_at));
    }
    let mut done = Vec::new();
    let merged = merge_parts(services, author, handles, merge_users::parts(&held), begun, &mut done).await;
    // What is not shown here by then is a moment later.
    let _ = timeout_at(begun + MERGE, services.waffles.announce(&done)).await;
    merged.map_err(|failure| if done.is_empty() { failure } else { failure.midway(done.len(), held.len()) })
}

/// Merges part by part. Puts the waffles that are done into a list, even if it fails later on.
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
            return Err(Failure::outcome_unknown());
        }
        let call = merge_users::merge(&services.pool, handles, &part, parts.is_empty(), author, services.now());
        match timeout(CHANGE, call).await.unwrap_or_else(|_| Err(StoreFailure::late(CHANGE)))? {
            Merged::Locked(round_at) => return Err(Failure::draw_locked(round_at)),
            Merged::Done { counts, waffles } => {
                merged += counts;
                part.retain(|waffle| !waffles.contains(waffle));
                done.extend(waffles);
            }
        }
        // Somebody else had locked these.
        if !part.is_empty() {
            parts.push_back(part);
        }
    }
    Ok(merged)
}
