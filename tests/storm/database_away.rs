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

/// Asserts that, while the database is unreachable, claims are refused soon, reads still work, and the probe reports
/// it.
async fn while_away(api: &Api, spare: &Arena, soon: Duration) {
    let end = Instant::now() + Duration::from_millis(2_500);
    let mut tries = 0;
    while Instant::now() < end {
        tries += 1;
        let order = order(&spare.board().id, format!("away{tries}"));
        let (claim, health, shown) =
            tokio::join!(api.claim(&order, "192.0.2.1"), api.health(), api.board(&spare.board().slug));
        let (answer, took) = claim;
        assert!(matches!(answer, Answer::Refused { status: 503, retry_after: true, .. }), "{answer:?}");
        assert!(took < soon, "a claim was sent away after {took:?}");
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
    let mut arena = Arena::prepare(apis, &[400, 60]).await;
    arena.open(&Crowd { buyers: 30, pause: 40, keys: 50, any: 30 }, 4);
    for (round, mode) in [StopMode::Fast, StopMode::Immediate].into_iter().enumerate() {
        sleep(Duration::from_millis(800)).await;
        cluster.stop_server(mode).await.unwrap();
        while_away(&api, &spare, soon).await;
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
