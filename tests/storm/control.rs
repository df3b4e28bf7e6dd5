//! The negative control: what keeps spots from being sold twice is removed, and the judge must notice.

use std::time::Duration;

use waffle_test_databases::inspection;

use crate::{alone::two_servers::storm, database_beside_others, judge::judge, violation::Violation};

/// Most of its time it waits, for answers that never come and for a log that no server can follow.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_guard_of_the_database_the_judge_finds_an_oversell() {
    let (_place, database) = database_beside_others().await;
    inspection::remove_claim_guards(&database.connect_options()).await.unwrap();
    let (all, _) = storm(&database, &[], Duration::from_secs(2), 0).await;
    let oversold = all.iter().flat_map(judge).filter(|found| matches!(found, Violation::Oversold { .. })).count();
    println!("{oversold} oversells");
    assert!(oversold > 0, "the guard of the database is not what keeps spots from being sold twice");
}
