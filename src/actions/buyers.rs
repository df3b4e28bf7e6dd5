//! Buyers: what a handle holds, and every handle that ever claimed.

use waffle_domain::buyer::Buyer;
use waffle_domain::handle::Handle;
use waffle_domain::invalid::Invalid;
use waffle_domain::paging::{PageSize, Paging};
use waffle_store::buyers::{self, KnownBuyer};

use crate::actions::Services;
use crate::web::error::Failure;
use crate::web::refusal::of_read;

/// Handles on a page of a search.
pub const PAGE_SIZE: PageSize = PageSize { default: 25, most: 100 };

/// Finds a buyer; an unknown handle is a buyer with nothing.
pub async fn find(services: &Services, handle: &Handle) -> Result<Buyer, Failure> {
    buyers::read(&services.pool, handle).await.map_err(of_read)
}

/// Finds a page of the handles that contain a part, the newest first, and how many there are in all.
pub async fn search(services: &Services, part: &str, paging: Paging) -> Result<(Vec<KnownBuyer>, i64), Failure> {
    buyers::search(&services.pool, part, paging).await.map_err(of_read)
}

/// What to search for, as handles are written: without `@`, lowercase, and otherwise as it is. Nothing typed finds all.
pub fn part_of_handle(typed: &str) -> Result<String, Invalid> {
    if typed.contains('\0') {
        return Err(Invalid::field("search", "Leave out the character that can't be typed."));
    }
    Ok(typed.trim().trim_start_matches('@').to_lowercase())
}
