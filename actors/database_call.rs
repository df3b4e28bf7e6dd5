//! Calls to the database within a time limit.

use std::time::Duration;

use tokio::time::timeout;
use waffle_store::failure::StoreFailure;

/// Waits this long for a call; after that, it has failed, and its outcome may be unknown.
pub(crate) async fn within<T>(
    limit: Duration,
    call: impl Future<Output = Result<T, StoreFailure>>,
) -> Result<T, StoreFailure> {
    timeout(limit, call).await.unwrap_or_else(|_| Err(StoreFailure::late(limit)))
}

/// Waits this long for a call, but no longer than the server that got it is the primary.
pub(crate) async fn within_primary<T>(
    limit: Duration,
    let_go: impl Future<Output = ()>,
    call: impl Future<Output = Result<T, StoreFailure>>,
) -> Result<T, StoreFailure> {
    tokio::select! {
        done = within(limit, call) => done,
        () = let_go => Err(StoreFailure::Lost("another server is the primary now".into())),
    }
}
