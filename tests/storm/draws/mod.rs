//! Draws under the storm: sellers lock and void at two servers while everything continues, and the test's beacon has a
//! round every second.

mod judge;

use std::{
    collections::BTreeSet,
    net::Ipv4Addr,
    sync::Arc,
    time::{Duration, SystemTime},
};

use chrono::DateTime;
use serde_json::{Value, json};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};
use waffle_beacon::local::{LocalBeacon, Plan};
use waffle_domain::draw::round::Timetable;
use waffle_test_databases::{breaking_proxy::BreakingProxy, inspection};

use self::judge::{Checkable, Evidence, judge};
use crate::api::{Api, Board, Seller};
use crate::arena::{self, Arena, acquit};
use crate::crowd::{self, Crowd};
use crate::database_beside_others;
use crate::evidence::{Outcome, Wish};
use crate::history::{Deed, History, Note, Terms};
use crate::people::Desk;
use crate::terms;
use crate::violation::Violation;
use waffle_tests::program::Server;

/// How long a busy machine may take until enough is paid to lock draws, and to draw them after their rounds.
const LONGEST: Duration = Duration::from_mins(1);
/// How many events make a storm of a board, and how long a busy machine may take for them.
const ENOUGH: i64 = 60;
const SOON: Duration = Duration::from_secs(20);
/// A draw is at least this many seconds away.
const DELAY: u64 = 30;

/// A beacon with a round every second.
pub(crate) async fn beacon() -> LocalBeacon {
    let now = Arc::new(|| DateTime::from(SystemTime::now()));
    let timetable = Timetable::new(now().timestamp() - 1_000, 1).unwrap();
    LocalBeacon::start(Plan { listen: (Ipv4Addr::LOCALHOST, 0).into(), secret: [3; 32], timetable, now }).await.unwrap()
}

async fn server(database_url: &str, beacon: &LocalBeacon) -> Server {
    let settings = beacon.settings();
    let mut settings: Vec<_> = settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
    settings.extend(terms::SETTINGS);
    Server::start(database_url, &settings).await
}

/// Sells ten spots to four buyers who pay.
async fn sell_some(desk: &Desk<'_>) -> Vec<Note> {
    let mut notes = Vec::new();
    for number in 1..=10 {
        notes.push(desk.assign(number, format!("early{}", number % 4)).await);
        notes.push(desk.change(number, Deed::Pay).await);
    }
    notes
}

/// Tries to lock a draw until there is one.
async fn lock(seller: Seller, board: Board) {
    let begun = Instant::now();
    while begun.elapsed() < LONGEST {
        let body = json!({"delay_seconds": DELAY, "one_win_per_handle": board.ids[0] % 2 == 0});
        let request = seller.post(&format!("/api/admin/waffles/{}/draws", board.id)).json(&body);
        if let Ok(response) = request.send().await
            && let Ok(body) = response.json::<Value>().await
            && (body["state"] == "locked" || body["code"] == "draw_locked")
        {
            return;
        }
        sleep(Duration::from_millis(100)).await;
    }
    panic!("no draw of {} can be locked", board.slug);
}

/// Locks a draw of each board, at all servers together.
async fn lock_all(seller: &Seller, apis: &[Api], boards: &[Board]) {
    let mut locking = JoinSet::new();
    for board in boards {
        for api in apis {
            locking.spawn(lock(seller.at(api), board.clone()));
        }
    }
    locking.join_all().await;
}

async fn read(api: &Api, path: &str) -> Option<Value> {
    api.get(path).send().await.ok()?.error_for_status().ok()?.json().await.ok()
}

/// Whether the newest draw of each board is drawn.
async fn all_drawn(api: &Api, boards: &[Board]) -> bool {
    for board in boards {
        let list = read(api, &format!("/api/waffles/{}/draws", board.slug)).await.unwrap_or_default();
        if list["draws"].as_array().and_then(|draws| draws.last()).is_none_or(|draw| draw["state"] != "drawn") {
            return false;
        }
    }
    true
}

/// Gathers what the draws of a board say about themselves.
async fn evidence(api: &Api, board: &Board, beacon: &LocalBeacon, history: History) -> Evidence {
    let mut list = read(api, &format!("/api/waffles/{}/draws", board.slug)).await.unwrap();
    let mut draws: Vec<Checkable> = Vec::new();
    for draw in list["draws"].as_array().unwrap() {
        let path = format!("/api/waffles/{}/draws/{}", board.slug, draw["number"]);
        draws.push(serde_json::from_value(read(api, &path).await.unwrap()).unwrap());
    }
    let ledger = serde_json::from_value(list["ledger"].take()).unwrap();
    Evidence { history, chain: *beacon.chain(), draws, ledger }
}

/// What was wrong with the draws of a board.
pub(crate) async fn violations(
    api: &Api,
    board: &Board,
    beacon: &LocalBeacon,
    history: History,
) -> BTreeSet<Violation> {
    judge(&evidence(api, board, beacon, history).await)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_locked_stays_and_is_drawn_once_and_rightly_whatever_fails() {
    let (_place, database) = database_beside_others().await;
    let options = database.connect_options();
    inspection::keep_times(&options).await.unwrap();
    inspection::hasten_deadlines(&options, terms::MINUTE).await.unwrap();
    let (url, beacon) = (database.url(), beacon().await);
    let proxy = BreakingProxy::passing(options.get_port(), "").await.unwrap();
    let through = proxy.url(&url);
    let (one, mut other) = tokio::join!(server(&through, &beacon), server(&url, &beacon));
    let apis = [Api::of(&one), Api::of(&other)];
    let bodies = [(1, None), (3, None), (2, Some(10)), (1, Some(20))];
    let bodies = bodies.map(
        |(winners, pay_within)| json!({"total_spots": 40, "item_count": winners, "pay_within_minutes": pay_within}),
    );
    let mut arena = Arena::under(&options, &apis, bodies).await;
    let (seller, boards, mut notes) = (arena.seller.clone(), arena.place.boards.clone(), Vec::new());
    for board in &boards {
        notes.push(sell_some(&Desk { seller: &seller, board }).await);
    }
    let terms = Some(crowd::Terms::default());
    arena.open(&Crowd { buyers: 8, sellers: 8, pause: 400, keys: 50, any: 40, terms });
    arena.until(4, ENOUGH, SOON).await;
    lock_all(&seller, &apis, &boards[3..]).await;
    let void = seller.post(&format!("/api/admin/waffles/{}/draws/1/void", boards[3].id));
    assert_eq!(void.json(&json!({"reason": "One paid late."})).send().await.unwrap().status(), 200);
    lock_all(&seller, &apis, &boards).await;
    other.kill().await;
    other = server(&url, &beacon).await;
    apis[1].follow(&other);
    let begun = Instant::now();
    while !all_drawn(&apis[1], &boards).await {
        assert!(begun.elapsed() < Duration::from_secs(DELAY) + LONGEST, "not all is drawn");
        sleep(Duration::from_millis(400)).await;
        proxy.cut();
    }
    let mut all = arena.close().await;
    for (history, notes) in all.iter_mut().zip(notes) {
        history.notes.extend(notes);
        (history.grace, history.allowed) = (terms::grace(&one), terms::REFUSALS);
    }
    acquit(&all);
    for (board, history) in boards.iter().zip(all) {
        // The other server may have lost connections left.
        let found = violations(&apis[1], board, &beacon, history).await;
        assert!(found.is_empty(), "{}: {found:#?}", board.slug);
    }
    println!("{} answers of the database were lost", proxy.lost());
    assert_eq!([one.logged("ERROR waffle"), other.logged("ERROR waffle")].concat(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_guard_of_the_entries_the_judge_finds_that_they_changed() {
    let (_place, database) = database_beside_others().await;
    let options = database.connect_options();
    inspection::keep_times(&options).await.unwrap();
    let beacon = beacon().await;
    let server = server(&database.url(), &beacon).await;
    let apis = [Api::of(&server)];
    let seller = Seller::sign_in(&apis[0]).await;
    let board = seller.create("Box", 10).await;
    let desk = Desk { seller: &seller, board: &board };
    for (handle, number) in [("anna", 1), ("ben", 2)] {
        apis[0].claim(&board.order(handle, Wish::Numbers(vec![number])), "192.0.2.1").await;
    }
    let pay = |number| desk.try_to(Deed::Pay, number);
    assert_eq!(pay(1).await, Outcome::Done);
    lock(seller.clone(), board.clone()).await;
    let found = async || {
        let history = arena::history(&options, &apis, &board, Terms::default()).await;
        violations(&apis[0], &board, &beacon, history).await
    };
    assert_eq!((pay(2).await, found().await.len()), (Outcome::Refused, 0));
    inspection::remove_guard(&options, "lock").await.unwrap();
    assert_eq!(pay(2).await, Outcome::Done);
    assert!(found().await.iter().any(|found| matches!(found, Violation::Thawed { .. })), "{:?}", found().await);
}
