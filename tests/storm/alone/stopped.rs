//! A server that gets a signal to stop in the middle of a storm.

use std::time::Duration;

use futures_util::future::join_all;
use tokio::time::{Instant, sleep};
use waffle_test_databases::TestDatabase;

use super::alone;
use crate::api::Api;
use crate::arena::{Arena, acquit};
use crate::crowd::Crowd;
use crate::evidence::Answer;
use crate::history::History;
use crate::shutdown::{UNLIMITED, Witness, newest};
use waffle_tests::program::Server;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_told_to_stop_in_a_storm_answers_truly_and_closes_its_watchers() {
    let _place = alone().await;
    let database = TestDatabase::create().await.unwrap();
    let url = database.url();
    let (mut one, other) = tokio::join!(Server::start(&url, UNLIMITED), Server::start(&url, UNLIMITED));
    let api = Api::of(&one);
    let mut arena = Arena::prepare(&database.connect_options(), &[api.clone(), Api::of(&other)], &[300, 40, 20]).await;
    arena.open(&Crowd { buyers: 60, sellers: 8, pause: 30, keys: 50, any: 30, terms: None });
    for _ in 0..2 {
        let boards = arena.place.boards.iter();
        let witnesses = join_all(boards.clone().map(|board| Witness::of(&api, board))).await;
        sleep(Duration::from_millis(800)).await;
        let seen = join_all(boards.map(|board| newest(&api, board))).await;
        let asked = Instant::now();
        one.stop().await;
        println!("it ended {:?} after it was asked to", asked.elapsed());
        assert_eq!(one.logged("ERROR"), [""; 0]);
        for (witness, seq) in witnesses.into_iter().zip(seen) {
            witness.assert_closed_after(seq).await;
        }
        one = Server::start(&url, UNLIMITED).await;
        api.follow(&one);
    }
    let all = arena.close().await;
    let answers = all.iter().flat_map(History::claims).flat_map(|claim| &claim.answers);
    let unknown = answers.filter(|(answer, _)| *answer == Answer::Unknown("outcome_unknown".into()));
    assert_eq!(unknown.count(), 0, "whose answer came, it was a true one");
    acquit(&all);
}
