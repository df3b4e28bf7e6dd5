//! Actors start, die, and are evicted.

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use waffle_actors::waffles_config::WafflesConfig;
use waffle_actors::watch::SubscriptionEnd;
use waffle_domain::failure::Failure;
use waffle_domain::refusal::Refusal;
use waffle_store::spots::SpotOperation::Pay;
use waffle_store::waffles::WaffleRef;

use crate::server::{Server, assert_sound, database, spots, until};

/// Starts a server that looks for idle actors all the time.
async fn that_evicts(set: impl FnOnce(&mut WafflesConfig)) -> Server {
    Server::alone_with(|config| {
        config.compare_every = Duration::from_millis(10);
        set(config);
    })
    .await
}

#[actix::test]
async fn two_hundred_first_claims_start_one_actor_and_none_is_refused() {
    let (server, id) = Server::with_waffle(200).await;
    let answers = join_all((1..=200).map(|n| server.claim(spots(id, "anna", &[n])))).await;
    assert_eq!(answers.iter().filter(|a| a.is_err()).count(), 0, "{answers:?}");
    assert_eq!((server.waffles.count(), server.waffles.restarts()), (1, 0));
    server.assert_sound(id).await;
    server.stop().await;
}

#[actix::test]
async fn a_waffle_is_found_by_its_slug_and_is_the_same() {
    let (server, id) = Server::with_waffle(10).await;
    let (by_slug, by_id) = (WaffleRef::Slug("box".into()), WaffleRef::Id(id));
    let (one, two) = tokio::join!(server.waffles.snapshot(&by_slug), server.waffles.snapshot(&by_id));
    assert_eq!((one.unwrap().unwrap().waffle.id, two.unwrap().unwrap().waffle.id), (id, id));
    assert_eq!(server.waffles.count(), 1);
    assert!(server.waffles.snapshot(&WaffleRef::Slug("nowhere".into())).await.unwrap().is_none());
    server.stop().await;
}

#[actix::test]
async fn claims_under_way_when_an_actor_panics_are_answered_truly() {
    let (server, id) = Server::with_waffle(200).await;
    server.seen(id).await;
    let claims = (1..=200).map(async |n| {
        if n % 50 == 0 {
            server.waffles.panic(id);
        }
        (n, server.claim(spots(id, &format!("buyer{n}"), &[n])).await)
    });
    for (n, answer) in join_all(claims).await {
        let owners = waffle_test_databases::inspection::owners(&server.options, id).await.unwrap();
        let owner = owners.get(&i32::try_from(n).unwrap());
        match answer {
            Ok(_) => assert_eq!(owner, Some(&format!("buyer{n}"))),
            Err(Failure { refusal: Refusal::DatabaseUnavailable, .. }) => assert_eq!(owner, None),
            Err(other) => assert_eq!(other, Refusal::OutcomeUnknown.into()),
        }
    }
    server.assert_sound(id).await;
    server.stop().await;
}

#[actix::test]
async fn an_idle_actor_is_evicted_and_comes_back_as_it_was() {
    let server = that_evicts(|config| config.idle_after = Duration::ZERO).await;
    let (id, watched) = (server.waffle(10).await, server.waffle(10).await);
    let _watcher = server.watch(watched, None).await;
    server.claim(spots(id, "anna", &[1])).await.unwrap();
    until("the idle one is evicted, the watched one stays", async || server.waffles.count() == 1).await;
    assert_eq!(server.claim(spots(id, "bob", &[1])).await, Err(Refusal::SpotsTaken { taken: vec![1] }.into()));
    assert_eq!(server.claim(spots(id, "bob", &[2])).await, Ok(vec![2]));
    assert_eq!(server.waffles.restarts(), 0, "an eviction is no death");
    server.stop().await;
}

#[actix::test]
async fn too_many_actors_or_spots_are_evicted_oldest_first_but_for_those_that_are_watched() {
    // The most actors and spots without watchers, the spots of those that are watched and of the others, and how many
    // of these are left.
    for (most, most_spots, watched, others, left) in
        [(2, 2_000_000, &[10, 10, 10][..], &[10; 5][..], 2), (5_000, 30, &[100], &[30, 10, 10, 10], 3)]
    {
        let server = that_evicts(|config| {
            (config.most_unwatched, config.most_unwatched_spots) = (most, most_spots);
            config.used_lately = Duration::from_millis(20);
        })
        .await;
        let mut watchers = Vec::new();
        for (place, spots_in_all) in watched.iter().chain(others).enumerate() {
            let id = server.waffle(*spots_in_all).await;
            if place < watched.len() {
                watchers.push(server.watch(id, None).await);
            }
            server.claim(spots(id, "anna", &[1])).await.unwrap();
        }
        let so = async || server.waffles.count() == watchers.len() + left;
        until(&format!("{left} of {} without watchers are left", others.len()), so).await;
        server.stop().await;
    }
}

#[actix::test]
async fn an_evicted_actor_gives_its_memory_back() {
    let server = that_evicts(|config| config.idle_after = Duration::ZERO).await;
    let id = server.waffle(10).await;
    let snapshot = Arc::downgrade(&server.waffles.snapshot(&WaffleRef::Id(id)).await.unwrap().unwrap());
    until("its board is freed", async || snapshot.upgrade().is_none()).await;
    server.stop().await;
}

#[actix::test]
async fn actors_that_were_used_lately_stay_however_many_spots_they_have() {
    let server = that_evicts(|config| {
        config.most_unwatched = 2;
        config.most_unwatched_spots = 30;
        config.used_lately = Duration::from_secs(30);
    })
    .await;
    let ids = join_all((0..5).map(|_| server.waffle(20))).await;
    for number in 1..=20 {
        join_all(ids.iter().map(|id| server.claim(spots(*id, "anna", &[number])))).await;
        assert_eq!(server.waffles.count(), 5, "they would only be loaded again");
    }
    server.stop().await;
}

#[actix::test]
async fn claims_that_meet_an_actor_about_to_be_evicted_are_served() {
    let server = that_evicts(|config| {
        (config.compare_every, config.idle_after) = (Duration::from_millis(1), Duration::ZERO);
    })
    .await;
    let id = server.waffle(300).await;
    for n in 1..=300 {
        assert_eq!(server.claim(spots(id, "anna", &[n])).await, Ok(vec![i32::try_from(n).unwrap()]));
    }
    assert_eq!(server.waffles.restarts(), 0);
    server.assert_sound(id).await;
    server.stop().await;
}

/// At each moment in which anything else may run, the waffle is about to be evicted.
#[actix::test]
async fn requests_are_served_however_often_the_actor_is_about_to_be_evicted() {
    let (server, id) = Server::with_waffle(40).await;
    let done = Cell::new(false);
    let evict = async {
        while !done.get() {
            server.waffles.evict_if_idle(id);
            tokio::task::yield_now().await;
        }
    };
    let requests = async {
        for n in 1..=40 {
            assert_eq!(server.claim(spots(id, "anna", &[n])).await, Ok(vec![i32::try_from(n).unwrap()]));
            assert_eq!(server.change(id, Pay, [i32::try_from(n).unwrap()]).await, Ok(1));
        }
        done.set(true);
    };
    tokio::join!(requests, evict);
    assert_eq!(server.waffles.restarts(), 0);
    until("it is evicted once no request comes", async || {
        server.waffles.evict_if_idle(id);
        server.waffles.count() == 0
    })
    .await;
    server.assert_sound(id).await;
    server.stop().await;
}

/// The first of many watchers learns of the end, on its own thread, while the actor is still about to stop.
#[actix::test]
async fn a_deleted_waffle_is_gone_by_the_time_a_watcher_learns_of_it() {
    let (server, id) = Server::with_waffle(10).await;
    let mut first = server.watch(id, None).await;
    let others = join_all((0..2_000).map(|_| server.watch(id, None))).await;
    until("all watch", async || server.waffles.watchers() == others.len() + 1).await;
    waffle_test_databases::inspection::delete_waffle(&server.options, id).await.unwrap();
    assert_eq!(first.end().await, SubscriptionEnd::Over);
    assert!(server.waffles.snapshot(&WaffleRef::Id(id)).await.unwrap().is_none());
    server.stop().await;
}

#[actix::test]
async fn a_server_that_stops_commits_what_waits() {
    let (_database, options) = database().await;
    let server = Server::start(&options);
    let id = server.waffle(50).await;
    server.seen(id).await;
    let waffles = server.waffles.clone();
    let claims: Vec<_> = (1..=50)
        .map(|n| {
            let waffles = waffles.clone();
            actix::spawn(async move { waffles.claim(spots(id, "anna", &[n])).await.is_ok() })
        })
        .collect();
    tokio::task::yield_now().await;
    server.stop().await;
    let promised = join_all(claims).await.into_iter().filter(|answer| *answer.as_ref().unwrap()).count();
    let owners = waffle_test_databases::inspection::owners(&options, id).await.unwrap();
    assert!(owners.len() >= promised, "{} of {promised} are there", owners.len());
    assert_sound(&options, id).await;
}
