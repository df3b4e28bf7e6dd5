//! Two servers, one of which is frozen for some seconds and then continues with its old state.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::api::Api;
use crate::arena::{Arena, acquit};
use crate::crowd::Crowd;
use crate::database_beside_others;
use crate::evidence::{Answer, Wish};
use crate::history::Note;
use waffle_tests::program::Server;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_was_frozen_sells_nothing_twice_and_serves_right_at_once() {
    let (_place, database) = database_beside_others().await;
    let url = database.url();
    let (one, other) = tokio::join!(Server::start(&url, &[]), Server::start(&url, &[]));
    let apis = [Api::of(&one), Api::of(&other)];
    let mut arena = Arena::prepare(&database.connect_options(), &apis, &[400, 40, 20]).await;
    arena.open(&Crowd { buyers: 60, sellers: 12, pause: 30, keys: 50, any: 20, terms: None });
    sleep(Duration::from_millis(700)).await;
    one.freeze().await;
    let mut own = Vec::new();
    let board = arena.board().clone();
    let mut claim = async |api: &Api, handle: String| {
        let order = board.order(handle, Wish::Any(1));
        let told = api.claim(&order, "192.0.2.1").await;
        assert!(matches!(told.answer, Answer::Granted(_)), "{:?}", told.answer);
        let took = told.took;
        own.push(Note::Claim(told.claimed(order)));
        took
    };
    // The other server isn't held up.
    let end = Instant::now() + Duration::from_secs(3);
    let mut sold = 0;
    while Instant::now() < end {
        let took = claim(&apis[1], format!("meanwhile{sold}")).await;
        assert!(took < other.two_seconds(), "{took:?}");
        sold += 1;
        sleep(Duration::from_millis(100)).await;
    }
    let newest = arena.watchers.iter().map(|(_, watcher)| watcher.newest()).max().unwrap();
    one.wake().await;
    let woken = Instant::now();
    claim(&apis[0], "woken".into()).await;
    while apis[0].board(&arena.board().slug).await.is_none_or(|shown| shown.seq < newest) {
        assert!(woken.elapsed() < one.two_seconds() + Duration::from_secs(1), "it does not catch up");
        sleep(Duration::from_millis(20)).await;
    }
    sleep(Duration::from_millis(700)).await;
    let mut all = arena.close().await;
    all[0].notes.extend(own);
    acquit(&all);
}
