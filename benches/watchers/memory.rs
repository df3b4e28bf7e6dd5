//! How much memory ten thousand watchers take.

use std::time::Duration;

use tokio::time::sleep;

use crate::rig::{crowd::Crowd, seller::Seller, server::Server, stage::Stage, verdict};

const WATCHERS: usize = 10_000;
/// The most megabytes the server may hold with all of them.
const GOAL: f64 = 100.0;
/// How long the server gets to settle.
const QUIET: Duration = Duration::from_secs(2);
/// How long it gets to give memory back. The allocator does so within ten seconds.
const AFTERWARDS: Duration = Duration::from_secs(15);

pub(crate) async fn measure(stage: &Stage) {
    println!("\n## {WATCHERS} watchers of one waffle");
    let server = Server::start(stage, "memory", &[]).await;
    let waffle = Seller::sign_in(&server).await.sell(1_000).await;
    let before = server.megabytes();
    let crowd = Crowd::watching(&server.address, &waffle.slug, WATCHERS).await;
    sleep(QUIET).await;
    let with = server.megabytes();
    assert_eq!(crowd.lost(), 0, "watchers were cut off");
    drop(crowd);
    sleep(AFTERWARDS).await;
    let each = (with - before) * 1e3 / WATCHERS as f64;
    println!(
        "{before:.0} MB before, {with:.0} MB with them ({each:.1} kB each), {:.0} MB afterwards",
        server.megabytes()
    );
    println!("the goal is {GOAL:.0} MB in all: {}", verdict(with <= GOAL));
}
