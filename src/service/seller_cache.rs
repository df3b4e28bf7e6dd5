//! The seller as buyers see them, from memory: while the database answers, at most two seconds old. One page at a time
//! reads it again, and the others don't wait for that; a change on this server shows immediately.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::timeout;
use waffle_domain::seller::Seller;
use waffle_domain::timeouts::SELLER_READ;
use waffle_store::pools::PgPool;
use waffle_store::seller;

use crate::clock::Clock;
use crate::session::settings_cache::MAX_AGE;

/// Reads the seller from the database and remembers them.
pub(crate) struct SellerCache {
    pool: PgPool,
    clock: Clock,
    held: Mutex<Held>,
    /// Held by the page that reads.
    reader: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct Held {
    seller: Arc<Seller>,
    /// Until when pages use it without a look at the database, by the clock.
    good_until: Duration,
    /// Whether pages go on with it while one of them reads: not before the first read, nor after a change.
    known: bool,
    /// How often it was changed here.
    generation: u64,
}

impl SellerCache {
    /// Makes an empty cache.
    pub(crate) fn new(pool: PgPool, clock: Clock) -> Self {
        Self { pool, clock, held: Mutex::default(), reader: tokio::sync::Mutex::default() }
    }

    /// Returns the seller; as they were read last, while the database does not answer.
    pub(crate) async fn get(&self) -> Arc<Seller> {
        let (known, generation) = {
            let held = self.held();
            if self.is_good(&held) {
                return Arc::clone(&held.seller);
            }
            (held.known, held.generation)
        };
        let read = async {
            let _reader = if known {
                let Ok(reader) = self.reader.try_lock() else { return };
                reader
            } else {
                self.reader.lock().await
            };
            // Another page may have read it in the meantime.
            let is_good = self.is_good(&self.held());
            if !is_good {
                self.read().await;
            }
        };
        if timeout(SELLER_READ, read).await.is_err() {
            self.put_off(generation);
        }
        Arc::clone(&self.held().seller)
    }

    /// Has the next page read the seller, who may have changed.
    pub(crate) fn forget(&self) {
        let mut held = self.held();
        held.generation += 1;
        (held.known, held.good_until) = (false, Duration::ZERO);
    }

    async fn read(&self) {
        let (begun, generation) = (self.clock.elapsed(), self.held().generation);
        match seller::read(&self.pool).await {
            Ok(seller) => {
                let mut held = self.held();
                // What was read before a change may be out of date.
                if held.generation == generation {
                    held.seller = Arc::new(seller);
                    (held.known, held.good_until) = (true, begun + MAX_AGE);
                }
            }
            Err(failure) => {
                log::warn!(error:% = failure; "pages show the seller as before");
                self.put_off(generation);
            }
        }
    }

    /// Lets pages go on with what there is, after a read that failed, unless it was changed since that began.
    fn put_off(&self, generation: u64) {
        let mut held = self.held();
        if held.generation == generation && !self.is_good(&held) {
            (held.known, held.good_until) = (true, self.clock.elapsed() + MAX_AGE);
        }
    }

    fn is_good(&self, held: &Held) -> bool {
        self.clock.elapsed() < held.good_until
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use chrono::DateTime;
    use futures_util::future::join_all;
    use waffle_store::pools::pool;
    use waffle_test_databases::TestDatabase;
    use waffle_test_databases::breaking_proxy::BreakingProxy;

    use super::*;

    const NAMED: &str = "INSERT INTO settings (key, value) VALUES ('seller_name', 'Mia')";
    const RENAMED: &str = "UPDATE settings SET value = 'Ben' WHERE key = 'seller_name'";

    async fn cache() -> (TestDatabase, BreakingProxy, Clock, SellerCache) {
        let database = TestDatabase::create().await.unwrap();
        database.execute(NAMED).await.unwrap();
        let options = database.connect_options();
        let proxy = BreakingProxy::passing(options.get_port(), "").await.unwrap();
        let clock = Clock::manual(DateTime::UNIX_EPOCH);
        let cache = SellerCache::new(pool(options.port(proxy.port()), 4), clock.clone());
        (database, proxy, clock, cache)
    }

    async fn name(cache: &SellerCache) -> String {
        cache.get().await.name.clone().unwrap_or_default()
    }

    #[tokio::test]
    async fn a_crowd_costs_a_statement_every_two_seconds() {
        let (_database, proxy, clock, cache) = cache().await;
        let crowd = async || join_all((0..1_000).map(|_| name(&cache))).await;
        assert!(crowd().await.iter().all(|name| name == "Mia"), "also those of the first moment");
        let first = proxy.statements();
        assert_eq!(crowd().await.len(), 1_000);
        assert_eq!(proxy.statements(), first);
        clock.advance(MAX_AGE);
        crowd().await;
        // A connection that was idle is asked before whether it works.
        let again = proxy.statements() - first;
        assert!((1..=2).contains(&again), "{again}");
    }

    #[tokio::test]
    async fn a_change_shows_here_immediately_and_elsewhere_after_two_seconds() {
        let (database, _proxy, clock, cache) = cache().await;
        assert_eq!(name(&cache).await, "Mia");
        database.execute(RENAMED).await.unwrap();
        assert_eq!(name(&cache).await, "Mia");
        clock.advance(MAX_AGE);
        assert_eq!(name(&cache).await, "Ben");
        database.execute("DELETE FROM settings").await.unwrap();
        cache.forget();
        assert_eq!(name(&cache).await, "");
    }

    #[tokio::test]
    async fn without_the_database_pages_go_on_with_what_was_read_last() {
        let (database, proxy, clock, cache) = cache().await;
        assert_eq!(name(&cache).await, "Mia");
        database.execute(RENAMED).await.unwrap();
        proxy.stall();
        clock.advance(MAX_AGE);
        let begun = Instant::now();
        for _ in 0..20 {
            assert_eq!(name(&cache).await, "Mia");
        }
        assert!(begun.elapsed() < 2 * SELLER_READ, "one of them waited: {:?}", begun.elapsed());
        proxy.resume();
        let mut tries = 0;
        while name(&cache).await != "Ben" {
            tries += 1;
            assert!(tries < 50, "the database answers again");
            clock.advance(MAX_AGE);
        }
    }
}
