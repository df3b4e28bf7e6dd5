//! Waffles are loaded: many after a restart, and none for requests for waffles that do not exist.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use uuid::Uuid;
use waffle_domain::failure::Failure;
use waffle_domain::refusal::Refusal;
use waffle_store::waffles::WaffleRef;
use waffle_test_databases::breaking_proxy::BreakingProxy;
use waffle_test_databases::inspection::{lock_table, sow_waffles};

use crate::server::{Server, any, database, is_unavailable, spots};

const WAFFLES: i32 = 500;

fn slug(number: i32) -> WaffleRef {
    WaffleRef::Slug(format!("sown-{number}"))
}

/// Starts a server that sends no statements by itself, so that they can be counted.
fn quiet(port: u16, options: &waffle_store::pools::PgConnectOptions) -> Server {
    Server::with(&options.clone().port(port), |config| config.compare_every = Duration::from_hours(1))
}

#[actix::test]
async fn five_hundred_waffles_with_readers_and_watchers_are_back_in_a_few_statements() {
    let (_database, options) = database().await;
    let ids = sow_waffles(&options, WAFFLES, 10, 30).await.unwrap();
    let proxy = BreakingProxy::passing(options.get_port(), "").await.unwrap();
    let server = quiet(proxy.port(), &options);
    // Opens the connections, so that only the statements for waffles are counted.
    assert!(server.waffles.snapshot(&slug(0)).await.unwrap().is_none());
    let before = proxy.statements();
    let readers = join_all((1..=WAFFLES).map(async |number| {
        let snapshot = server.waffles.snapshot(&slug(number)).await.unwrap().unwrap();
        assert_eq!((snapshot.seq, snapshot.board.counts().pending), (1, 1));
        assert_eq!(snapshot.waffle.slug, format!("sown-{number}"));
    }));
    let watchers = join_all(ids.iter().map(async |id| {
        let mut watcher = server.watch(*id, Some(1)).await;
        watcher.up_to(1).await;
        watcher
    }));
    let (_, watchers) = tokio::join!(readers, watchers);
    let calls = proxy.statements() - before;
    assert!(calls < 60, "{calls} statements for {WAFFLES} waffles");
    assert_eq!((server.waffles.count(), server.waffles.watchers()), (ids.len(), watchers.len()));
    let counters = server.waffles.counters();
    assert_eq!(counters.loads.read().sum, ids.len() as u64, "each is loaded once");
    drop(watchers);
    server.stop().await;
}

#[actix::test]
async fn repeated_requests_for_an_unknown_waffle_cost_no_statement_until_one_is_created() {
    let (_database, options) = database().await;
    let proxy = BreakingProxy::passing(options.get_port(), "").await.unwrap();
    let server = quiet(proxy.port(), &options);
    let nowhere = WaffleRef::Slug("box".into());
    assert!(server.waffles.snapshot(&nowhere).await.unwrap().is_none());
    let unknown = Uuid::new_v4();
    assert_eq!(server.claim(any(unknown, "anna", 1)).await, Err(Refusal::NoWaffle.into()));
    let (before, begun) = (proxy.statements(), Instant::now());
    for _ in 0..100 {
        assert!(server.waffles.snapshot(&nowhere).await.unwrap().is_none());
        assert_eq!(server.claim(any(unknown, "anna", 1)).await, Err(Refusal::NoWaffle.into()));
    }
    // Each is forgotten once a second.
    let allowed = 2 * usize::try_from(begun.elapsed().as_secs() + 1).unwrap();
    assert!(proxy.statements() - before <= allowed, "{} statements", proxy.statements() - before);
    // Called by the request that creates one: it is found immediately.
    let id = server.waffle(10).await;
    server.waffles.created();
    assert_eq!(server.waffles.snapshot(&nowhere).await.unwrap().unwrap().waffle.id, id);
    server.stop().await;
}

#[actix::test]
async fn a_waffle_is_loaded_while_thousands_ask_for_unknown_ones() {
    let (_database, options) = database().await;
    let ids = sow_waffles(&options, 20, 10, 10).await.unwrap();
    let server = Server::start(&options);
    let others = join_all((0..5_000).map(async |number| {
        let nowhere = WaffleRef::Slug(format!("nowhere-{number}"));
        server.waffles.snapshot(&nowhere).await
    }));
    let buyers = join_all(ids.iter().map(async |id| {
        let claimed = server.claim(spots(*id, "bob", &[2])).await;
        (claimed, server.waffles.counters().loads.read().sum)
    }));
    let (others, buyers) = tokio::join!(others, buyers);
    assert!(others.into_iter().all(|answer| answer.unwrap().is_none()));
    assert!(buyers.into_iter().all(|(claimed, _)| claimed == Ok(vec![2])));
    let counters = server.waffles.counters();
    assert_eq!(counters.loads.read().sum, 20, "what does not exist is not loaded");
    assert!(counters.lookups.read().count <= 20, "{:?}", counters.lookups.read());
    server.stop().await;
}

#[actix::test]
async fn a_database_that_does_not_answer_is_reported_within_two_seconds() {
    let (_database, options) = database().await;
    let ids = sow_waffles(&options, 5, 10, 10).await.unwrap();
    let server = Server::start(&options);
    for table in ["waffles", "spots"] {
        let lock = lock_table(&options, table).await.unwrap();
        let begun = Instant::now();
        let answers = join_all(ids.iter().map(|id| server.claim(spots(*id, "bob", &[2])))).await;
        assert!(answers.iter().all(is_unavailable), "{answers:?}");
        // On a busy machine it takes longer; one waffle after the other, it would take ten seconds.
        assert!(begun.elapsed() < Duration::from_secs(6), "{:?}", begun.elapsed());
        lock.release().await.unwrap();
    }
    for id in ids {
        let mut answer = server.claim(spots(id, "bob", &[2])).await;
        if is_unavailable(&answer) {
            // It waited for a load that began under the lock.
            answer = server.claim(spots(id, "bob", &[2])).await;
        }
        assert_eq!(answer, Ok(vec![2]));
    }
    server.stop().await;
}

#[actix::test]
async fn one_waffle_that_can_not_be_loaded_holds_up_no_other() {
    let (database, options) = database().await;
    let ids = sow_waffles(&options, 10, 10, 10).await.unwrap();
    database.execute(&format!("DELETE FROM spots WHERE waffle_id = '{}' AND number = 5", ids[3])).await.unwrap();
    let server = Server::start(&options);
    let found = join_all(ids.iter().map(|id| server.claim(spots(*id, "bob", &[2])))).await;
    for (index, answer) in found.into_iter().enumerate() {
        assert!(
            if index == 3 {
                matches!(answer, Err(Failure { refusal: Refusal::Internal, .. }))
            } else {
                answer == Ok(vec![2])
            },
            "{index}"
        );
    }
    server.stop().await;
}
