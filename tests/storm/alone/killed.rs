//! A server that is killed in the middle of a storm.

use std::time::Duration;

use tokio::time::{Instant, sleep};
use waffle_test_databases::TestDatabase;

use super::alone;
use crate::api::Api;
use crate::arena::{Arena, acquit};
use crate::crowd::Crowd;
use waffle_tests::program::Server;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_forgets_nothing_and_serves_again_within_two_seconds() {
    let _place = alone().await;
    let database = TestDatabase::create().await.unwrap();
    let url = database.url();
    let (mut one, other) = tokio::join!(Server::start(&url, &[]), Server::start(&url, &[]));
    println!("two servers: {} and {}", one.address, other.address);
    let (api, soon) = (Api::of(&one), one.two_seconds());
    let mut arena = Arena::prepare(&database.connect_options(), &[api.clone(), Api::of(&other)], &[300, 40, 20]).await;
    arena.open(&Crowd { buyers: 60, sellers: 8, pause: 30, keys: 50, any: 30, terms: None });
    for _ in 0..2 {
        sleep(Duration::from_millis(1_200)).await;
        let killed = Instant::now();
        one.kill().await;
        println!("it was gone {:?} after it was killed", killed.elapsed());
        one = Server::start(&url, &[]).await;
        api.follow(&one);
        while api.board(&arena.board().slug).await.is_none() {
            assert!(killed.elapsed() < soon, "it does not serve after {:?}", killed.elapsed());
            sleep(Duration::from_millis(20)).await;
        }
        println!("it serves at {} {:?} after it was killed", one.address, killed.elapsed());
        assert!(killed.elapsed() < soon, "that was too late");
    }
    sleep(Duration::from_millis(800)).await;
    let watching_again = arena.watchers.iter().filter(|(_, watcher)| watcher.reconnects() > 0).count();
    let all = arena.close().await;
    assert!(watching_again >= 3, "watchers of the killed server came back: {watching_again}");
    let unknown = all[0].summary().get("unknown").copied().unwrap_or_default();
    assert!(unknown > 0, "the kill hit nobody: this was no test");
    acquit(&all);
}
