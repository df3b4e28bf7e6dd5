//! `?since=N`: reconnecting.

use reqwest::Method;
use serde_json::json;
use waffle_tests::{PASSWORD, TestApp, answer, bearer};

#[tokio::test]
async fn all_after_a_sequence_number_comes_first_and_in_order() {
    let (app, seller, waffle) = TestApp::selling("Box", 9).await;
    let mut live = app.watch("/ws/box").await;
    app.claim(&waffle, &[1, 2, 3], "anna").await;
    seller.pay(waffle.spot(2)).await;
    seller.release(waffle.spot(3)).await;
    let original = live.next_many(5).await;
    for since in 0..5 {
        let mut back = app.watch(&format!("/ws/box?since={since}")).await;
        for message in &original[since..] {
            assert_eq!(back.next().await, *message, "since {since}");
        }
    }
    let mut up_to_date = app.watch("/ws/box?since=5").await;
    app.claim(&waffle, &[9], "ben").await;
    assert_eq!(up_to_date.next_seqs(1).await, [6]);
}

#[tokio::test]
async fn what_happened_before_a_restart_is_sent_too() {
    let database = waffle_test_databases::TestDatabase::create().await.unwrap();
    let mut app = TestApp::on(&database.url(), &[]).await;
    let waffle = app.seller().await.waffle("Box", 9).await;
    app.claim(&waffle, &[1, 2, 3], "anna").await;
    app.stop();
    let app = TestApp::on(&database.url(), &[]).await;
    let mut back = app.watch("/ws/box?since=1").await;
    assert_eq!(back.next_seqs(2).await, [2, 3]);
    app.claim(&waffle, &[4], "anna").await;
    assert_eq!(back.next_seqs(1).await, [4]);
    let mut again = app.watch("/ws/box?since=2").await;
    assert_eq!(again.next_seqs(2).await, [3, 4], "from the log and from memory");
}

#[tokio::test]
async fn a_number_that_is_above_the_newest_or_below_0_makes_the_client_start_over() {
    let (app, _, waffle) = TestApp::selling("Box", 9).await;
    app.claim(&waffle, &[1, 2], "anna").await;
    for since in ["3", "9223372036854775807", "-1"] {
        let mut watcher = app.watch(&format!("/ws/box?since={since}")).await;
        assert_eq!(watcher.next().await, json!({"type": "resync"}), "{since}");
        app.claim_random(&waffle, 1, "ben").await;
        assert_eq!(watcher.next().await["type"], "spot_update", "{since}");
    }
}

#[tokio::test]
async fn who_watched_a_deleted_waffle_does_not_go_on_with_the_one_that_has_its_slug() {
    let (app, seller, old) = TestApp::selling("Box", 9).await;
    app.claim(&old, &[1, 2, 3], "anna").await;
    assert_eq!(app.get(&old.api("/spots")).await.header("x-waffle-id"), old.id);
    let gone = json!({"confirmation": "DELETE", "password": PASSWORD});
    let gone = bearer(&app, Method::DELETE, &old.admin_api(""), &seller.token).json(&gone);
    assert_eq!(answer(gone).await.status, 200);
    let new = seller.waffle("Box", 9).await;
    assert_eq!(new.slug, old.slug);
    app.claim(&new, &[1, 2, 3, 4], "ben").await;
    assert_eq!(app.get(&new.api("/spots")).await.header("x-waffle-id"), new.id);

    let mut unnamed = app.watch("/ws/box?since=3").await;
    assert_eq!(unnamed.next_seqs(1).await, [4], "it can't be told apart");
    for since in ["since=3&", "since=0&", ""] {
        let mut watcher = app.watch(&format!("/ws/box?{since}waffle={}", old.id)).await;
        assert_eq!(watcher.next().await, json!({"type": "resync"}), "{since}");
    }
    let mut same = app.watch(&format!("/ws/box?since=3&waffle={}", new.id)).await;
    assert_eq!(same.next_seqs(1).await, [4]);
    let mut newest = app.watch(&format!("/ws/box?waffle={}", new.id)).await;
    app.claim(&new, &[5], "ben").await;
    assert_eq!(newest.next_seqs(1).await, [5], "nothing is sent that was not asked for");
    assert_eq!(app.watch_refused("/ws/box?since=3&waffle=box").await, 400);
}

#[tokio::test]
async fn too_far_back_makes_the_client_start_over_and_it_misses_nothing_then() {
    let (app, _, waffle) = TestApp::selling("Box", 1_010).await;
    app.claim_random(&waffle, 1_000, "anna").await;
    app.claim_random(&waffle, 1, "anna").await;
    let mut nearest = app.watch("/ws/box?since=1").await;
    assert_eq!(nearest.next_seqs(1_000).await, (2..=1_001).collect::<Vec<_>>());
    let mut farther = app.watch("/ws/box?since=0").await;
    assert_eq!(farther.next().await, json!({"type": "resync"}));
    assert_eq!(app.get(&waffle.api("/spots")).await.header("x-event-seq"), "1001");
    app.claim_random(&waffle, 1, "ben").await;
    assert_eq!(farther.next_seqs(1).await, [1_002]);
    assert_eq!(nearest.next_seqs(1).await, [1_002]);
}
