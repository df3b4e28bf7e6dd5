//! Whether the database answers: asked once for all callers of the same moment.

use futures_util::FutureExt;
use waffle_domain::timeouts::PROBE_DATABASE;
use waffle_store::failure::of_read;
use waffle_store::health::check;
use waffle_store::pools::PgPool;

use crate::shared_read::{Bounds, SharedReads, no_time};

/// Checks whether the database answers.
pub struct Probe(SharedReads<(), ()>);

impl Probe {
    /// Takes a pool that nothing else uses, so that a busy server does not seem unhealthy. One connection is enough.
    pub fn new(pool: PgPool) -> Self {
        let bounds =
            Bounds { keys: 1, weight: 0, weigh: |()| 0, good_for: no_time, apart: no_time, limit: PROBE_DATABASE };
        Self(SharedReads::new(bounds, move |(), _| {
            let pool = pool.clone();
            async move { check(&pool).await.map_err(of_read) }.boxed()
        }))
    }

    /// Returns, within 2 s, whether the database answered a query that began after this call.
    pub async fn connected(&self) -> bool {
        self.0.get(()).await.is_ok()
    }
}

#[cfg(test)]
mod tests;
