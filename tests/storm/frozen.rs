//! Two servers, one of which is frozen for some seconds and then continues with its old state.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::api::Api;
use crate::arena::{Arena, acquit};
use crate::buyers::Crowd;
use crate::database_beside_others;
use crate::evidence::{Answer, Order, Wish};
use waffle_tests::program::Server;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_was_frozen_sells_nothing_twice_and_serves_right_at_once() {
    let (_place, database) = database_beside_others().await;
    let url = database.url();
    let (one, other) = tokio::join!(Server::start(&url, &[]), Server::start(&url, &[]));
    let apis = [Api::of(&one), Api::of(&other)];
    let mut arena = Arena::prepare(&apis, &[400, 40, 20]).await;
    arena.open(&Crowd { buyers: 60, pause: 30, keys: 50, any: 20 }, 12);
    sleep(Duration::from_millis(700)).await;
    one.freeze().await;
    let order = |handle: &str| Order {
        waffle_id: arena.board().id.clone(),
        handle: handle.into(),
        wish: Wish::Any(1),
        key: None,
    };
    // The other server isn't held up.
    let end = Instant::now() + Duration::from_secs(3);
    let mut sold = 0;
    while Instant::now() < end {
        let (answer, took) = apis[1].claim(&order(&format!("meanwhile{sold}")), "192.0.2.1").await;
        assert!(matches!(answer, Answer::Granted(_)), "{answer:?}");
        assert!(took < other.two_seconds(), "{took:?}");
        sold += 1;
        sleep(Duration::from_millis(100)).await;
    }
    let newest = arena.watchers.iter().map(|(_, watcher)| watcher.newest()).max().unwrap();
    one.wake().await;
    let woken = Instant::now();
    let (answer, _) = apis[0].claim(&order("woken"), "192.0.2.1").await;
    assert!(matches!(answer, Answer::Granted(_)), "{answer:?}");
    while apis[0].board(&arena.board().slug).await.is_none_or(|shown| shown.seq < newest) {
        assert!(woken.elapsed() < one.two_seconds() + Duration::from_secs(1), "it does not catch up");
        sleep(Duration::from_millis(20)).await;
    }
    sleep(Duration::from_millis(700)).await;
    let mut all = arena.close().await;
    // The claims above are not in the crowd's evidence. All were granted, so it is rebuilt from their entries.
    let own = |handle: &str| handle == "woken" || handle.starts_with("meanwhile");
    for entry in
        all[0].activity.clone().iter().filter(|entry| own(&entry.social_handle) && entry.to_status == "pending")
    {
        let order =
            Order { waffle_id: String::new(), handle: entry.social_handle.clone(), wish: Wish::Any(1), key: None };
        let answers = vec![(Answer::Granted(vec![entry.spot_number]), Duration::ZERO)];
        all[0].claims.push(crate::evidence::Claimed { order, answers });
    }
    acquit(&all);
}
