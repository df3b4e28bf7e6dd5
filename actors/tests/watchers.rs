//! Watchers: what they see, in which order, and when they have to start over.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use waffle_actors::watch::SubscriptionEnd;
use waffle_store::spots::SpotOperation::{Pay, Release};
use waffle_test_databases::inspection::{lock_table, until_waiting};

use crate::server::{SOON, Server, any, database, spots, until};

#[actix::test]
async fn changes_of_another_server_arrive_by_comparison() {
    let [server, other] = Server::two().await;
    let id = server.waffle(10).await;
    let mut watcher = server.watch(id, None).await;
    other.claim(spots(id, "anna", &[1, 2])).await.unwrap();
    watcher.assert_saw_all(2).await;
    assert_eq!(server.seen(id).await, (2, 2));
    other.claim(spots(id, "anna", &[3])).await.unwrap();
    server.claim(spots(id, "bob", &[4])).await.unwrap();
    assert_eq!(server.seen(id).await, (4, 4), "events before its own claim are read first");
    watcher.assert_saw_all(4).await;
    Server::stop_all([server, other]).await;
}

#[actix::test]
async fn a_watcher_from_a_faster_server_does_not_start_over() {
    let [server, other] = Server::two_that_never_compare().await;
    let id = server.waffle(100).await;
    other.seen(id).await;
    for n in 1..=40 {
        server.claim(spots(id, "anna", &[n])).await.unwrap();
        let mut watcher = other.watch(id, Some(n)).await;
        assert_eq!(watcher.up_to(n).await, [0_i64; 0], "round {n}");
        assert_eq!(other.seen(id).await.0, n);
    }
    assert_eq!(other.watch(id, Some(41)).await.up_to(40).await, [0], "a slug used again");
    Server::stop_all([server, other]).await;
}

#[actix::test]
async fn a_change_of_more_than_a_thousand_spots_is_one_message() {
    let [server, other] = Server::two().await;
    let id = server.waffle(2_001).await;
    let (mut here, mut there) = (server.watch(id, None).await, other.watch(id, None).await);
    server.claim(any(id, "anna", 1_000)).await.unwrap();
    let mut expected: Vec<i64> = (1..=1_000).collect();
    assert_eq!(here.up_to(1_000).await, expected);
    assert_eq!(there.up_to(1_000).await, expected);
    server.claim(any(id, "ben", 1_001)).await.unwrap();
    expected.push(2_001);
    assert_eq!(here.up_to(2_001).await, expected);
    other.change(id, Pay, 1..=2_001).await.unwrap();
    expected.push(4_002);
    for watcher in [&mut here, &mut there] {
        while watcher.seqs.last() != Some(&4_002) {
            watcher.up_to(0).await;
        }
        assert_eq!(watcher.seqs, expected);
    }
    assert_eq!(server.watch(id, Some(999)).await.up_to(4_002).await, [1_000, 2_001, 4_002]);
    assert_eq!(server.watch(id, Some(1_500)).await.up_to(4_002).await, [2_001, 4_002], "in the middle of it");
    Server::stop_all([server, other]).await;
}

#[actix::test]
async fn a_watcher_that_never_reads_has_to_fetch_and_others_see_all() {
    let (server, id) = Server::with_waffle(6_000).await;
    let mut good = server.watch(id, None).await;
    let mut slow = server.watch(id, None).await;
    // As many in one change as are announced one by one.
    for last in (1_000..=6_000).step_by(1_000) {
        server.claim(any(id, "anna", 1_000)).await.unwrap();
        good.up_to(i64::from(last)).await;
    }
    for last in (1_000..=6_000).step_by(1_000) {
        server.change(id, Pay, last - 999..=last).await.unwrap();
        good.up_to(5_000 + 2 * i64::from(last)).await;
        server.change(id, Release, last - 999..=last).await.unwrap();
        good.up_to(6_000 + 2 * i64::from(last)).await;
    }
    good.assert_saw_all(18_000).await;
    assert_eq!(server.waffles.counters().resyncs.get(), 1, "counted once, however long it takes");
    assert_eq!(slow.up_to(18_000).await, (17_000..=18_000).collect::<Vec<_>>(), "one for all before the newest");
    server.claim(any(id, "ben", 1)).await.unwrap();
    assert_eq!(slow.up_to(18_001).await.last(), Some(&18_001), "and goes on");
    server.stop().await;
}

#[actix::test]
async fn a_late_watcher_gets_a_thousand_single_sales_and_of_more_the_newest() {
    let (server, id) = Server::with_waffle(1_100).await;
    let (mut late, mut later) = (server.watch(id, None).await, server.watch(id, None).await);
    let claims = (0..1_000).map(|n| server.claim(any(id, &format!("buyer{n}"), 1)));
    assert!(join_all(claims).await.iter().all(Result::is_ok));
    assert_eq!(late.up_to(1_000).await, (1..=1_000).collect::<Vec<_>>());
    assert_eq!(server.waffles.counters().resyncs.get(), 0);
    server.claim(any(id, "anna", 1)).await.unwrap();
    assert_eq!(late.up_to(1_001).await.len(), 1_001);
    let seqs = later.up_to(1_001).await;
    assert!((2..=502).contains(&seqs.len()), "{seqs:?}");
    assert!(seqs.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{seqs:?}");
    assert_eq!(server.waffles.counters().resyncs.get(), 1);
    server.stop().await;
}

#[actix::test]
async fn a_watcher_that_leaves_is_forgotten() {
    let (server, id) = Server::with_waffle(10).await;
    let (watcher, mut stays) = (server.watch(id, None).await, server.watch(id, None).await);
    until("both watch", async || server.waffles.watchers() == 2).await;
    drop(watcher);
    server.claim(spots(id, "anna", &[1])).await.unwrap();
    assert_eq!(server.waffles.watchers(), 1);
    server.close_watchers();
    assert_eq!(stays.end().await, SubscriptionEnd::Stopping);
    server.stop().await;
}

/// Of many that come back after a restart, the first makes the actor read the log, and then the one that missed most.
#[actix::test]
async fn the_log_is_read_for_all_that_come_back_together() {
    let (_database, options) = database().await;
    let before = Server::start(&options);
    let id = before.waffle(1_000).await;
    before.claim(any(id, "anna", 990)).await.unwrap();
    before.stop().await;
    let server = Server::start(&options);
    server.seen(id).await;
    let lock = lock_table(&options, "events").await.unwrap();
    let since = |n: i64| 989 - n * 7 % 990;
    let mut back = join_all((0..2_000).map(|n| server.watch(id, Some(since(n))))).await;
    until_waiting(&options, 1).await.unwrap();
    // Answered after all that was asked before.
    server.waffles.snapshot_at(id, 990).await.unwrap();
    lock.release().await.unwrap();
    for (n, watcher) in (0..).zip(&mut back) {
        assert_eq!(watcher.up_to(990).await, (since(n) + 1..=990).collect::<Vec<_>>(), "{n}");
    }
    assert_eq!(server.waffles.counters().catch_ups.get(), 2);
    assert_eq!(server.watch(id, Some(0)).await.up_to(990).await.len(), 990);
    assert_eq!(server.waffles.counters().catch_ups.get(), 2, "it is in memory now");
    server.claim(any(id, "ben", 5)).await.unwrap();
    for watcher in &mut back {
        assert_eq!(watcher.up_to(995).await.last(), Some(&995));
    }
    server.stop().await;
}

#[actix::test]
async fn messages_are_kept_while_there_are_watchers_and_read_from_the_log_otherwise() {
    let (_database, options) = database().await;
    let server = Server::with(&options, |config| config.keep_messages = Duration::from_millis(20));
    let id = server.waffle(10).await;
    let read = || server.waffles.counters().catch_ups.get();
    for n in 1..=4 {
        server.claim(spots(id, "anna", &[n])).await.unwrap();
    }
    let mut watcher = server.watch(id, Some(2)).await;
    assert_eq!((watcher.up_to(4).await, read()), (&[3, 4][..], 1), "there were no watchers");
    server.claim(spots(id, "anna", &[5])).await.unwrap();
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(server.watch(id, Some(2)).await.up_to(5).await, [3, 4, 5]);
    assert_eq!(read(), 1, "there was one");
    drop(watcher);
    let begun = Instant::now();
    while read() == 1 {
        assert!(begun.elapsed() < SOON, "it is kept for ever");
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert_eq!(server.watch(id, Some(2)).await.up_to(5).await, [3, 4, 5]);
    }
    server.stop().await;
}

#[actix::test]
async fn a_log_that_can_not_be_read_makes_the_watchers_come_back() {
    let (_database, options) = database().await;
    let before = Server::start(&options);
    let id = before.waffle(10).await;
    before.claim(any(id, "anna", 5)).await.unwrap();
    before.stop().await;
    let server = Server::start(&options);
    server.seen(id).await;
    let lock = lock_table(&options, "events").await.unwrap();
    let mut watchers = [server.watch(id, Some(3)).await, server.watch(id, Some(1)).await];
    for watcher in &mut watchers {
        assert_eq!(watcher.end().await, SubscriptionEnd::Lost);
    }
    lock.release().await.unwrap();
    assert_eq!(server.watch(id, Some(3)).await.up_to(5).await, [4, 5]);
    server.stop().await;
}
