//! PostgreSQL stops under load, and comes back.

use std::time::Duration;

use tokio::time::{Instant, sleep};
use waffle_store::pools;
use waffle_test_databases::{Cluster, StopMode};

use crate::api::{Api, Board, Told};
use crate::arena::{Arena, acquit};
use crate::beside_others;
use crate::crowd::Crowd;
use crate::evidence::{Answer, Wish};
use crate::shutdown::UNLIMITED;
use waffle_tests::program::Server;

/// Asserts that, while the database is unreachable, claims are refused soon, also of a waffle that is not loaded, and
/// one of a taken spot from memory, reads still work, and the probe reports it.
async fn while_away(api: &Api, spare: &Board, not_loaded: &Board, soon: Duration) {
    let end = Instant::now() + Duration::from_millis(2_500);
    let mut tries = 0;
    while Instant::now() < end {
        tries += 1;
        let handle = || format!("away{tries}");
        let (loaded, not_loaded) = (spare.order(handle(), Wish::Any(1)), not_loaded.order(handle(), Wish::Any(1)));
        let taken = spare.order(handle(), Wish::Numbers(vec![1]));
        let (claim, blind, taken, health, shown) = tokio::join!(
            api.claim(&loaded, "192.0.2.1"),
            api.claim(&not_loaded, "192.0.2.1"),
            api.claim(&taken, "192.0.2.1"),
            api.health(),
            api.board(&spare.slug)
        );
        for Told { answer, took, .. } in [claim, blind] {
            assert!(matches!(answer, Answer::Refused { status: 503, retry_after: true, .. }), "{answer:?}");
            assert!(took < soon, "a claim was sent away after {took:?}");
        }
        assert_eq!(taken.answer, Answer::Taken(vec![1]), "known without the database");
        let (status, took) = health;
        assert_eq!(status, 503);
        assert!(took < soon, "the probe took {took:?}");
        assert!(shown.is_some(), "a loaded waffle can be read");
    }
    assert!(tries > 0);
}

/// Waits until claims and the probe work again, which must be soon; returns how long it took.
async fn heals(api: &Api, spare: &Board, round: usize, soon: Duration) -> Duration {
    let begun = Instant::now();
    let mut tries = 0;
    loop {
        tries += 1;
        let order = spare.order(format!("back{round}-{tries}"), Wish::Any(1));
        let answer = api.claim(&order, "192.0.2.1").await.answer;
        let (status, _) = api.health().await;
        if matches!(answer, Answer::Granted(_)) && status == 200 {
            return begun.elapsed();
        }
        assert!(begun.elapsed() < soon, "{answer:?}, the probe {status}");
        sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_are_sent_away_soon_and_all_heals_by_itself() {
    let _place = beside_others().await;
    let cluster = Cluster::throwaway().await.unwrap();
    cluster.create_database("waffle").await.unwrap();
    let url = cluster.url("waffle");
    let server = Server::start(&url, UNLIMITED).await;
    let (api, soon) = (Api::of(&server), server.two_seconds());
    let apis = std::slice::from_ref(&api);
    let options = pools::options(&url).unwrap();
    let spare = Arena::prepare(&options, apis, &[200]).await;
    // Those that another server has created, this one has not loaded.
    let other = Server::start(&url, &[]).await;
    let seller = spare.seller.at(&Api::of(&other));
    let not_loaded = [seller.create("One", 5).await, seller.create("Two", 5).await];
    drop(other);
    let taking = spare.board().order("first", Wish::Numbers(vec![1]));
    assert_eq!(api.claim(&taking, "192.0.2.1").await.answer, Answer::Granted(vec![1]));
    let mut arena = Arena::prepare(&options, apis, &[400, 60]).await;
    arena.open(&Crowd { buyers: 30, sellers: 4, pause: 40, keys: 50, any: 30, terms: None });
    for (round, mode) in [StopMode::Fast, StopMode::Immediate].into_iter().enumerate() {
        sleep(Duration::from_millis(800)).await;
        cluster.stop_server(mode).await.unwrap();
        while_away(&api, spare.board(), &not_loaded[round], soon).await;
        cluster.start_server().await.unwrap();
        let took = heals(&api, spare.board(), round, soon).await;
        println!("{mode:?}: healed after {took:?}");
    }
    sleep(Duration::from_millis(500)).await;
    let reconnects: u32 = arena.watchers.iter().map(|(_, watcher)| watcher.reconnects()).sum();
    assert_eq!(reconnects, 0, "sockets stay");
    let all = arena.close().await;
    let slowest = all.iter().map(|history| history.slowest(Answer::is_busy)).max().unwrap();
    println!("sent away after {slowest:?} at most");
    assert!(slowest < soon, "a claim was sent away after {slowest:?}");
    assert!(all[0].summary().keys().any(|what| what.starts_with("503")), "nobody noticed: this was no test");
    acquit(&all);
    assert_eq!(server.logged("ERROR waffle"), [""; 0]);
    drop(server);
    cluster.stop().await.unwrap();
}
