//! The storm under terms.

use std::time::Duration;

use chrono::TimeDelta;
use serde_json::json;
use tokio::time::sleep;
use waffle_test_databases::{TestDatabase, breaking_proxy::BreakingProxy, inspection};
use waffle_tests::program::Server;

use super::alone;
use crate::api::Api;
use crate::arena::{Arena, acquit};
use crate::crowd::{Crowd, TROLL, Terms};
use crate::history::Note;
use crate::terms::{MINUTE, REFUSALS, SETTINGS, grace};

/// How many events make a storm of a board, and how long a busy machine may take for them.
const ENOUGH: i64 = 60;
const LONGEST: Duration = Duration::from_secs(20);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_terms_hold_at_several_servers_whatever_fails() {
    let _place = alone().await;
    let database = TestDatabase::create().await.unwrap();
    let options = database.connect_options();
    inspection::keep_times(&options).await.unwrap();
    inspection::hasten_deadlines(&options, MINUTE).await.unwrap();
    let url = database.url();
    let proxy = BreakingProxy::passing(options.get_port(), "").await.unwrap();
    let through = proxy.url(&url);
    let (one, mut other) = tokio::join!(Server::start(&through, SETTINGS), Server::start(&url, SETTINGS));
    let apis = [Api::of(&one), Api::of(&other)];
    let opens_at = inspection::now(&options).await.unwrap() + TimeDelta::seconds(3);
    // With deadlines alone, with a cap, one that opens later, and one that is to be paused.
    let bodies = [
        json!({"total_spots": 60, "pay_within_minutes": 5}),
        json!({"total_spots": 60, "pay_within_minutes": 10, "max_spots_per_handle": 3}),
        json!({"total_spots": 60, "pay_within_minutes": 8, "opens_at": opens_at}),
        json!({"total_spots": 60, "pay_within_minutes": 6}),
    ];
    let mut arena = Arena::under(&options, &apis, bodies).await;
    let terms = Terms { capped: Some(1), paused: Some(3), ..Terms::default() };
    arena.open(&Crowd { buyers: 40, sellers: 12, pause: 80, keys: 50, any: 40, terms: Some(terms) });
    sleep(Duration::from_secs(2)).await;
    let block = arena.seller.post("/api/admin/blocked-handles").json(&json!({"handle": TROLL}));
    assert_eq!(block.send().await.unwrap().status(), 201);
    let blocked = Note::Blocked(TROLL.into(), inspection::now(&options).await.unwrap());
    other.kill().await;
    other = Server::start(&url, SETTINGS).await;
    apis[1].follow(&other);
    for _ in 0..12 {
        sleep(Duration::from_millis(300)).await;
        proxy.cut();
    }
    arena.until(4, ENOUGH, LONGEST).await;
    let mut all = arena.close().await;
    for history in &mut all {
        history.notes.push(blocked.clone());
        (history.grace, history.allowed) = (grace(&one), REFUSALS);
        assert!(history.summary().contains_key("available to pending"), "a board has sold nothing: this was no test");
    }
    acquit(&all);
    println!("{} answers of the database were lost", proxy.lost());
    assert_eq!([one.logged("ERROR waffle"), other.logged("ERROR waffle")].concat(), [""; 0]);
}
