//! What a crowd that leaves at once costs those who stay. A measurement, to be run by itself:
//! `cargo test --release -p waffle-actors crowd -- --ignored --nocapture`.

use std::time::{Duration, Instant};

use actix::Arbiter;
use tokio::sync::oneshot;
use waffle_store::waffles::WaffleRef;

use crate::server::{Server, database};

const THREADS: usize = 4;
const WATCHERS: usize = 100_000;

#[actix::test]
#[ignore = "a measurement"]
async fn a_crowd_that_leaves_at_once_does_not_hold_up_the_actor() {
    let (_database, options) = database().await;
    let server = Server::start(&options);
    let id = server.waffle(10).await;
    let threads: Vec<Arbiter> = (0..THREADS).map(|_| Arbiter::new()).collect();
    let mut crowds = Vec::new();
    for thread in &threads {
        let (waffles, (leave, left), (sender, came)) = (server.waffles.clone(), oneshot::channel(), oneshot::channel());
        thread.spawn(async move {
            let mut crowd = Vec::new();
            for _ in 0..WATCHERS / THREADS {
                let mut watch = waffles.watch(&WaffleRef::Id(id), None).await.unwrap().unwrap();
                watch.next().await;
                crowd.push(watch);
            }
            let _ = sender.send(());
            let _: Result<(), _> = left.await;
            drop(crowd);
        });
        came.await.unwrap();
        crowds.push(leave);
    }
    assert_eq!(server.waffles.watchers(), WATCHERS);
    let begun = Instant::now();
    for leave in crowds {
        leave.send(()).unwrap();
    }
    let (mut longest, mut asked) = (Duration::ZERO, 0);
    while server.waffles.watchers() > 0 {
        let asks = Instant::now();
        server.waffles.snapshot_at(id, 0).await.unwrap();
        longest = longest.max(asks.elapsed());
        asked += 1;
    }
    let took = begun.elapsed();
    println!("{WATCHERS} left within {took:?}; of {asked} questions meanwhile the slowest took {longest:?}");
    for thread in threads {
        thread.stop();
    }
    server.stop().await;
}
