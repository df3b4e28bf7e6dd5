//! The storm under terms: openings, pauses, deadlines, caps and blocks, with receipts and everything that sellers do.

mod control;
pub(crate) mod crowd;
pub(crate) mod history;
pub(crate) mod judge;
pub(crate) mod people;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};
use waffle_private_postgres::{TestDatabase, breaking_proxy::BreakingProxy, inspection};

use self::{
    crowd::{Place, TROLL, buy, sell},
    history::{History, Note, Terms},
    judge::judge,
};
use crate::alone;
use crate::api::{Api, Board, Seller};
use crate::evidence::{Shown, Watched};
use crate::watcher::Watcher;
use waffle_tests::program::Server;

/// How long a minute to pay lasts, in milliseconds.
pub(crate) const MINUTE: u32 = 200;
pub(crate) const SETTINGS: &[(&str, &str)] = &[("WAFFLE__RATE_LIMIT__CLAIMS_PER_MINUTE", "0")];
/// How many events make a storm of a board, and how long a busy machine may take for them.
const ENOUGH: i64 = 60;
const LONGEST: Duration = Duration::from_secs(20);
/// How long everything that is due may take to be released, and servers to show it.
const SETTLED: Duration = Duration::from_secs(15);

/// Reads a waffle's log, and waits until each server shows it.
pub(crate) async fn history(database: &TestDatabase, apis: &[Api], board: &Board, terms: Terms) -> History {
    let options = database.connect_options();
    let read_at = inspection::now(&options).await.unwrap();
    let log = inspection::log(&options, board.id.parse().unwrap()).await.unwrap();
    let newest = log.last().map_or(0, |event| event.seq);
    let mut shown = Vec::new();
    for api in apis {
        shown.push(shown_at(api, board, newest).await);
    }
    History { terms, log, shown, read_at, ..History::default() }
}

/// How long after its deadline a spot may be released: five seconds, or more on a busy machine.
pub(crate) fn grace(server: &Server) -> TimeDelta {
    TimeDelta::from_std(server.two_seconds().mul_f64(2.5)).unwrap()
}

async fn shown_at(api: &Api, board: &Board, newest: i64) -> Shown {
    let end = Instant::now() + SETTLED;
    loop {
        match api.board(&board.slug).await {
            Some(shown) if shown.seq >= newest || Instant::now() > end => return shown,
            _ => assert!(Instant::now() < end, "{} is not to be had", board.slug),
        }
        sleep(Duration::from_millis(50)).await;
    }
}

/// Waits until each board has seen a storm, according to its watchers.
pub(crate) async fn enough_happened(watchers: &[(usize, Watcher)]) {
    let end = Instant::now() + LONGEST;
    while watchers.iter().any(|(_, watcher)| watcher.newest() < ENOUGH) && Instant::now() < end {
        sleep(Duration::from_millis(100)).await;
    }
}

/// Waits until nothing is left that expires by itself.
pub(crate) async fn settled(database: &TestDatabase) {
    let nothing_due = "DO $$ BEGIN ASSERT NOT EXISTS (SELECT FROM waffles WHERE next_pay_by IS NOT NULL); END $$";
    let end = Instant::now() + SETTLED;
    while database.execute(nothing_due).await.is_err() && Instant::now() < end {
        sleep(Duration::from_millis(100)).await;
    }
}

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
