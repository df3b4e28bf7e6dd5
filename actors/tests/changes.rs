//! Changes of spots, and notes of buyers: one for each waffle at a time.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use uuid::Uuid;
use waffle_domain::failure::Failure;
use waffle_domain::handle::Handle;
use waffle_domain::payment_note::PaymentNote;
use waffle_domain::receipt::Receipt;
use waffle_domain::refusal::Refusal;
use waffle_store::pools::PgConnectOptions;
use waffle_store::spots::SpotOperation::{Extend, Pay, Release};
use waffle_test_databases::inspection::{lock_table, lock_waffle, log, until_waiting};

use crate::server::{Server, is_unavailable, keyed, spots, until};

/// Notes that a buyer paid, on the receipt of a claim of one spot.
async fn say_paid(server: &Server, waffle_id: Uuid, first_seq: i64) -> Result<i64, Failure> {
    let note = PaymentNote::parse("by wallet").unwrap();
    server
        .waffles
        .say_paid(Receipt::of_handle(waffle_id, first_seq, 1, &Handle::parse("anna").unwrap()), Some(note))
        .await
}

#[actix::test]
async fn changes_of_a_locked_waffle_leave_the_connections_to_others_and_are_bounded() {
    let server = Server::alone().await;
    let (locked, other) = (server.waffle(100).await, server.waffle(10).await);
    let all: Vec<i64> = (1..=100).collect();
    server.claim(spots(locked, "anna", &all)).await.unwrap();
    server.claim(spots(other, "anna", &all[..10])).await.unwrap();
    let lock = lock_waffle(&server.options, locked).await.unwrap();
    let over = Cell::new(false);
    let notes = async { join_all((1..=49).map(|seq| say_paid(&server, locked, seq))).await };
    let payments = async {
        until_waiting(&server.options, 1).await.unwrap();
        let answers = join_all((50..=66).map(|spot| server.change(locked, Pay, [spot]))).await;
        over.set(true);
        answers
    };
    let others = async {
        until_waiting(&server.options, 1).await.unwrap();
        for spot in 1..=3 {
            assert_eq!(server.change(other, Release, [spot]).await, Ok(1), "others go on");
            server.claim(spots(other, "ben", &[i64::from(spot)])).await.unwrap();
        }
        assert!(!over.get(), "before the payments that wait are answered");
        lock.release().await.unwrap();
    };
    let (notes, payments, ()) = tokio::join!(notes, payments, others);
    let refused = notes.iter().filter(|note| **note == Err(Refusal::Overloaded.into())).count();
    assert_eq!(refused, 1, "{notes:?}");
    let refused = payments.iter().filter(|paid| **paid == Err(Refusal::Overloaded.into())).count();
    assert_eq!(refused, 1, "buyers leave sellers some slots: {payments:?}");
    assert!(notes[0].is_ok(), "{notes:?}");
    server.assert_sound(locked).await;
    server.stop().await;
}

#[actix::test]
async fn a_seller_does_not_wait_behind_buyers_that_wait() {
    let (server, id) = Server::with_waffle(100).await;
    let all: Vec<i64> = (1..=50).collect();
    server.claim(spots(id, "anna", &all)).await.unwrap();
    let lock = lock_waffle(&server.options, id).await.unwrap();
    let done = RefCell::new(Vec::new());
    let note = async |seq| {
        say_paid(&server, id, seq).await.unwrap();
        done.borrow_mut().push("note");
    };
    let notes = async { join_all((1..=40).map(note)).await };
    let payment = async {
        until_waiting(&server.options, 1).await.unwrap();
        let pay = async {
            server.change(id, Pay, [50]).await.unwrap();
            done.borrow_mut().push("payment");
        };
        let free = async { lock.release().await.unwrap() };
        tokio::join!(pay, free)
    };
    tokio::join!(notes, payment);
    let before = done.borrow().iter().position(|what| *what == "payment");
    assert!(before.is_some_and(|notes| notes < 10), "{before:?} of 40 notes came first");
    server.stop().await;
}

#[actix::test]
async fn a_change_waits_for_a_slot_for_a_while_and_is_then_certainly_not_made() {
    let (server, id) = Server::with_waffle(10).await;
    server.claim(spots(id, "anna", &[1, 2])).await.unwrap();
    let lock = lock_waffle(&server.options, id).await.unwrap();
    let begun = Instant::now();
    let first = server.change(id, Pay, [1]);
    let second = async {
        until_waiting(&server.options, 1).await.unwrap();
        let second = server.change(id, Pay, [2]).await;
        lock.release().await.unwrap();
        second
    };
    let (first, second) = tokio::join!(first, second);
    assert_eq!(first, Ok(1));
    assert!(is_unavailable(&second), "{second:?}");
    assert!(begun.elapsed() < Duration::from_secs(3), "before the lock was to be had: {:?}", begun.elapsed());
    assert_eq!(server.change(id, Pay, [2]).await, Ok(1), "it was not made");
    server.stop().await;
}

/// Keeps a waffle's row from ever being free: each lock is held until two other sessions wait for the row, since a
/// session that only tries now and then might find it free between two holders.
async fn keep_locked(options: &PgConnectOptions, id: Uuid, over: &Cell<bool>) {
    let mut held = lock_waffle(options, id).await.unwrap();
    while !over.get() {
        let hand_over = async {
            tokio::select! {
                waiting = until_waiting(options, 2) => waiting.unwrap(),
                () = until("the claims are answered", async || over.get()) => {}
            }
            held.release().await.unwrap();
        };
        let (next, ()) = tokio::join!(lock_waffle(options, id), hand_over);
        held = next.unwrap();
    }
    held.release().await.unwrap();
}

#[actix::test]
async fn claims_on_a_waffle_whose_row_is_never_free_queue_for_it() {
    let (server, id) = Server::with_waffle(1_000).await;
    server.seen(id).await;
    let over = Cell::new(false);
    let large: Vec<i64> = (101..=700).collect();
    let claims = async {
        let small = join_all((1..=100).map(|spot| server.claim(spots(id, "anna", &[spot]))));
        let answers = tokio::join!(small, server.claim(spots(id, "ben", &large)));
        over.set(true);
        answers
    };
    let ((small, large), ()) = tokio::join!(claims, keep_locked(&server.options, id, &over));
    assert!(small.iter().all(Result::is_ok), "{small:?}");
    assert_eq!(large.map(|spots| spots.len()), Ok(600));
    server.assert_sound(id).await;
    server.stop().await;
}

#[actix::test]
async fn while_claims_queue_for_a_locked_row_large_claims_of_other_waffles_get_on() {
    let server = Server::alone().await;
    let (locked, other) = (server.waffle(100).await, server.waffle(10_000).await);
    server.seen(locked).await;
    server.seen(other).await;
    let lock = lock_waffle(&server.options, locked).await.unwrap();
    let stuck = async { join_all((1..=20).map(|spot| server.claim(spots(locked, "anna", &[spot])))).await };
    let large = async {
        until_waiting(&server.options, 1).await.unwrap();
        for round in 0..5 {
            let numbers: Vec<i64> = (1 + round * 600..=600 + round * 600).collect();
            let begun = Instant::now();
            assert_eq!(server.claim(spots(other, "ben", &numbers)).await.map(|spots| spots.len()), Ok(600));
            assert!(begun.elapsed() < Duration::from_millis(1_400), "{:?}", begun.elapsed());
        }
    };
    let (stuck, ()) = tokio::join!(stuck, large);
    assert!(stuck.iter().all(is_unavailable), "{stuck:?}");
    lock.release().await.unwrap();
    assert_eq!(server.claim(spots(locked, "anna", &[1])).await, Ok(vec![1]));
    server.stop().await;
}

#[actix::test]
async fn changes_of_many_waffles_share_calls() {
    let server = Server::alone().await;
    let mut waffles = Vec::new();
    for _ in 0..20 {
        let id = server.waffle(10).await;
        server.claim(spots(id, "anna", &[1, 2])).await.unwrap();
        waffles.push(id);
    }
    let paid = join_all(waffles.iter().map(|id| server.change(*id, Pay, [1, 2]))).await;
    assert!(paid.iter().all(|paid| *paid == Ok(2)), "{paid:?}");
    let mut times = BTreeSet::new();
    for id in &waffles {
        times.extend(log(&server.options, *id).await.unwrap().iter().skip(2).map(|event| event.at));
        server.assert_sound(*id).await;
    }
    assert!(times.len() <= 10, "each call has one time: {times:?}");
    server.stop().await;
}

#[actix::test]
async fn a_change_does_not_wait_for_a_lane_that_is_held_up() {
    let server = Server::alone().await;
    let (id, other) = (server.waffle(10).await, server.waffle(10).await);
    server.claim(spots(id, "anna", &[1])).await.unwrap();
    // A claim with a key waits for the table, as long as a statement of the ledger may wait for a lock.
    let lock = lock_table(&server.options, "idempotency_keys").await.unwrap();
    let done = RefCell::new(Vec::new());
    let claim = async {
        assert!(is_unavailable(&server.claim(keyed(spots(other, "ben", &[1]), "key")).await));
        done.borrow_mut().push("claim");
    };
    let pay = async {
        until_waiting(&server.options, 1).await.unwrap();
        assert_eq!(server.change(id, Extend { minutes: 5 }, [1]).await, Ok(1));
        done.borrow_mut().push("change");
    };
    tokio::join!(claim, pay);
    assert_eq!(*done.borrow(), ["change", "claim"]);
    lock.release().await.unwrap();
    // The lane comes by the first change before it makes the next one.
    assert_eq!(server.change(id, Pay, [1]).await, Ok(1));
    assert_eq!(log(&server.options, id).await.unwrap().len(), 3, "no change was made twice");
    server.assert_sound(id).await;
    server.stop().await;
}
