//! Connections to the database that end at the worst moment: after the commit, before the answer.

use std::time::Duration;

use tokio::time::{Instant, sleep};
use waffle_test_databases::{breaking_proxy::BreakingProxy, inspection};

use crate::api::{Api, Board};
use crate::arena::{Arena, acquit};
use crate::crowd::Crowd;
use crate::database_beside_others;
use crate::evidence::{Answer, Wish};
use crate::history::History;
use waffle_tests::program::Server;

/// Part of the statement that commits claims.
const SALE: &str = "claim_spots";
const CROWD: Crowd = Crowd { buyers: 50, sellers: 8, pause: 30, keys: 60, any: 30, terms: None };

/// Waits until a claim is granted again, which must be soon.
async fn serves(api: &Api, board: &Board, soon: Duration) {
    let begun = Instant::now();
    loop {
        match api.claim(&board.order("afterwards", Wish::Any(1)), "192.0.2.1").await.answer {
            Answer::Granted(_) => return,
            answer => assert!(begun.elapsed() < soon, "{answer:?}"),
        }
        sleep(Duration::from_millis(20)).await;
    }
}

/// Asserts that every buyer with a key learned the outcome in the end.
fn keys_tell(all: &[History]) {
    for claim in all.iter().flat_map(History::claims).filter(|claim| claim.order.key.is_some()) {
        let (last, _) = claim.answers.last().unwrap();
        assert!(!matches!(last, Answer::Unknown(_)) && !last.is_busy(), "{claim:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn claims_whose_answer_was_lost_are_looked_up_and_keys_tell() {
    let (_place, database) = database_beside_others().await;
    let (url, options) = (database.url(), database.connect_options());
    let proxy = BreakingProxy::passing(options.get_port(), SALE).await.unwrap();
    let through = proxy.url(&url);
    let (one, other) = tokio::join!(Server::start(&through, &[]), Server::start(&url, &[]));
    let apis = [Api::of(&one), Api::of(&other)];
    let spare = Arena::prepare(&options, &apis[..1], &[50]).await;
    let mut arena = Arena::prepare(&options, &apis, &[300, 40]).await;
    arena.open(&CROWD);
    for _ in 0..15 {
        sleep(Duration::from_millis(100)).await;
        proxy.cut();
        sleep(Duration::from_millis(100)).await;
        proxy.cut_marked();
    }
    let all = arena.close().await;
    println!("{} answers of the database were lost", proxy.lost());
    assert!(proxy.lost() >= 20);
    keys_tell(&all);
    acquit(&all);
    serves(&apis[0], spare.board(), one.two_seconds()).await;
    let looked_up = one.logged("ledger lost an answer").len();
    println!("{looked_up} batches were looked up");
    assert!(looked_up >= 10, "no cut hit a batch: this was no test");
    assert_eq!([one.logged("ERROR waffle"), other.logged("ERROR waffle")].concat(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_connections_lose_nothing() {
    let (_place, database) = database_beside_others().await;
    let (url, options) = (database.url(), database.connect_options());
    let (one, other) = tokio::join!(Server::start(&url, &[]), Server::start(&url, &[]));
    let apis = [Api::of(&one), Api::of(&other)];
    let spare = Arena::prepare(&options, &apis[..1], &[50]).await;
    let mut arena = Arena::prepare(&options, &apis, &[300, 40]).await;
    arena.open(&CROWD);
    let mut ended = 0;
    for _ in 0..12 {
        sleep(Duration::from_millis(250)).await;
        ended += inspection::end_sessions(&options).await.unwrap();
    }
    println!("{ended} connections were ended");
    let all = arena.close().await;
    keys_tell(&all);
    acquit(&all);
    serves(&apis[0], spare.board(), one.two_seconds()).await;
    assert_eq!([one.logged("ERROR waffle"), other.logged("ERROR waffle")].concat(), [""; 0]);
}
