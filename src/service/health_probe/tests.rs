use std::time::{Duration, Instant};

use futures_util::future::join_all;
use waffle_store::pools::pool;
use waffle_test_databases::TestDatabase;
use waffle_test_databases::breaking_proxy::BreakingProxy;

use super::*;

#[tokio::test]
async fn any_number_of_callers_cost_one_query_at_a_time() {
    let database = TestDatabase::create().await.unwrap();
    let options = database.connect_options();
    let proxy = BreakingProxy::passing(options.get_port(), "").await.unwrap();
    let probe = Probe::new(pool(options.port(proxy.port()), 1));
    assert!(probe.connected().await);
    let before = proxy.statements();
    let connected = join_all((0..5_000).map(|_| probe.connected())).await;
    assert!(connected.into_iter().all(|connected| connected));
    let crowd = proxy.statements() - before;
    // One for the first caller, and one for all that came during it.
    assert!(crowd <= 2, "{crowd} queries");
    assert!(probe.connected().await);
    assert_eq!(proxy.statements() - before, crowd + 1, "an earlier answer is not used again");
}

#[tokio::test]
async fn a_crowd_learns_in_time_that_the_database_is_silent() {
    let database = TestDatabase::create().await.unwrap();
    let options = database.connect_options();
    let silent = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let probe = Probe::new(pool(options.port(silent.local_addr().unwrap().port()), 1));
    let begun = Instant::now();
    let connected = join_all((0..5_000).map(|_| probe.connected())).await;
    assert!(!connected.into_iter().any(|connected| connected));
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
}
