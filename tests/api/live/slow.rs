//! A watcher who does not read.

use std::time::{Duration, Instant};

use tokio::net::{TcpSocket, TcpStream};
use waffle_domain::timeouts::WATCHER_STALL;
use waffle_tests::{TestApp, Waffle, Watcher};

/// Releases all spots as another server would; this one reads it from the log.
async fn release_all_elsewhere(app: &TestApp, waffle: &Waffle) {
    let id = &waffle.id;
    app.sql(&format!(
        "WITH logged AS (
             INSERT INTO events (waffle_id, seq, at, kind, spot_id, spot_number, from_status, to_status, social_handle)
             SELECT w.id, w.last_seq + s.number, now(), 'spot_update', s.id, s.number, s.status, \
                 'available', s.claimed_by_handle
             FROM spots s JOIN waffles w ON w.id = s.waffle_id WHERE w.id = '{id}'
         ), released AS (
             UPDATE spots SET status = 'available', claimed_by_handle = NULL, claimed_at = NULL WHERE waffle_id = '{id}'
         )
         UPDATE waffles SET last_seq = last_seq + total_spots, available_count = total_spots, \
             pending_count = 0 WHERE id = '{id}'"
    ))
    .await;
    app.waffles.refresh(id.parse().unwrap());
}

/// Opens a socket with a tiny receive buffer.
async fn sluggish(app: &TestApp) -> Watcher<TcpStream> {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let connection = socket.connect(app.address).await.unwrap();
    app.watch_over(connection, "/ws/box").await
}

/// Claims and releases spots until the slow one of two watchers is far behind; the good one must see it all. Returns
/// the last sequence number.
async fn flood(app: &TestApp, waffle: &Waffle, good: &mut Watcher) -> i64 {
    let mut seq = 0;
    // Goes on until the messages no longer fit into the slow socket's buffers.
    while app.waffles.counters().resyncs.get() == 0 {
        assert!(seq < 200_000, "the slow watcher takes all");
        for _ in 0..10 {
            assert_eq!(app.claim_random(waffle, 1_000, "anna").await.json()["claimed_count"], 1_000);
            assert_eq!(good.next_seqs(1_000).await, (seq + 1..=seq + 1_000).collect::<Vec<_>>());
            seq += 1_000;
        }
        release_all_elsewhere(app, waffle).await;
        assert_eq!(good.next_seqs(10_000).await, (seq + 1..=seq + 10_000).collect::<Vec<_>>());
        seq += 10_000;
    }
    seq
}

#[tokio::test]
async fn who_takes_nothing_for_long_is_closed_and_nobody_else_notices() {
    let (app, _, waffle) = TestApp::selling("Box", 10_000).await;
    let mut slow = sluggish(&app).await;
    let mut good = app.watch("/ws/box").await;
    let seq = flood(&app, &waffle, &mut good).await;
    tokio::time::sleep(WATCHER_STALL).await;
    let (messages, code) = slow.rest().await;
    assert_eq!(code, 1013);
    assert_eq!(app.waffles.counters().evicted.get(), 1);
    let last = i64::try_from(messages.len()).unwrap();
    assert!(last < seq);
    let seqs: Vec<_> = messages.iter().map(|message| message["seq"].as_i64().unwrap()).collect();
    assert_eq!(seqs, (1..=last).collect::<Vec<_>>(), "no gap before the end");
    let mut back = app.watch(&format!("/ws/box?since={}", seq - 10)).await;
    assert_eq!(back.next_seqs(10).await, (seq - 9..=seq).collect::<Vec<_>>());
}

#[tokio::test]
async fn who_does_not_read_does_not_hold_up_the_end() {
    let mut app = TestApp::start().await;
    let waffle = app.seller().await.waffle("Box", 10_000).await;
    let _slow = sluggish(&app).await;
    let mut good = app.watch("/ws/box").await;
    flood(&app, &waffle, &mut good).await;
    let stopping = tokio::task::spawn_blocking(move || {
        let begun = Instant::now();
        app.stop();
        begun.elapsed()
    });
    assert_eq!(good.closed().await, 1001);
    let took = stopping.await.unwrap();
    assert!(took < Duration::from_secs(7), "it took {took:?}");
}
