//! Moving entries from the outbox to the log.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use sqlx::Connection;
use waffle_domain::audit_scope_and_filter::{AuditFilter, AuditScope};
use waffle_store::audit::{outbox, trail};
use waffle_store::pools::acquire;

use super::{deed, record};
use crate::test_store::TestStore;

#[tokio::test]
async fn an_entry_reads_the_same_before_and_after_it_is_moved() {
    let office = TestStore::new().await;
    for number in 1..=5 {
        office.write(&deed(number)).await;
    }
    let waiting = office.entries().await;
    assert_eq!(waiting.iter().map(|entry| entry.entity_id.as_str()).collect::<Vec<_>>(), ["5", "4", "3", "2", "1"]);
    assert_eq!(office.transfer(2).await, 2, "the oldest two");
    assert_eq!(office.count("SELECT max(seq) FROM audit_log").await, waiting[3].seq);
    assert_eq!(office.entries().await, waiting, "half of them moved");
    assert_eq!(office.transfer(100).await, 3);
    assert_eq!(office.transfer(100).await, 0);
    assert_eq!(office.entries().await, waiting);
    assert_eq!(office.count("SELECT count(*) FROM audit_outbox").await, 0);
}

/// Numbers are assigned before the commit, so a lower one may be committed later.
#[tokio::test]
async fn a_record_that_commits_late_takes_its_place_in_the_order() {
    let office = TestStore::new().await;
    let mut slow = office.connection().await;
    let mut late = slow.begin().await.unwrap();
    record(&mut late, &deed(1)).await.unwrap();
    office.write(&deed(2)).await;
    assert_eq!(office.transfer(100).await, 1, "what is not committed is not moved, and holds nobody up");
    assert_eq!(office.deeds().await, ["2"]);
    late.commit().await.unwrap();
    assert_eq!(office.deeds().await, ["2", "1"]);
    assert_eq!(office.transfer(100).await, 1);
    assert_eq!(office.deeds().await, ["2", "1"]);
}

#[tokio::test]
async fn records_that_another_server_is_moving_are_left_to_it() {
    let office = TestStore::new().await;
    for number in 1..=4 {
        office.write(&deed(number)).await;
    }
    let mut other = office.connection().await;
    let mut frozen = other.begin().await.unwrap();
    sqlx::query("SELECT FROM audit_outbox ORDER BY seq LIMIT 2 FOR UPDATE").execute(&mut *frozen).await.unwrap();
    let begun = Instant::now();
    assert_eq!(office.transfer(100).await, 2);
    assert!(begun.elapsed() < Duration::from_millis(2_500), "it waited for the other one: {:?}", begun.elapsed());
    frozen.rollback().await.unwrap();
    assert_eq!(office.transfer(100).await, 2);
    assert_eq!(office.deeds().await, ["4", "3", "2", "1"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_two_servers_moving_readers_see_every_entry_once_and_in_order() {
    const WRITERS: i64 = 4;
    const EACH: i64 = 150;
    let office = TestStore::new().await;
    let moving = async {
        let mut moved = [0, 0];
        while moved.iter().sum::<u64>() < u64::try_from(WRITERS * EACH).unwrap() {
            let (one, other) = tokio::join!(outbox::transfer(&office.pool, 7), outbox::transfer(&office.pool, 7));
            moved[0] += one.unwrap();
            moved[1] += other.unwrap();
        }
        moved
    };
    let writing = join_all((0..WRITERS).map(|writer| {
        let office = &office;
        async move {
            for number in 0..EACH {
                let mut connection = office.connection().await;
                let mut transaction = connection.begin().await.unwrap();
                record(&mut transaction, &deed(writer * EACH + number)).await.unwrap();
                // One in three is rolled back and written again.
                if number % 3 == 2 {
                    transaction.rollback().await.unwrap();
                    record(&mut connection, &deed(writer * EACH + number)).await.unwrap();
                } else {
                    transaction.commit().await.unwrap();
                }
            }
        }
    }));
    let reading = async {
        let (mut seen, mut readings) = (0, 0);
        while seen < usize::try_from(WRITERS * EACH).unwrap() {
            let all = trail::before(
                &mut acquire(&office.pool).await.unwrap(),
                AuditScope::Everyone,
                &AuditFilter::default(),
                None,
                10_000,
            )
            .await;
            let all = all.unwrap();
            assert!(all.is_sorted_by(|newer, older| newer.seq > older.seq), "each once, newest first");
            assert!(all.len() >= seen, "what was there stays: {} after {seen}", all.len());
            (seen, readings) = (all.len(), readings + 1);
        }
        readings
    };
    let (moved, _, readings) = tokio::join!(moving, writing, reading);
    assert!(moved.iter().all(|moved| *moved > 0), "both moved some: {moved:?}");
    assert!(readings > 3, "it was read meanwhile, {readings} times");
    assert_eq!(office.count("SELECT count(*) FROM audit_log").await, WRITERS * EACH);
    assert_eq!(office.count("SELECT count(DISTINCT entity_id) FROM audit_log").await, WRITERS * EACH);
    assert_eq!(office.count("SELECT count(*) FROM audit_outbox").await, 0);
}

#[tokio::test]
async fn a_move_that_fails_leaves_everything_where_it_was() {
    let office = TestStore::new().await;
    for number in 1..=3 {
        office.write(&deed(number)).await;
    }
    let refuse = "ALTER TABLE audit_log ADD CONSTRAINT refuses CHECK (entity_id <> '2')";
    office.database.execute(refuse).await.unwrap();
    outbox::transfer(&office.pool, 100).await.unwrap_err();
    assert_eq!(office.deeds().await, ["3", "2", "1"]);
    assert_eq!(office.count("SELECT count(*) FROM audit_log").await, 0);
}
