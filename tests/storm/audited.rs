//! Two servers that are killed again and again while sellers work: the audit log has one entry for each committed
//! change, and no other, in the order of the changes.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};
use waffle_store::pools::PgConnectOptions;
use waffle_test_databases::inspection::{self, Logged};

use crate::api::{Api, Board, Seller};
use crate::database_beside_others;
use crate::evidence::{Answer, Audited, Outcome, Wish};
use crate::history::Deed;
use crate::people::Desk;
use waffle_tests::program::Server;

/// Changes that must be acknowledged before the storm ends.
const CHANGES: usize = 5_000;
/// How often servers must be killed before it ends.
const KILLS: usize = 5;
/// The most changes between a start and the next kill.
const BETWEEN_KILLS: usize = 500;
const SELLERS: u64 = 16;
/// How long a busy machine may take for the changes.
const LONGEST: Duration = Duration::from_mins(4);
const SETTINGS: &[(&str, &str)] = &[("WAFFLE__RATE_LIMIT__CLAIMS_PER_MINUTE", "0")];

/// Where the sellers work, and how many of their changes were acknowledged.
struct Work {
    boards: Vec<Board>,
    done: AtomicUsize,
    kills: AtomicUsize,
    until: Instant,
}

impl Work {
    fn is_over(&self) -> bool {
        let enough = self.done.load(Ordering::Relaxed) >= CHANGES && self.kills.load(Ordering::Relaxed) >= KILLS;
        enough || Instant::now() > self.until
    }
}

/// The index of a board, the number of a spot, what was to be done to it, and the outcome.
type Change = (usize, i32, Deed, Outcome);

/// Claims a spot, marks it paid and releases it, again and again, competing with others for the same spots; returns the
/// outcome of each change with the index of its board.
async fn sell(me: u64, seller: Seller, api: Api, work: Arc<Work>) -> Vec<Change> {
    let mut rng = StdRng::seed_from_u64(me);
    let mut changes = Vec::new();
    while !work.is_over() {
        let place = rng.random_range(0..work.boards.len());
        let board = &work.boards[place];
        let number = rng.random_range(1..=i32::try_from(board.ids.len()).unwrap());
        let order = board.order(format!("b{me}"), Wish::Numbers(vec![number]));
        if let Answer::Unknown(_) = api.claim(&order, "192.0.2.1").await.answer {
            // The server was killed; another one will take its place.
            sleep(Duration::from_millis(50)).await;
            continue;
        }
        for deed in [Deed::Pay, Deed::Release] {
            let outcome = Desk { seller: &seller, board }.try_to(deed, number).await;
            match outcome {
                Outcome::Done => _ = work.done.fetch_add(1, Ordering::Relaxed),
                Outcome::Refused => {}
                Outcome::Unknown => sleep(Duration::from_millis(50)).await,
            }
            changes.push((place, number, deed, outcome));
        }
    }
    changes
}

/// Kills one server or the other at random moments, as long as there is work.
async fn kill(url: &str, servers: &mut [Server; 2], apis: &[Api; 2], work: &Work) {
    let mut rng = StdRng::seed_from_u64(4);
    loop {
        let at = work.done.load(Ordering::Relaxed) + rng.random_range(0..BETWEEN_KILLS);
        while work.done.load(Ordering::Relaxed) < at && !work.is_over() {
            sleep(Duration::from_millis(rng.random_range(1..10))).await;
        }
        if work.is_over() {
            return;
        }
        let one = rng.random_range(0..2);
        servers[one].kill().await;
        servers[one] = Server::start(url, SETTINGS).await;
        apis[one].follow(&servers[one]);
        work.kills.fetch_add(1, Ordering::Relaxed);
    }
}

/// What the log should say about a board's spots, oldest first, according to the board's own events.
async fn expected(database: &PgConnectOptions, board: &Board) -> Vec<(String, String)> {
    let action_for = |event: &Logged| match event.to_status.as_deref()? {
        "paid" => Some("mark_paid".to_owned()),
        "available" => Some("release_spot".to_owned()),
        _ => None,
    };
    let events = inspection::log(database, board.id.parse().unwrap()).await.unwrap();
    events.iter().filter_map(|event| Some((action_for(event)?, event.spot_id?.to_string()))).collect()
}

/// Asserts that everything acknowledged is in the log, and nothing refused.
fn assert_as_answered(changes: &[Change], boards: &[Board], log: &[Audited]) {
    let mut written: HashMap<(&str, &str), usize> = HashMap::new();
    for entry in log {
        *written.entry((&entry.action, &entry.entity_id)).or_default() += 1;
    }
    for (place, board) in boards.iter().enumerate() {
        for (id, number) in board.ids.iter().zip(1..) {
            for (deed, action) in [(Deed::Pay, "mark_paid"), (Deed::Release, "release_spot")] {
                let of = |outcome| changes.iter().filter(|it| **it == (place, number, deed, outcome)).count();
                let written = written.get(&(action, id.to_string().as_str())).copied().unwrap_or_default();
                let (done, unknown) = (of(Outcome::Done), of(Outcome::Unknown));
                assert!(
                    (done..=done + unknown).contains(&written),
                    "{action} of {number} on board {place}: {done} acknowledged, {unknown} unknown, \
                     {written} in the log"
                );
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_at_any_moment_servers_leave_one_entry_for_each_change_and_no_other() {
    let (_place, database) = database_beside_others().await;
    let url = database.url();
    let (one, other) = tokio::join!(Server::start(&url, SETTINGS), Server::start(&url, SETTINGS));
    let mut servers = [one, other];
    let apis = [Api::of(&servers[0]), Api::of(&servers[1])];
    let seller = Seller::sign_in(&apis[0]).await;
    let mut boards = Vec::new();
    for (number, size) in [60, 30, 10].into_iter().enumerate() {
        boards.push(seller.create(&format!("Board {number}"), size).await);
    }
    let work = Arc::new(Work {
        boards,
        done: AtomicUsize::new(0),
        kills: AtomicUsize::new(0),
        until: Instant::now() + LONGEST,
    });
    let mut selling = JoinSet::new();
    for me in 0..SELLERS {
        let api = &apis[usize::try_from(me % 2).unwrap()];
        selling.spawn(sell(me, seller.at(api), api.clone(), Arc::clone(&work)));
    }
    let begun = Instant::now();
    kill(&url, &mut servers, &apis, &work).await;
    let changes = selling.join_all().await.concat();
    let of = |outcome| changes.iter().filter(|(.., told)| *told == outcome).count();
    let (done, refused, unknown) = (of(Outcome::Done), of(Outcome::Refused), of(Outcome::Unknown));
    let kills = work.kills.load(Ordering::Relaxed);
    println!("{kills} kills in {:?}: {done} done, {refused} refused, {unknown} unknown", begun.elapsed());
    assert!(done >= CHANGES && refused > 0 && unknown > 0 && kills >= KILLS, "this was no test");

    let log = seller.audit_log().await;
    let ids: HashSet<_> = log.iter().map(|entry| &entry.id).collect();
    assert_eq!(ids.len(), log.len(), "each entry once");
    let created = log.iter().filter(|entry| entry.action == "create_waffle").count();
    assert_eq!((created, log[0].entity_type.as_str()), (work.boards.len(), "waffle"));
    let mut spots = 0;
    for (place, board) in work.boards.iter().enumerate() {
        let own: HashSet<String> = board.ids.iter().map(ToString::to_string).collect();
        let told: Vec<_> = log
            .iter()
            .filter(|entry| entry.entity_type == "spot" && own.contains(&entry.entity_id))
            .map(|entry| (entry.action.clone(), entry.entity_id.clone()))
            .collect();
        let expected = expected(&database.connect_options(), board).await;
        assert!(
            told == expected,
            "board {place}: {} entries for {} changes, or in another order",
            told.len(),
            expected.len()
        );
        spots += told.len();
    }
    assert_eq!(log.len(), created + spots, "none else");
    assert_as_answered(&changes, &work.boards, &log);
    assert!(log.iter().all(|entry| entry.admin_username == "admin" && !entry.timestamp.is_empty()));

    let moved = "DO $$ BEGIN ASSERT NOT EXISTS (SELECT FROM audit_outbox); END $$";
    let begun = Instant::now();
    while database.execute(moved).await.is_err() {
        assert!(begun.elapsed() < Duration::from_secs(10), "records are left in the outbox");
        sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(seller.audit_log().await, log, "moved into the log, nothing is another or elsewhere");
    assert_eq!(servers.each_ref().map(|server| server.logged("ERROR")).concat(), [""; 0]);
    let [one, other] = &mut servers;
    tokio::join!(one.stop(), other.stop());
}
