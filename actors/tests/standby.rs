//! A standby that commits wait for is away, and answers are lost.

use std::pin::pin;

use tokio::time::timeout;
use waffle_domain::refusal::Refusal;
use waffle_store::migrate;
use waffle_store::pools::{PgConnectOptions, options};
use waffle_store::spots::SpotOperation::Pay;
use waffle_store::waffles::WaffleRef;
use waffle_test_databases::Replicated;

use crate::server::{SOON, Server, assert_sound, spots, until};

async fn start() -> (Replicated, PgConnectOptions, Server) {
    let servers = Replicated::start("waffle").await.unwrap();
    let options = options(&servers.primary.url("waffle")).unwrap();
    migrate::run(&options).await.unwrap();
    let server = Server::start(&options);
    (servers, options, server)
}

#[actix::test]
async fn a_lost_claim_is_found_and_counts_once_the_standby_has_it() {
    let (servers, options, server) = start().await;
    let id = server.waffle(10).await;
    server.claim(spots(id, "anna", &[1])).await.unwrap();
    servers.cut_off().await.unwrap();
    let found = async {
        servers.until_waits("claim_spots").await.unwrap();
        servers.cut_waits_short().await.unwrap();
        servers.until_waits("pg_logical_emit_message").await.unwrap();
    };
    let claim = async {
        let mut claim = pin!(server.claim(spots(id, "bob", &[2])));
        tokio::select! {
            answer = &mut claim => panic!("the standby lacks it: {answer:?}"),
            () = found => {}
        }
        servers.rejoin().await.unwrap();
        timeout(SOON, claim).await.unwrap()
    };
    assert_eq!(claim.await, Ok(vec![2]));
    assert_sound(&options, id).await;
    server.stop().await;
}

#[actix::test]
async fn a_lost_change_that_the_standby_lacks_is_unknown() {
    let (servers, _options, server) = start().await;
    let id = server.waffle(10).await;
    server.claim(spots(id, "anna", &[1])).await.unwrap();
    servers.cut_off().await.unwrap();
    let lost = async {
        servers.until_waits("change_spots").await.unwrap();
        servers.cut_waits_short().await.unwrap();
    };
    let (answer, ()) = tokio::join!(server.change(id, Pay, [1]), lost);
    assert_eq!(answer, Err(Refusal::OutcomeUnknown.into()));
    let by = WaffleRef::Id(id);
    let is_paid = async || server.waffles.snapshot(&by).await.unwrap().unwrap().board.counts().paid == 1;
    until("there is something to be found", is_paid).await;
    servers.rejoin().await.unwrap();
    server.stop().await;
}

#[actix::test]
async fn a_change_that_waits_for_the_standby_for_too_long_leaves_no_session_behind() {
    let (servers, _options, server) = start().await;
    let id = server.waffle(10).await;
    server.claim(spots(id, "anna", &[1])).await.unwrap();
    servers.cut_off().await.unwrap();
    assert_eq!(server.change(id, Pay, [1]).await, Err(Refusal::OutcomeUnknown.into()));
    // It would hold the waffle's row.
    servers.until_none_waits("change_spots").await.unwrap();
    servers.rejoin().await.unwrap();
    server.stop().await;
}
