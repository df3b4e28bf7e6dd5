//! The database is restored under running servers: the logs go on from an earlier moment.

use std::time::Duration;

use uuid::Uuid;
use waffle_actors::watch::SubscriptionEnd;
use waffle_test_databases::TestDatabase;
use waffle_test_databases::breaking_proxy::BreakingProxy;
use waffle_test_databases::inspection::{end_sessions, owners};

use crate::server::{Server, assert_sound, database, spots};

/// Removes all claims but the first `to`, of one spot each.
async fn put_back(database: &TestDatabase, id: Uuid, to: i64) {
    let statements = format!(
        "DELETE FROM holdings h USING events e
            WHERE e.waffle_id = '{id}' AND e.seq > {to} AND h.waffle_id = '{id}' AND h.handle = e.social_handle;
         DELETE FROM events WHERE waffle_id = '{id}' AND seq > {to};
         UPDATE spots SET status = 'available', claimed_by_handle = NULL, claimed_at = NULL, claim_seq = NULL
            WHERE waffle_id = '{id}' AND claim_seq > {to};
         UPDATE waffles SET last_seq = {to}, available_count = total_spots - {to}, pending_count = {to}
            WHERE id = '{id}'"
    );
    database.execute(&statements).await.unwrap();
}

#[actix::test]
async fn memory_that_is_ahead_of_the_database_is_dropped_and_its_watchers_start_over() {
    let (database, options) = database().await;
    let server = Server::start(&options);
    let (id, other) = (server.waffle(10).await, server.waffle(10).await);
    for (n, handle) in [(1, "anna"), (2, "bob"), (3, "carl")] {
        server.claim(spots(id, handle, &[n])).await.unwrap();
        server.claim(spots(other, handle, &[n])).await.unwrap();
    }
    let (mut watcher, mut of_other) = (server.watch(id, Some(3)).await, server.watch(other, Some(3)).await);
    put_back(&database, id, 2).await;
    assert_eq!((watcher.end().await, watcher.seqs), (SubscriptionEnd::Lost, vec![0]));
    assert_eq!(server.seen(id).await, (2, 2));
    let mut again = server.watch(id, Some(2)).await;
    assert_eq!(server.claim(spots(id, "dora", &[3])).await, Ok(vec![3]));
    assert_eq!(again.up_to(3).await, [3]);
    assert_eq!(server.waffles.restarts(), 0, "it did not die");
    server.claim(spots(other, "dora", &[4])).await.unwrap();
    assert_eq!(of_other.up_to(4).await, [4], "a log that went on is followed");
    assert_sound(&options, id).await;
    server.stop().await;
}

#[actix::test]
async fn a_log_that_went_back_and_came_further_than_memory_is_not_taken_for_one_that_went_on() {
    let (database, options) = database().await;
    let before = Server::start(&options);
    let id = before.waffle(10).await;
    before.claim(spots(id, "anna", &[1])).await.unwrap();
    before.stop().await;
    end_sessions(&options).await.unwrap();
    let backup = database.copy().await.unwrap();
    // The listening connection finds out when it is made again.
    let server = Server::with(&options, |config| config.compare_every = Duration::from_hours(1));
    server.claim(spots(id, "bob", &[2])).await.unwrap();
    server.claim(spots(id, "carl", &[3])).await.unwrap();
    let mut watcher = server.watch(id, Some(3)).await;
    let elsewhere = Server::start(&backup.connect_options());
    elsewhere.claim(spots(id, "dora", &[4, 5, 6])).await.unwrap();
    elsewhere.stop().await;
    end_sessions(&backup.connect_options()).await.unwrap();
    database.put_back(backup).await.unwrap();
    assert_eq!((watcher.end().await, watcher.seqs), (SubscriptionEnd::Lost, vec![0]));
    assert_eq!(server.seen(id).await, (4, 4));
    assert_eq!(server.claim(spots(id, "erin", &[2, 3])).await, Ok(vec![2, 3]));
    assert_eq!(
        owners(&options, id).await.unwrap().into_values().collect::<Vec<_>>(),
        ["anna", "erin", "erin", "dora", "dora", "dora"]
    );
    server.stop().await;
}

#[actix::test]
async fn a_lost_claim_is_found_in_a_log_that_went_back() {
    let (database, options) = database().await;
    let proxy = BreakingProxy::losing(options.get_port(), "unlucky").await.unwrap();
    let server = Server::with(&options.clone().port(proxy.port()), |config| {
        config.compare_every = Duration::from_hours(1);
    });
    let id = server.waffle(10).await;
    for (n, handle) in [(1, "anna"), (2, "bob"), (3, "carl")] {
        server.claim(spots(id, handle, &[n])).await.unwrap();
    }
    put_back(&database, id, 1).await;
    assert_eq!(server.claim(spots(id, "unlucky", &[7])).await, Ok(vec![7]));
    assert_eq!(proxy.lost(), 1);
    assert_sound(&options, id).await;
    server.stop().await;
}
