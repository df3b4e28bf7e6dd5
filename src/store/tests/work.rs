//! How much a claim reads does not depend on the planner's estimates of the tables.

use uuid::Uuid;
use waffle_store::claims::{Order, Verdict, commit};

use crate::test_store::{TestStore, at, claim};

/// How many rows of `spots` a claim may read for each spot that it wants: to judge it and to take it, each with room.
const READS: i64 = 4;

impl TestStore {
    /// Commits a claim in a separate session, and counts the rows of `spots` that were read for it.
    async fn reads_of(&self, order: &Order) -> i64 {
        self.database.execute("SELECT pg_stat_force_next_flush(); SELECT pg_stat_reset()").await.unwrap();
        let mut session = self.session().await;
        let verdicts = commit(&mut session, std::slice::from_ref(order), at(9)).await.unwrap();
        assert!(matches!(verdicts[..], [Verdict::Granted { .. }]), "{verdicts:?}");
        // What it counted is known once it has ended.
        drop(session);
        for _ in 0..2_000 {
            let read =
                "SELECT coalesce(idx_tup_fetch, 0) + seq_tup_read FROM pg_stat_user_tables WHERE relname = 'spots'";
            let read: i64 = sqlx::query_scalar(read).fetch_one(&self.pool).await.unwrap();
            if read > 0 {
                return read;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        panic!("what it read was never counted");
    }

    async fn sell(&self, waffle: Uuid, numbers: std::ops::RangeInclusive<i32>) {
        // In a session that counts what it read before anything else is counted.
        let order = claim(waffle, "anna", &numbers.collect::<Vec<_>>());
        self.reads_of(&order).await;
    }

    async fn analyze(&self) {
        self.database.execute("ANALYZE").await.unwrap();
    }
}

async fn assert_few_reads(store: &TestStore, waffle: Uuid, numbers: std::ops::RangeInclusive<i32>, when: &str) {
    let order = claim(waffle, "ben", &numbers.collect::<Vec<_>>());
    let (wanted, read) = (i64::try_from(order.numbers.len()).unwrap(), store.reads_of(&order).await);
    assert!(read <= READS * wanted, "{when}: {read} rows were read for {wanted} spots");
}

#[tokio::test]
async fn a_claim_reads_in_proportion_to_its_spots_on_a_database_never_analyzed() {
    let store = TestStore::new().await;
    let (fresh, sold) = (store.waffle(10_000).await, store.waffle(10_000).await);
    assert_few_reads(&store, fresh, 1..=1, "fresh").await;
    assert_few_reads(&store, fresh, 2..=8_001, "fresh").await;
    store.sell(sold, 1..=9_000).await;
    assert_few_reads(&store, sold, 9_001..=9_001, "almost sold out").await;
    assert_few_reads(&store, sold, 9_002..=10_000, "almost sold out").await;
}

#[tokio::test]
async fn a_claim_reads_in_proportion_to_its_spots_after_an_analysis_of_free_boards() {
    let store = TestStore::new().await;
    let (one, other) = (store.waffle(10_000).await, store.waffle(10_000).await);
    store.analyze().await;
    assert_few_reads(&store, other, 1..=8_000, "fresh").await;
    store.sell(one, 1..=5_000).await;
    assert_few_reads(&store, one, 5_001..=5_001, "half sold").await;
    assert_few_reads(&store, one, 5_002..=10_000, "half sold").await;
}

#[tokio::test]
async fn a_claim_reads_in_proportion_to_its_spots_after_an_analysis_of_sold_boards() {
    let store = TestStore::new().await;
    let (one, other) = (store.waffle(10_000).await, store.waffle(10_000).await);
    store.sell(one, 1..=5_000).await;
    store.sell(other, 1..=10_000).await;
    store.analyze().await;
    assert_few_reads(&store, one, 5_001..=5_001, "half sold").await;
    assert_few_reads(&store, one, 5_002..=10_000, "half sold").await;
    let young = store.waffle(10_000).await;
    assert_few_reads(&store, young, 1..=8_000, "created since").await;
}
