//! Callers read their own writes.

use std::time::{Duration, Instant};

use uuid::Uuid;
use waffle_domain::timeouts::READ_OWN;
use waffle_test_databases::TestDatabase;
use waffle_test_databases::inspection::{Lock, lock_table};

use crate::server::{Server, database, keyed, spots};

#[actix::test]
async fn the_spots_of_a_replayed_answer_can_be_read() {
    let [server, other] = Server::two_that_never_compare().await;
    let id = server.waffle(100).await;
    other.seen(id).await;
    for n in 1..=40 {
        let claim = || keyed(spots(id, "anna", &[n]), &format!("key-{n}"));
        server.claim(claim()).await.unwrap();
        assert_eq!(other.claim(claim()).await, Ok(vec![i32::try_from(n).unwrap()]));
        assert_eq!(other.seen(id).await, (n, i32::try_from(n).unwrap()));
    }
    Server::stop_all([server, other]).await;
}

/// Starts a server with a waffle, and adds an event that makes it read the waffle again, which it can't while a table
/// is locked.
async fn unreadable() -> (TestDatabase, Server, Uuid, Lock) {
    let (database, options) = database().await;
    let server = Server::start(&options);
    let id = server.waffle(10).await;
    server.seen(id).await;
    let lock = lock_table(&server.options, "waffle_payment_methods").await.unwrap();
    let payload = format!(r#"{{"type": "waffle_archived", "seq": 1, "waffle_id": "{id}", "slug": "box"}}"#);
    let event = format!(
        "UPDATE waffles SET last_seq = 1 WHERE id = '{id}';
         INSERT INTO events (waffle_id, seq, at, kind, payload)
         VALUES ('{id}', 1, now(), 'waffle_archived', '{payload}')"
    );
    database.execute(&event).await.unwrap();
    (database, server, id, lock)
}

#[actix::test]
async fn an_answer_waits_until_its_spots_can_be_read_though_the_database_fails_at_first() {
    let (_database, server, id, lock) = unreadable().await;
    let begun = Instant::now();
    let release = async {
        // Longer than the first read waits for the lock.
        tokio::time::sleep(Duration::from_secs(4)).await;
        lock.release().await.unwrap();
    };
    let claim = async {
        assert_eq!(server.claim(spots(id, "anna", &[3])).await, Ok(vec![3]));
        (begun.elapsed(), server.seen(id).await)
    };
    let ((), (took, seen)) = tokio::join!(release, claim);
    assert_eq!(seen, (2, 1), "answered after {took:?}");
    server.stop().await;
}

#[actix::test]
async fn an_answer_whose_spots_can_not_be_read_in_time_is_given_all_the_same() {
    let (_database, server, id, lock) = unreadable().await;
    let begun = Instant::now();
    assert_eq!(server.claim(spots(id, "anna", &[3])).await, Ok(vec![3]));
    assert!(begun.elapsed() + Duration::from_millis(100) > READ_OWN, "{:?}", begun.elapsed());
    lock.release().await.unwrap();
    server.stop().await;
}
