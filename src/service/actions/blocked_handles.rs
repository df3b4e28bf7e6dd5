//! Handles that may not claim.

use waffle_domain::author::Author;
use waffle_domain::handle::Handle;
use waffle_domain::invalid::Invalid;
use waffle_language::say;
use waffle_store::blocked_handles;
use waffle_store::blocked_handles::BlockedHandle;

use crate::actions::Services;
use crate::failure::{Failure, of_read};

/// The most characters of a reason.
const LONGEST_REASON: usize = 500;

/// Lists the blocked handles, the newest first.
pub async fn list(services: &Services) -> Result<Vec<BlockedHandle>, Failure> {
    blocked_handles::list(&services.pool).await.map_err(of_read)
}

/// Reads the field `reason`: trimmed, and `None` if nothing is left.
pub fn parse_reason(typed: &str) -> Result<Option<&str>, Invalid> {
    let reason = typed.trim();
    if reason.chars().count() > LONGEST_REASON || reason.contains('\0') {
        return Err(Invalid::field("reason", say!("fault-block-reason")));
    }
    Ok(Some(reason).filter(|reason| !reason.is_empty()))
}

/// Keeps a handle from claiming; 409 `already_blocked`. It keeps its spots.
pub async fn block(
    services: &Services,
    author: &Author,
    handle: &Handle,
    reason: Option<&str>,
) -> Result<BlockedHandle, Failure> {
    Ok(blocked_handles::block(&services.pool, handle, reason, author.at(services.now())).await?)
}

/// Lets a handle claim again; 404 if it is not blocked.
pub async fn unblock(services: &Services, author: &Author, handle: &Handle) -> Result<(), Failure> {
    Ok(blocked_handles::unblock(&services.pool, handle, author.at(services.now())).await?)
}
