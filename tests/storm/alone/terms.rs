//! The storm under terms.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use tokio::{task::JoinSet, time::sleep};
use waffle_test_databases::{TestDatabase, breaking_proxy::BreakingProxy, inspection};

use super::alone;
use crate::api::{Api, Board, Seller};
use crate::evidence::Watched;
use crate::terms::crowd::{Place, TROLL, buy, sell};
use crate::terms::history::{Note, Terms};
use crate::terms::judge::judge;
use crate::terms::{MINUTE, SETTINGS, enough_happened, grace, history, settled};
use crate::watcher::Watcher;
use waffle_tests::program::Server;

/// Creates the boards: with deadlines alone, with a cap, one that opens later, and one that is to be paused.
async fn boards(seller: &Seller, opens_at: DateTime<Utc>) -> (Vec<Board>, Vec<Terms>) {
    let bodies = [
        json!({"pay_within_minutes": 5}),
        json!({"pay_within_minutes": 10, "max_spots_per_handle": 3}),
        json!({"pay_within_minutes": 8, "opens_at": opens_at}),
        json!({"pay_within_minutes": 6}),
    ];
    let (mut boards, mut terms) = (Vec::new(), Vec::new());
    for (place, mut body) in bodies.into_iter().enumerate() {
        body["claims_paused"] = false.into();
        boards.push(seller.create_with(&format!("Board {place}"), 60, body.clone()).await);
        terms.push(serde_json::from_value(body).unwrap());
    }
    (boards, terms)
}

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
    let apis = vec![Api::of(&one), Api::of(&other)];
    let seller = Seller::sign_in(&apis[0]).await;
    let (boards, terms) = boards(&seller, inspection::now(&options).await.unwrap() + TimeDelta::seconds(3)).await;
    let mut watchers = Vec::new();
    for (place, board) in boards.iter().enumerate() {
        for (number, api) in apis.iter().enumerate() {
            let name = format!("of board {place} at server {number}");
            watchers.push((place, Watcher::start(&name, api, &board.slug, Some(0)).await));
        }
    }
    let place = Arc::new(Place {
        apis: apis.clone(),
        boards: boards.clone(),
        capped: 1,
        paused: 3,
        pause: 80,
        over: AtomicBool::new(false),
    });
    let mut people = JoinSet::new();
    for me in 0..40 {
        people.spawn(buy(me, Arc::clone(&place)));
    }
    for me in 0..12 {
        let api = &apis[usize::try_from(me % 2).unwrap()];
        people.spawn(sell(me, seller.at(api), api.clone(), Arc::clone(&place)));
    }
    sleep(Duration::from_secs(2)).await;
    let block = seller.post("/api/admin/blocked-handles").json(&json!({"handle": TROLL}));
    assert_eq!(block.send().await.unwrap().status(), 201);
    let blocked = Note::Blocked(TROLL.into(), inspection::now(&options).await.unwrap());
    other.kill().await;
    other = Server::start(&url, SETTINGS).await;
    apis[1].follow(&other);
    for _ in 0..12 {
        sleep(Duration::from_millis(300)).await;
        proxy.cut();
    }
    enough_happened(&watchers).await;
    place.over.store(true, Ordering::Relaxed);
    let notes = people.join_all().await.concat();
    settled(&database).await;

    let mut all = Vec::new();
    for (board, terms) in boards.iter().zip(terms) {
        all.push(history(&database, &apis, board, terms).await);
    }
    for (place, note) in notes {
        all[place].notes.push(note);
    }
    for (place, watcher) in watchers {
        let newest = all[place].log.last().map_or(0, |event| event.seq);
        let watched: Watched = watcher.until(newest).await;
        all[place].watchers.push(watched);
    }
    for (place, mut history) in all.into_iter().enumerate() {
        history.notes.push(blocked.clone());
        history.grace = grace(&one);
        let summary = history.summary();
        println!("board {place}: {} events, {summary:?}", history.log.len());
        assert!(summary.contains_key("available to pending"), "board {place} has sold nothing: this was no test");
        let found = judge(&history);
        let some: Vec<_> = found.iter().take(20).collect();
        assert!(found.is_empty(), "board {place}: {} violations, as {some:#?}", found.len());
    }
    println!("{} answers of the database were lost", proxy.lost());
    assert_eq!([one.logged("ERROR waffle"), other.logged("ERROR waffle")].concat(), [""; 0]);
}
