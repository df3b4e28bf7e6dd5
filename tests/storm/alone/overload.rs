//! More buyers than the machine can serve, and a database that is too slow for any of them.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use tokio::{runtime::Builder, time::sleep};
use waffle_test_databases::TestDatabase;

use super::alone;
use crate::api::Api;
use crate::arena::{Arena, acquit};
use crate::crowd::Crowd;
use waffle_tests::program::Server;

/// Asks the probe again and again until it must stop; returns how often, and how long the slowest answer took. It has
/// its own thread, because the thousand buyers would delay it already in this process.
fn probe(server: &Server, over: Arc<AtomicBool>) -> JoinHandle<(u32, Duration)> {
    let api = Api::of(server);
    thread::spawn(move || Builder::new_current_thread().enable_all().build().unwrap().block_on(ask(api, &over)))
}

async fn ask(api: Api, over: &AtomicBool) -> (u32, Duration) {
    let (mut count, mut slowest) = (0, Duration::ZERO);
    while !over.load(Ordering::Relaxed) {
        let (status, took) = api.health().await;
        assert_eq!(status, 200);
        (count, slowest) = (count + 1, slowest.max(took));
        sleep(Duration::from_millis(50)).await;
    }
    (count, slowest)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_buyers_at_once_are_served_or_sent_away_and_the_probe_answers() {
    let _place = alone().await;
    let database = TestDatabase::create().await.unwrap();
    let server = Server::start(&database.url(), &[]).await;
    let api = Api::of(&server);
    let mut arena = Arena::prepare(&database.connect_options(), &[api], &[5_000, 50]).await;
    let over = Arc::new(AtomicBool::new(false));
    let probing = probe(&server, Arc::clone(&over));
    arena.open(&Crowd { buyers: 1_000, sellers: 2, pause: 0, keys: 0, any: 50, terms: None });
    sleep(Duration::from_secs(4)).await;
    over.store(true, Ordering::Relaxed);
    let (count, slowest) = probing.join().unwrap();
    println!("the probe answered {count} times, at most after {slowest:?}");
    assert!(slowest < server.two_seconds(), "the probe took {slowest:?}");
    let all = arena.close().await;
    println!("slowest answer {:?}", all[0].slowest(|_| true));
    acquit(&all);
    assert_eq!(server.logged("ERROR"), [""; 0]);
}
