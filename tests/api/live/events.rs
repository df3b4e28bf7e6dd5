//! What a watcher receives.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::timeout;
use waffle_tests::{TestApp, Waffle};

fn update(waffle: &Waffle, seq: i64, number: usize, status: &str, handle: Option<&str>) -> Value {
    json!({"type": "spot_update", "seq": seq,
        "spot": {"id": waffle.spot(number), "number": number, "status": status, "claimed_by_handle": handle}})
}

#[tokio::test]
async fn nothing_is_sent_on_connect_and_then_every_change_of_a_spot() {
    let (app, seller, waffle) = TestApp::selling("Box", 5).await;
    app.claim(&waffle, &[5], "zoe").await;
    let mut watcher = app.watch("/ws/box").await;
    watcher.ping().await;
    app.claim(&waffle, &[3, 1], "@Anna").await;
    assert_eq!(watcher.next().await, update(&waffle, 2, 1, "pending", Some("anna")));
    assert_eq!(watcher.next().await, update(&waffle, 3, 3, "pending", Some("anna")));
    seller.pay(waffle.spot(1)).await;
    assert_eq!(watcher.next().await, update(&waffle, 4, 1, "paid", Some("anna")));
    seller.release(waffle.spot(1)).await;
    assert_eq!(watcher.next().await, update(&waffle, 5, 1, "available", None));
    app.claim_random(&waffle, 9, "ben").await;
    for (seq, number) in [(6, 1), (7, 2), (8, 4)] {
        assert_eq!(watcher.next().await, update(&waffle, seq, number, "pending", Some("ben")));
    }
    seller.pay_many(&waffle, &[waffle.spot(4), waffle.spot(2)]).await;
    for (seq, number) in [(9, 2), (10, 4)] {
        assert_eq!(watcher.next().await, update(&waffle, seq, number, "paid", Some("ben")));
    }
}

#[tokio::test]
async fn a_watcher_hears_of_its_own_waffle_alone() {
    let (app, seller) = TestApp::with_seller().await;
    let (waffle, other) = (seller.waffle("Box", 5).await, seller.waffle("Other", 5).await);
    let (mut watcher, mut others) = (app.watch("/ws/box/").await, app.watch("/ws/other").await);
    app.claim(&other, &[1], "zoe").await;
    app.claim(&waffle, &[1], "anna").await;
    assert_eq!(watcher.next().await["spot"]["claimed_by_handle"], "anna");
    assert_eq!(others.next().await["spot"]["claimed_by_handle"], "zoe");
}

#[tokio::test]
async fn an_actors_panic_costs_a_watcher_nothing() {
    let (app, _, waffle) = TestApp::selling("Box", 9).await;
    let mut watcher = app.watch("/ws/box").await;
    app.claim(&waffle, &[1], "anna").await;
    assert_eq!(watcher.next_seqs(1).await, [1]);
    for round in 1..=3 {
        app.waffles.panic(waffle.id.parse().unwrap());
        // The claim that the dying actor had in its mailbox fails; the next one works.
        let claiming = async { while app.claim(&waffle, &[2 * round, 2 * round + 1], "ben").await.status == 503 {} };
        timeout(Duration::from_secs(5), claiming).await.expect("a claim that works");
        assert_eq!(watcher.next_seqs(2).await, [2 * round, 2 * round + 1]);
    }
    assert_eq!(app.claimed_count(&waffle).await, 7);
    assert!(app.waffles.restarts() >= 3);
}
