//! A cluster whose primary is switched and killed in the middle of a storm.

use std::collections::HashSet;
use std::time::Duration;

use futures_util::future::join_all;
use tokio::time::{sleep, timeout};
use waffle_test_databases::inspection::Logged;

use super::alone;
use crate::arena::{Arena, acquit};
use crate::cluster::{Cluster, Fault, PATIENCE, Suffered, claims_go_on};
use crate::crowd::Crowd;
use crate::history::History;
use crate::judge::judge;
use crate::violation::Violation;

/// How long claims may take to go on once there is a primary.
const SOON: Duration = Duration::from_secs(2);

/// What would be known if the newest acknowledged claim of a buyer, and all that came later, had been lost, and servers
/// and watchers had heard nothing of it; with the buyer's handle.
fn without_the_last_claim(history: &History) -> (History, String) {
    let acknowledged: HashSet<&str> = history
        .claims()
        .filter(|claim| claim.granted().any(|numbers| !numbers.is_empty()))
        .map(|claim| claim.order.handle.as_str())
        .collect();
    let by_one = |event: &&Logged| event.social_handle.as_deref().is_some_and(|handle| acknowledged.contains(handle));
    let claimed = |event: &&Logged| event.from_status.as_deref() == Some("available") && by_one(event);
    let claimed = history.log.iter().rev().find(claimed).expect("a granted claim");
    let handle = claimed.social_handle.clone().unwrap_or_default();
    let is_first = |event: &Logged| event.social_handle.as_ref() == Some(&handle);
    let first = history.log.iter().position(is_first).unwrap_or_default();
    let log = history.log[..first].to_vec();
    (History { log, watchers: vec![], shown: vec![], ..history.clone() }, handle)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cluster_whose_primary_is_switched_and_killed_loses_nothing_and_sells_nothing_twice() {
    let _place = alone().await;
    let mut cluster = Cluster::start().await;
    cluster.refuses_others().await;
    cluster.passwords_are_apart();
    let apis = ["server 1", "server 2"].map(|name| cluster.at(name));
    let mut arena = Arena::prepare(&cluster.database(), &apis, &[400, 60, 20]).await;
    arena.open(&Crowd { buyers: 20, sellers: 4, pause: 100, keys: 50, any: 30, terms: None });
    let mut notes = Vec::new();
    let mut slowest = Duration::ZERO;
    for (round, fault) in [Fault::Switchover, Fault::Kill, Fault::Promotion].into_iter().enumerate() {
        sleep(Duration::from_millis(700)).await;
        let suffered = cluster.suffer(fault).await;
        let Suffered { begun, led, .. } = suffered;
        let again = join_all(apis.iter().enumerate().map(async |(server, api)| {
            let again = timeout(PATIENCE, claims_go_on(api, &arena, &format!("after-{round}-{server}"))).await;
            (again.unwrap_or_else(|_| panic!("{fault:?}: server {server} grants nothing")), led.elapsed())
        }));
        for (server, (attempts, later)) in again.await.into_iter().enumerate() {
            println!("{fault:?}: a primary after {:?}, server {server} grants {later:?} later", led - begun);
            notes.extend(attempts);
            slowest = slowest.max(later);
        }
        suffered.undo().await;
    }
    sleep(Duration::from_millis(700)).await;
    let mut all = arena.close().await;
    all[0].notes.extend(notes);
    acquit(&all);
    assert!(slowest < SOON, "claims go on {slowest:?} after there is a primary");
    // The judge would see a claim that was acknowledged and is not at the new primary, by the acknowledgement alone.
    let (robbed, handle) = without_the_last_claim(&all[0]);
    let is_missed = |found: &Violation| matches!(found, Violation::Lost { handle: lost, .. } if *lost == handle);
    assert!(judge(&robbed).iter().any(is_missed), "a loss goes unseen: this was no test");
    // Ctrl-C, as it says.
    cluster.script.signal("INT").await;
    cluster.script.ended_within(Duration::from_mins(1)).await;
}
