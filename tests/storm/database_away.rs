//! PostgreSQL stops under load, and comes back.

use std::time::Duration;

use tokio::time::{Instant, sleep};
use waffle_test_databases::{Cluster, StopMode};

use crate::api::Api;
use crate::arena::{Arena, acquit};
use crate::beside_others;
use crate::buyers::Crowd;
use crate::evidence::{Answer, Order, Wish};
use waffle_tests::program::Server;

fn order(waffle_id: &str, handle: String) -> Order {
    Order { waffle_id: waffle_id.into(), handle, wish: Wish::Any(1), key: None }
}

/// The same, of the board's first spot.
fn first(waffle_id: &str, handle: String) -> Order {
    Order { wish: Wish::Numbers(vec![1]), ..order(waffle_id, handle) }
}

/// Asserts that, while the database is unreachable, claims are refused soon, also of a waffle that is not loaded, and
/// one of a taken spot from memory, reads still work, and the probe reports it.
async fn while_away(api: &Api, spare: &Arena, not_loaded: &str, soon: Duration) {
    let end = Instant::now() + Duration::from_millis(2_500);
    let mut tries = 0;
    while Instant::now() < end {
        tries += 1;
        let handle = || format!("away{tries}");
        let (loaded, not_loaded) = (order(&spare.board().id, handle()), order(not_loaded, handle()));
        let taken = first(&spare.board().id, handle());
        let (claim, blind, taken, health, shown) = tokio::join!(
            api.claim(&loaded, "192.0.2.1"),
            api.claim(&not_loaded, "192.0.2.1"),
            api.claim(&taken, "192.0.2.1"),
            api.health(),
            api.board(&spare.board().slug)
        );
        for (answer, took) in [claim, blind] {
            assert!(matches!(answer, Answer::Refused { status: 503, retry_after: true, .. }), "{answer:?}");
            assert!(took < soon, "a claim was sent away after {took:?}");
        }
        assert_eq!(taken.0, Answer::Taken(vec![1]), "known without the database");
        let (status, took) = health;
        assert_eq!(status, 503);
        assert!(took < soon, "the probe took {took:?}");
        assert!(shown.is_some(), "a loaded waffle can be read");
    }
    assert!(tries > 0);
}

/// Waits until claims and the probe work again, which must be soon; returns how long it took.
async fn heals(api: &Api, spare: &Arena, round: usize, soon: Duration) -> Duration {
    let begun = Instant::now();
    let mut tries = 0;
    loop {
        tries += 1;
        let order = order(&spare.board().id, format!("back{round}-{tries}"));
        let (answer, _) = api.claim(&order, "192.0.2.1").await;
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
    let server = Server::start(&url, &[]).await;
    let (api, soon) = (Api::of(&server), server.two_seconds());
    let apis = std::slice::from_ref(&api);
    let spare = Arena::prepare(apis, &[200]).await;
    // Those that another server has created, this one has not loaded.
    let other = Server::start(&url, &[]).await;
    let seller = spare.seller.at(&Api::of(&other));
    let not_loaded = [seller.create("One", 5).await.id, seller.create("Two", 5).await.id];
    drop(other);
    let taking = first(&spare.board().id, "first".into());
    assert_eq!(api.claim(&taking, "192.0.2.1").await.0, Answer::Granted(vec![1]));
    let mut arena = Arena::prepare(apis, &[400, 60]).await;
    arena.open(&Crowd { buyers: 30, pause: 40, keys: 50, any: 30 }, 4);
    for (round, mode) in [StopMode::Fast, StopMode::Immediate].into_iter().enumerate() {
        sleep(Duration::from_millis(800)).await;
        cluster.stop_server(mode).await.unwrap();
        while_away(&api, &spare, &not_loaded[round], soon).await;
        cluster.start_server().await.unwrap();
        let took = heals(&api, &spare, round, soon).await;
        println!("{mode:?}: healed after {took:?}");
    }
    sleep(Duration::from_millis(500)).await;
    let reconnects: u32 = arena.watchers.iter().map(|(_, watcher)| watcher.reconnects()).sum();
    assert_eq!(reconnects, 0, "sockets stay");
    let all = arena.close().await;
    let slowest = all.iter().map(|evidence| evidence.slowest(Answer::is_busy)).max().unwrap();
    println!("sent away after {slowest:?} at most");
    assert!(slowest < soon, "a claim was sent away after {slowest:?}");
    assert!(all[0].summary().keys().any(|what| what.starts_with("503")), "nobody noticed: this was no test");
    acquit(&all);
    assert_eq!(server.logged("ERROR waffle"), [""; 0]);
    drop(server);
    cluster.stop().await.unwrap();
}
