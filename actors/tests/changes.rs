//! Changes of spots, and of what buyers say of them: one of each waffle at a time.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::cell::Cell;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use uuid::Uuid;
use waffle_actors::refusal::Refusal;
use waffle_domain::receipt::{PaymentNote, Receipt};
use waffle_private_postgres::inspection::{lock_waffle, until_waiting};
use waffle_store::spots::SpotOperation::{Pay, Release};

use crate::server::{Server, assert_sound, database, spots};

/// Notes that a buyer paid, on the receipt of a claim of one spot.
async fn say_paid(server: &Server, waffle_id: Uuid, first_seq: i64) -> Result<i64, Refusal> {
    let note = PaymentNote::parse("by wallet").unwrap();
    server.waffles.say_paid(Receipt { waffle_id, first_seq, spots: 1 }, Some(note)).await
}

#[actix::test]
async fn changes_of_a_locked_waffle_leave_the_connections_to_others_and_are_bounded() {
    let (_database, options) = database().await;
    let server = Server::start(&options);
    let (locked, other) = (server.waffle(100).await, server.waffle(10).await);
    let all: Vec<i64> = (1..=100).collect();
    server.claim(spots(locked, "anna", &all)).await.unwrap();
    server.claim(spots(other, "anna", &all[..10])).await.unwrap();
    let lock = lock_waffle(&options, locked).await.unwrap();
    let over = Cell::new(false);
    let notes = async { join_all((1..=49).map(|seq| say_paid(&server, locked, seq))).await };
    let payments = async {
        until_waiting(&options, 1).await.unwrap();
        let answers = join_all((50..=66).map(|spot| server.change(locked, Pay, [spot]))).await;
        over.set(true);
        answers
    };
    let others = async {
        until_waiting(&options, 1).await.unwrap();
        for spot in 1..=3 {
            assert_eq!(server.change(other, Release, [spot]).await, Ok(1), "others go on");
        }
        assert!(!over.get(), "before any of the payments is answered that wait");
        lock.release().await.unwrap();
    };
    let (notes, payments, ()) = tokio::join!(notes, payments, others);
    let refused = notes.iter().filter(|said| **said == Err(Refusal::Overloaded)).count();
    assert_eq!(refused, 1, "{notes:?}");
    let refused = payments.iter().filter(|paid| **paid == Err(Refusal::Overloaded)).count();
    assert_eq!(refused, 1, "buyers leave sellers some places: {payments:?}");
    assert!(notes[0].is_ok(), "{notes:?}");
    assert_sound(&options, locked).await;
    server.stop().await;
}

#[actix::test]
async fn a_change_waits_for_its_turn_for_a_while_and_is_then_certainly_not_made() {
    let (_database, options) = database().await;
    let server = Server::start(&options);
    let id = server.waffle(10).await;
    server.claim(spots(id, "anna", &[1, 2])).await.unwrap();
    let lock = lock_waffle(&options, id).await.unwrap();
    let begun = Instant::now();
    let first = server.change(id, Pay, [1]);
    let second = async {
        until_waiting(&options, 1).await.unwrap();
        let second = server.change(id, Pay, [2]).await;
        lock.release().await.unwrap();
        second
    };
    let (first, second) = tokio::join!(first, second);
    assert_eq!(first, Ok(1));
    assert!(matches!(second, Err(Refusal::Unavailable(_))), "{second:?}");
    assert!(begun.elapsed() < Duration::from_secs(3), "before the lock was to be had: {:?}", begun.elapsed());
    assert_eq!(server.change(id, Pay, [2]).await, Ok(1), "it was not made");
    server.stop().await;
}
