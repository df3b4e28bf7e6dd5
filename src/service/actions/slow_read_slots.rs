//! Reads that take the database long. Only a few run at the same time.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use waffle_domain::refusal::{Refusal, SlowRead};

use crate::failure::Failure;

/// When to come back.
pub(super) const LATER: Duration = Duration::from_secs(5);

/// Waits for a slot for a long read, named `what` in the refusal; 503 if that takes longer than `limit`.
pub(super) async fn slot(
    slots: &Arc<Semaphore>,
    limit: Duration,
    what: SlowRead,
) -> Result<OwnedSemaphorePermit, Failure> {
    let slot = timeout(limit, Arc::clone(slots).acquire_owned()).await;
    slot.ok().and_then(Result::ok).ok_or_else(|| Refusal::ReadsBusy { what }.into())
}
