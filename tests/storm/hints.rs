//! Two servers, with watchers at one and claims at the other.

use std::time::Duration;

use tokio::time::{Instant, sleep};
use waffle_test_databases::{Cluster, StopMode};

use crate::api::Api;
use crate::arena::{Arena, acquit};
use crate::beside_others;
use crate::evidence::{Answer, Claimed, Order, Wish};
use waffle_tests::program::Server;

/// Comparing sequence numbers alone would take a second on average.
const USUAL: Duration = Duration::from_millis(400);
const CLAIMS: usize = 40;

/// Claims spots at the first server, one by one; returns how long the second one's watcher took to see each, sorted.
async fn lags(arena: &Arena, apis: &[Api], claims: &mut Vec<Claimed>) -> Vec<Duration> {
    // The last watcher is at the last server.
    let watcher = &arena.watchers.last().unwrap().1;
    let mut lags = Vec::new();
    while lags.len() < CLAIMS {
        let order = Order {
            waffle_id: arena.board().id.clone(),
            handle: format!("buyer{}", claims.len()),
            wish: Wish::Any(1),
            key: None,
        };
        let before = watcher.newest();
        // Each claim comes from its own address, because claims are limited by address.
        let from = format!("192.0.2.{}", claims.len() % 250);
        let (answer, took) = apis[0].claim(&order, &from).await;
        let granted = matches!(answer, Answer::Granted(_));
        claims.push(Claimed { order, answers: vec![(answer, took)] });
        if !granted {
            sleep(Duration::from_millis(50)).await;
            continue;
        }
        let begun = Instant::now();
        while watcher.newest() <= before && begun.elapsed() < Duration::from_secs(5) {
            sleep(Duration::from_millis(1)).await;
        }
        lags.push(begun.elapsed());
        sleep(Duration::from_millis(10)).await;
    }
    lags.sort_unstable();
    lags
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_watches_at_another_server_sees_a_claim_at_once_also_after_the_database_was_away() {
    let _place = beside_others().await;
    let cluster = Cluster::throwaway().await.unwrap();
    cluster.create_database("waffle").await.unwrap();
    let url = cluster.url("waffle");
    let (one, other) = tokio::join!(Server::start(&url, &[]), Server::start(&url, &[]));
    let apis = [Api::of(&one), Api::of(&other)];
    let arena = Arena::prepare(&apis, &[400]).await;
    let mut claims = Vec::new();
    let mut usual = Vec::new();
    for mode in [None, Some(StopMode::Fast), Some(StopMode::Immediate)] {
        if let Some(mode) = mode {
            cluster.stop_server(mode).await.unwrap();
            cluster.start_server().await.unwrap();
            // Gives both servers time to reconnect by themselves.
            lags(&arena, &apis, &mut claims).await;
        }
        let lags = lags(&arena, &apis, &mut claims).await;
        println!("after {mode:?}: seen after {:?}, {:?} at most", lags[CLAIMS / 2], lags.last());
        usual.push(lags[CLAIMS / 2]);
    }
    assert!(usual.iter().all(|lag| *lag < USUAL), "{usual:?}");
    let mut all = arena.close().await;
    all[0].claims.extend(claims);
    acquit(&all);
    for server in [&one, &other] {
        assert_eq!(server.logged("ERROR"), [""; 0]);
    }
    drop((one, other));
    cluster.stop().await.unwrap();
}
