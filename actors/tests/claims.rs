//! Claims through one server.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use waffle_domain::failure::Failure;
use waffle_domain::refusal::Refusal;
use waffle_store::spots::SpotOperation::Release;
use waffle_test_databases::breaking_proxy::BreakingProxy;
use waffle_test_databases::inspection::{end_sessions, lock_buyer, lock_waffle, owners, until_waiting};

use crate::server::{Server, any, database, is_unavailable, keyed, spots, until};

#[actix::test]
async fn a_random_claim_takes_what_is_free_though_others_in_flight_might_fail() {
    let (server, id) = Server::with_waffle(10).await;
    server.seen(id).await;
    let lock = lock_buyer(&server.options, "anna").await.unwrap();
    let by_number = server.claim(spots(id, "anna", &[1, 2, 3, 4, 5, 6, 7, 8]));
    let random = server.claim(any(id, "bob", 5));
    let later = server.claim(any(id, "carl", 2));
    let unlock = async {
        until_waiting(&server.options, 1).await.unwrap();
        lock.release().await.unwrap();
    };
    let (by_number, random, later, ()) = tokio::join!(by_number, random, later, unlock);
    assert_eq!(by_number.unwrap().len(), 8);
    assert_eq!(random, Ok(vec![9, 10]), "the earlier claim is served first");
    assert_eq!(later, Ok(vec![]));
    server.assert_sound(id).await;
    server.stop().await;
}

#[actix::test]
async fn a_taken_spot_is_refused_from_memory_unless_the_key_was_used() {
    let [server, other] = Server::two().await;
    let (id, full) = (server.waffle(10).await, server.waffle(2).await);
    server.claim(keyed(spots(id, "anna", &[1]), "k")).await.unwrap();
    server.claim(spots(full, "carl", &[1, 2])).await.unwrap();
    for server in [&server, &other] {
        server.seen(id).await;
        server.seen(full).await;
        let commits = server.commits();
        for claim in [spots(id, "ben", &[1, 2]), spots(id, "anna", &[1]), spots(full, "ben", &[1])] {
            assert_eq!(server.claim(keyed(claim, "fresh")).await, Err(Refusal::SpotsTaken { taken: vec![1] }.into()));
        }
        assert_eq!(server.commits(), commits, "no lane was involved");
        // Who holds a spot says nothing about the use of a key: neither in this waffle nor in another one.
        for claim in
            [spots(id, "ben", &[1]), spots(id, "anna", &[1, 2]), spots(full, "anna", &[1]), any(full, "anna", 1)]
        {
            assert_eq!(server.claim(keyed(claim, "k")).await, Err(Refusal::KeyReused.into()));
        }
        assert_eq!(server.claim(keyed(spots(id, "anna", &[1]), "k")).await, Ok(vec![1]));
    }
    // The spot goes to another buyer: the grant under the key is still the answer.
    server.change(id, Release, [1]).await.unwrap();
    server.claim(spots(id, "ben", &[1])).await.unwrap();
    for server in [&server, &other] {
        assert_eq!(server.claim(keyed(spots(id, "anna", &[1]), "k")).await, Ok(vec![1]));
        assert_eq!(
            server.claim(keyed(spots(id, "anna", &[1]), "fresh")).await,
            Err(Refusal::SpotsTaken { taken: vec![1] }.into())
        );
    }
    assert_eq!(owners(&server.options, id).await.unwrap().len(), 1);
    Server::stop_all([server, other]).await;
}

#[actix::test]
async fn many_claims_with_keys_for_one_spot_take_a_commit_and_few_statements() {
    let (_database, options) = database().await;
    let proxy = BreakingProxy::passing(options.get_port(), "").await.unwrap();
    let never = Duration::from_hours(1);
    let server = Server::with(&options.port(proxy.port()), |config| config.compare_every = never);
    let id = server.waffle(10).await;
    server.seen(id).await;
    let (before, calls) = (server.commits(), proxy.statements());
    let claims = (0..300).map(|n| server.claim(keyed(spots(id, &format!("buyer{n}"), &[7]), &format!("key{n}"))));
    let answers = join_all(claims).await;
    assert_eq!(answers.iter().filter(|answer| **answer == Ok(vec![7])).count(), 1);
    assert_eq!(
        answers.iter().filter(|answer| **answer == Err(Refusal::SpotsTaken { taken: vec![7] }.into())).count(),
        299
    );
    assert_eq!(server.commits() - before, 1);
    assert!(proxy.statements() - calls < 30, "{} statements", proxy.statements() - calls);
    server.stop().await;
}

#[actix::test]
async fn keys_are_looked_up_though_the_database_has_ended_the_connection() {
    let (server, id) = Server::with_waffle(10).await;
    server.claim(spots(id, "anna", &[1])).await.unwrap();
    for key in ["first", "second"] {
        assert_eq!(
            server.claim(keyed(spots(id, "ben", &[1]), key)).await,
            Err(Refusal::SpotsTaken { taken: vec![1] }.into())
        );
        end_sessions(&server.options).await.unwrap();
    }
    server.stop().await;
}

#[actix::test]
async fn a_claim_for_a_spot_in_flight_waits_and_gets_it_when_the_first_one_fails() {
    let (server, id) = Server::with_waffle(10).await;
    server.seen(id).await;
    let lock = lock_buyer(&server.options, "anna").await.unwrap();
    let first = async {
        let refused = server.claim(spots(id, "anna", &[1, 2])).await;
        lock.release().await.unwrap();
        refused
    };
    let second = async {
        until_waiting(&server.options, 1).await.unwrap();
        server.claim(spots(id, "bob", &[2, 3])).await
    };
    let (first, second) = tokio::join!(first, second);
    assert!(is_unavailable(&first), "{first:?}");
    assert_eq!(second, Ok(vec![2, 3]));
    server.assert_sound(id).await;
    server.stop().await;
}

#[actix::test]
async fn claims_of_many_waffles_go_into_few_commits() {
    let server = Server::alone().await;
    let mut ids = Vec::new();
    for _ in 0..32 {
        let id = server.waffle(10).await;
        server.seen(id).await;
        ids.push(id);
    }
    let before = server.commits();
    let claims = ids.iter().flat_map(|id| (1..=8).map(|n| server.claim(spots(*id, "anna", &[n]))));
    let answers = join_all(claims).await;
    assert!(answers.iter().all(Result::is_ok));
    let commits = server.commits() - before;
    assert!(commits <= 64, "{} claims took {commits} commits", answers.len());
    server.stop().await;
}

#[actix::test]
async fn more_claims_than_the_queues_hold_are_refused_immediately() {
    let (server, id) = Server::with_waffle(10_000).await;
    server.seen(id).await;
    let lock = lock_waffle(&server.options, id).await.unwrap();
    let begun = Instant::now();
    let claims = (1..=10_000).map(async |n| {
        let answer = server.claim(spots(id, "anna", &[n])).await;
        (answer, begun.elapsed())
    });
    let answers = join_all(claims).await;
    lock.release().await.unwrap();
    let overloaded = answers.iter().filter(|(answer, _)| *answer == Err(Refusal::Overloaded.into())).count();
    assert!(overloaded > 0);
    assert!(answers.iter().all(|(answer, _)| matches!(
        answer,
        Err(Failure { refusal: Refusal::Overloaded | Refusal::DatabaseUnavailable, .. })
    )));
    let longest = answers.iter().map(|(_, after)| *after).max().unwrap();
    assert!(longest < Duration::from_secs(8), "{longest:?}");
    assert_eq!(owners(&server.options, id).await.unwrap().len(), 0, "refused claims were not made");
    until("the server goes on", async || server.waffles.count() == 1).await;
    assert_eq!(server.claim(spots(id, "anna", &[1])).await, Ok(vec![1]));
    server.stop().await;
}
