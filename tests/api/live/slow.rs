//! A watcher who does not read.

use tokio::net::TcpSocket;

use crate::app::TestApp;

#[tokio::test]
async fn who_does_not_read_is_let_go_and_nobody_else_notices() {
    let app = TestApp::start().await;
    let seller = app.seller().await;
    let waffle = seller.waffle("Box", 10_000).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let connection = socket.connect(app.address).await.unwrap();
    let mut slow = app.watch_over(connection, "/ws/box").await;
    let mut good = app.watch("/ws/box").await;
    let reading = tokio::spawn(async move {
        let mut last = 0;
        while last < 10_000 {
            let seq = good.next().await["seq"].as_i64().unwrap();
            assert_eq!(seq, last + 1);
            last = seq;
        }
        good
    });
    let mut claimed = 0;
    for _ in 0..20 {
        let answer = app.claim_random(&waffle, 500, "anna").await;
        claimed += answer.json()["claimed_count"].as_i64().unwrap();
    }
    assert_eq!(claimed, 10_000);
    let mut good = reading.await.unwrap();
    // More than what the sockets on the way can hold.
    let all: Vec<i64> = (1..=10_000).map(|number| waffle.spot(number)).collect();
    let mut seq = 10_000;
    while app.waffles.watchers() == 2 {
        assert!(seq < 200_000, "the slow watcher is kept for ever");
        for part in all.chunks(2_500) {
            let paid = seller.pay_many(&waffle, part).await;
            assert_eq!(paid.json()["paid"].as_array().unwrap().len(), 2_500);
            assert_eq!(good.next_seqs(2_500).await, (seq + 1..=seq + 2_500).collect::<Vec<_>>());
            seq += 2_500;
        }
        app.sql("UPDATE spots SET status = 'pending', paid_at = NULL; UPDATE waffles SET pending_count = 10000, paid_count = 0").await;
    }
    let (messages, code) = slow.rest().await;
    assert_eq!(code, 1013);
    let seqs: Vec<_> = messages.iter().map(|message| message["seq"].as_i64().unwrap()).collect();
    assert_eq!(seqs, (1..=i64::try_from(seqs.len()).unwrap()).collect::<Vec<_>>(), "no gap before the end");
    app.claim(&waffle, &[1], "anna").await;
    let mut back = app.watch(&format!("/ws/box?since={}", seq - 10)).await;
    assert_eq!(back.next_seqs(10).await, (seq - 9..=seq).collect::<Vec<_>>());
}
