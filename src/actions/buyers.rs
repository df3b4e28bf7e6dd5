//! Buyers: what a handle holds, and every handle that has ever claimed.

use waffle_domain::buyer::Buyer;
use waffle_domain::handle::Handle;
use waffle_domain::invalid::Invalid;
use waffle_domain::paging::{PageSize, Paging};
use waffle_store::buyers;
use waffle_wire::known_buyers::KnownBuyer;

use crate::actions::Services;
use crate::web::error::Failure;
use crate::web::refusal::of_read;

/// How many handles a page of search results holds.
pub const PAGE_SIZE: PageSize = PageSize { default: 25, most: 100 };

/// Finds a buyer; an unknown handle gives a buyer without spots.
pub async fn find(services: &Services, handle: &Handle) -> Result<Buyer, Failure> {
    buyers::read(&services.readers, handle).await.map_err(of_read)
}

/// Finds a page of the handles that contain `part`, newest first, and counts all matches.
pub async fn search(services: &Services, part: &str, paging: Paging) -> Result<(Vec<KnownBuyer>, i64), Failure> {
    buyers::search(&services.pool, part, paging).await.map_err(of_read)
}

/// Normalises a search term as handles are stored: without `@`, in lower case. An empty one matches every handle.
pub fn part_of_handle(typed: &str) -> Result<String, Invalid> {
    if typed.contains('\0') {
        return Err(Invalid::field("search", "Leave out the character that can't be typed."));
    }
    Ok(typed.trim().trim_start_matches('@').to_lowercase())
}
