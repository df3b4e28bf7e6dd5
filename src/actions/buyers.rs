//! Buyers: what a handle holds, and every handle that has ever claimed.

use std::ops::Range;

use waffle_domain::author::Author;
use waffle_domain::buyer::Buyer;
use waffle_domain::handle::Handle;
use waffle_domain::invalid::Invalid;
use waffle_domain::paging::{PageSize, Paging};
use waffle_store::buyers::{self, registry};
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
    buyers::read(&services.buyer_reads, handle, listed).await.map_err(of_read)
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

/// Makes all of one handle another's, or only counts it.
pub async fn merge(
    services: &Services,
    author: &Author,
    [old, new]: [&Handle; 2],
    dry_run: bool,
) -> Result<MergeCounts, Failure> {
    if old == new {
        return Err(Failure::invalid("into", "Name another handle: this one can't be merged into itself."));
    }
    match merge_users::merge(&services.pool, old, new, dry_run, author, services.now()).await? {
        Merged::Done { counts, waffles } => {
            services.waffles.announce(&waffles).await;
            Ok(counts)
        }
        Merged::Locked(round_at) => Err(Failure::draw_locked(round_at)),
    }
}
