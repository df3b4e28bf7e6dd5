//! The database stops, stalls, and loses answers.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use uuid::Uuid;
use waffle_domain::refusal::Refusal;
use waffle_domain::timeouts::LEDGER_QUEUE;
use waffle_test_databases::StopMode;
use waffle_test_databases::breaking_proxy::BreakingProxy;
use waffle_test_databases::inspection::{end_sessions, lock_buyer, lock_waffle, owners, until_waiting};

use crate::server::{Server, any, assert_sound, cluster, database, is_unavailable, keyed, now, spots};

/// Two seconds, and one for a busy machine.
const WITHIN: Duration = Duration::from_secs(3);

#[actix::test]
async fn a_commit_whose_answer_is_lost_is_found_and_answered() {
    let (_database, options) = database().await;
    let proxy = BreakingProxy::losing(options.get_port(), "unlucky").await.unwrap();
    let server = Server::start(&options.clone().port(proxy.port()));
    let id = server.waffle(100).await;
    let mut watcher = server.watch(id, None).await;
    let lucky = async { join_all((10..30).map(|n| server.claim(spots(id, &format!("buyer{n}"), &[n])))).await };
    let unlucky = async {
        let by_number = server.claim(spots(id, "unlucky", &[1, 2])).await;
        let with_key = server.claim(keyed(spots(id, "unlucky", &[3]), "k")).await;
        let random = server.claim(any(id, "unlucky", 2)).await;
        [by_number, with_key, random]
    };
    let (lucky, unlucky) = tokio::join!(lucky, unlucky);
    assert!(proxy.lost() >= 3, "the proxy lost {} answers", proxy.lost());
    assert!(lucky.iter().all(Result::is_ok), "{lucky:?}");
    assert_eq!(unlucky[..2], [Ok(vec![1, 2]), Ok(vec![3])]);
    let random = unlucky[2].as_ref().unwrap();
    assert_eq!(random.len(), 2);
    let owners = owners(&options, id).await.unwrap();
    assert_eq!(owners.values().filter(|o| *o == "unlucky").count(), 5);
    assert!(random.iter().all(|n| owners[n] == "unlucky"));
    assert_sound(&options, id).await;
    watcher.assert_saw_all(25).await;
    let counters = server.waffles.counters();
    assert!(counters.ledger.lost.get() >= 3, "{counters:?}");
    assert_eq!((counters.claims.spots.get(), counters.ledger.waiting()), (25, 0), "{counters:?}");
    server.stop().await;
}

#[actix::test]
async fn a_claim_whose_backend_is_killed_is_made_again_and_a_keyed_repeat_too() {
    let (server, id) = Server::with_waffle(10).await;
    server.seen(id).await;
    let _lock = lock_buyer(&server.options, "anna").await.unwrap();
    let kill = async {
        until_waiting(&server.options, 1).await.unwrap();
        // The lock's own session ends with it.
        end_sessions(&server.options).await.unwrap();
    };
    let claim = spots(id, "anna", &[1, 2]);
    let (answer, ()) = tokio::join!(server.claim(claim), kill);
    assert_eq!(answer, Ok(vec![1, 2]));
    assert_eq!(server.seen(id).await, (2, 2));
    server.assert_sound(id).await;
    server.stop().await;
}

#[actix::test]
async fn claims_wait_for_a_database_that_is_restarted_but_not_for_one_that_stays_away() {
    let (cluster, options) = cluster().await;
    let server = Server::start(&options);
    let id = server.waffle(100).await;
    assert_eq!(server.claim(spots(id, "anna", &[1])).await, Ok(vec![1]));
    cluster.stop_server(StopMode::Fast).await.unwrap();
    let begun = Instant::now();
    let sent_away = join_all((2..=20).map(|n| server.claim(spots(id, "anna", &[n])))).await;
    let waited = begun.elapsed();
    assert!(sent_away.iter().all(is_unavailable), "{sent_away:?}");
    assert!((LEDGER_QUEUE..WITHIN).contains(&waited), "{waited:?}");
    let restart = async { cluster.start_server().await.unwrap() };
    let claims = join_all((2..=20).map(|n| server.claim(spots(id, "bob", &[n]))));
    let (granted, ()) = tokio::join!(claims, restart);
    assert!(granted.iter().all(Result::is_ok), "{granted:?}");
    assert_sound(&options, id).await;
    server.stop().await;
    cluster.stop().await.unwrap();
}

#[actix::test]
async fn a_waffle_that_stays_locked_holds_up_no_other() {
    let server = Server::alone().await;
    let (locked, other) = (server.waffle(100).await, server.waffle(100).await);
    server.seen(locked).await;
    server.seen(other).await;
    let lock = lock_waffle(&server.options, locked).await.unwrap();
    let stuck = async { join_all((1..=50).map(|n| server.claim(spots(locked, "anna", &[n])))).await };
    let free = async {
        let mut longest = Duration::ZERO;
        for n in 1..=50 {
            let begun = Instant::now();
            assert_eq!(server.claim(spots(other, "bob", &[n])).await, Ok(vec![i32::try_from(n).unwrap()]));
            longest = longest.max(begun.elapsed());
        }
        longest
    };
    let (stuck, longest) = tokio::join!(stuck, free);
    // A moment, and some for a busy machine: its neighbours wait for no lock.
    assert!(longest < Duration::from_millis(400), "{longest:?}");
    assert!(stuck.iter().all(is_unavailable), "{stuck:?}");
    let begun = Instant::now();
    let (stuck, free) =
        tokio::join!(server.claim(spots(locked, "anna", &[1])), server.claim(spots(other, "bob", &[60])));
    assert!(is_unavailable(&stuck), "{stuck:?}");
    assert_eq!(free, Ok(vec![60]));
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    let ledger = &server.waffles.counters().ledger;
    assert!(ledger.busy.get() >= 50 && ledger.locked.get() == 0, "{ledger:?}");
    lock.release().await.unwrap();
    assert_eq!(server.claim(spots(locked, "anna", &[1])).await, Ok(vec![1]));
    server.stop().await;
}

#[actix::test]
async fn waffles_that_stay_locked_hold_up_no_others_deadlines() {
    let (database, options) = database().await;
    let server = Server::start(&options);
    let waffles = join_all((0..9).map(|_| server.waffle(2))).await;
    for id in &waffles {
        server.claim(spots(*id, "anna", &[1])).await.unwrap();
    }
    // All come due while the first seven are locked: more than are tried before a round is given up.
    for (index, id) in waffles.iter().enumerate() {
        let due = format!("now() + interval '{} milliseconds'", 2_000 + 100 * index);
        let deadline = format!(
            "UPDATE spots SET pay_by = {due} WHERE waffle_id = '{id}' AND number = 1;
             UPDATE waffles SET next_pay_by = {due} WHERE id = '{id}'"
        );
        database.execute(&deadline).await.unwrap();
    }
    let locks = join_all(waffles[..7].iter().map(|id| lock_waffle(&options, *id))).await;
    for id in &waffles[7..] {
        let is_free = async {
            while server.seen(*id).await.1 == 1 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        assert!(tokio::time::timeout(Duration::from_secs(30), is_free).await.is_ok(), "it never expires");
    }
    for (id, lock) in waffles.iter().zip(locks) {
        lock.unwrap().release().await.unwrap();
        assert_sound(&options, *id).await;
    }
    server.stop().await;
}

#[actix::test]
async fn claims_that_wait_for_another_lock_than_a_waffles_are_refused_and_not_made_later() {
    let server = Server::alone().await;
    let (one, other) = (server.waffle(100).await, server.waffle(100).await);
    assert_eq!(server.claim(spots(one, "anna", &[1])).await, Ok(vec![1]));
    assert_eq!(server.claim(spots(other, "bob", &[1])).await, Ok(vec![1]));
    let lock = lock_buyer(&server.options, "anna").await.unwrap();
    let begun = Instant::now();
    let stuck = join_all([(one, 2), (other, 3)].map(|(id, n)| server.claim(spots(id, "anna", &[n])))).await;
    assert!(stuck.iter().all(is_unavailable), "{stuck:?}");
    assert!(begun.elapsed() < WITHIN, "{:?}", begun.elapsed());
    assert_eq!(server.claim(spots(one, "bob", &[4])).await, Ok(vec![4]), "others go on");
    lock.release().await.unwrap();
    // A claim that still waited would be made before this one.
    assert_eq!(server.claim(spots(one, "anna", &[5])).await, Ok(vec![5]));
    let claimed = async |id: Uuid| owners(&server.options, id).await.unwrap().into_keys().collect::<Vec<_>>();
    assert_eq!((claimed(one).await, claimed(other).await), (vec![1, 4, 5], vec![1]));
    server.stop().await;
}

#[actix::test]
async fn many_waffles_that_stay_locked_hold_up_no_other() {
    let server = Server::alone().await;
    let other = server.waffle(300).await;
    let mut locks = Vec::new();
    for _ in 0..12 {
        let id = server.waffle(100).await;
        server.seen(id).await;
        locks.push((id, lock_waffle(&server.options, id).await.unwrap()));
    }
    server.seen(other).await;
    let stuck =
        async |number: i64| join_all(locks.iter().map(|(id, _)| server.claim(spots(*id, "anna", &[number])))).await;
    assert!(stuck(1).await.iter().all(Result::is_err));
    // The rush on them goes on.
    let over = Cell::new(false);
    let rush = async |first: i64| {
        for number in (first..=100).cycle() {
            if over.get() {
                break;
            }
            let answers = stuck(number).await;
            assert!(answers.iter().all(is_unavailable), "{answers:?}");
        }
    };
    let free = async {
        let mut took = Vec::new();
        for n in 1..=30 {
            let begun = Instant::now();
            assert_eq!(server.claim(spots(other, "bob", &[n])).await, Ok(vec![i32::try_from(n).unwrap()]));
            took.push(begun.elapsed());
        }
        over.set(true);
        took.sort_unstable();
        took[15]
    };
    let rushes = async { join_all((1..=50).step_by(5).map(rush)).await };
    let (_, slow) = tokio::join!(rushes, free);
    assert!(slow < Duration::from_millis(300), "50 ms for each would be 600: {slow:?}");
    for (id, lock) in locks {
        let freed = async {
            tokio::time::sleep(Duration::from_millis(20)).await;
            lock.release().await.unwrap();
        };
        let (waited, ()) = tokio::join!(server.claim(spots(id, "carl", &[50])), freed);
        assert_eq!(waited, Ok(vec![50]), "it waits a moment for the lock");
        server.assert_sound(id).await;
    }
    server.stop().await;
}

#[actix::test]
async fn a_ledger_that_panics_loses_no_claim_but_those_in_its_commit_and_holds_no_spot() {
    let (_database, options) = database().await;
    let broken = Arc::new(AtomicBool::new(false));
    let breaks = Arc::clone(&broken);
    let server = Server::with(&options, |config| {
        config.now = Arc::new(move || {
            assert!(!breaks.swap(false, Ordering::SeqCst), "injected by the test");
            now()
        });
    });
    let id = server.waffle(10).await;
    server.seen(id).await;
    broken.store(true, Ordering::SeqCst);
    assert_eq!(server.claim(spots(id, "anna", &[1])).await, Err(Refusal::OutcomeUnknown.into()));
    assert_eq!(server.claim(spots(id, "bob", &[1])).await, Ok(vec![1]));
    let ledger = &server.waffles.counters().ledger;
    assert_eq!((ledger.restarts.get(), ledger.waiting()), (1, 0));
    assert_sound(&options, id).await;
    server.stop().await;
}
