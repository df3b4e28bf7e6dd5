//! Two servers on one database, and 200 buyers who go to both.

use std::time::Duration;

use tokio::time::sleep;
use waffle_test_databases::TestDatabase;

use super::alone;
use crate::api::Api;
use crate::arena::{Arena, acquit};
use crate::crowd::Crowd;
use crate::history::History;
use waffle_tests::program::Server;

/// How long a busy machine may take until enough has happened.
const LONGEST: Duration = Duration::from_secs(20);

/// Runs 200 buyers and some sellers for some seconds, and until a board has changed often enough; returns the evidence
/// and the errors that the servers logged.
pub(crate) async fn storm(
    database: &TestDatabase,
    settings: &[(&str, &str)],
    lasting: Duration,
    changes: i64,
) -> (Vec<History>, Vec<String>) {
    let url = database.url();
    let (mut one, mut other) = tokio::join!(Server::start(&url, settings), Server::start(&url, settings));
    let mut arena =
        Arena::prepare(&database.connect_options(), &[Api::of(&one), Api::of(&other)], &[400, 60, 60, 25, 10]).await;
    arena.open(&Crowd { buyers: 200, sellers: 20, pause: 40, keys: 50, any: 30, terms: None });
    sleep(lasting / 3).await;
    arena.join(0).await;
    arena.join(1).await;
    sleep(lasting * 2 / 3).await;
    arena.until(1, changes, LONGEST).await;
    let all = arena.close().await;
    let errors = [one.logged("ERROR"), other.logged("ERROR")].concat();
    tokio::join!(one.stop(), other.stop());
    (all, errors)
}

/// Asserts that there was something to judge: spots sold, refused and released, and keys answered twice.
fn was_a_storm(all: &[History]) {
    let counts = all[0].summary();
    for what in ["granted", "taken", "granted again", "Pay Done", "Release Done"] {
        assert!(counts.contains_key(what), "no {what}: {counts:?}");
    }
    assert!(all.iter().all(|history| !history.log.is_empty()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_spot_has_one_owner_and_every_acknowledgement_holds() {
    let _place = alone().await;
    let database = TestDatabase::create().await.unwrap();
    let (all, errors) = storm(&database, &[], Duration::from_secs(6), 500).await;
    was_a_storm(&all);
    acquit(&all);
    assert_eq!(errors, [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_database_alone_keeps_spots_from_being_sold_twice() {
    let _place = alone().await;
    let database = TestDatabase::create().await.unwrap();
    let settings = [("WAFFLE__CLAIMS__MEMORY_GUARD", "false")];
    let (all, errors) = storm(&database, &settings, Duration::from_secs(4), 500).await;
    was_a_storm(&all);
    acquit(&all);
    assert_eq!(errors, [""; 0]);
}
