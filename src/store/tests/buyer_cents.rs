//! The cents by which buyers' amounts differ.

use std::collections::HashMap;

use futures_util::future::join_all;
use sqlx::Connection;
use waffle_domain::handle::Handle;
use waffle_store::buyer_cents::{of, of_all};
use waffle_store::edit_waffle::delete;
use waffle_store::merge_users::merge;
use waffle_store::spots::SpotOperation::Release;
use waffle_test_databases::inspection::until_waiting;

use crate::test_store::{TestStore, admin, at, claim, handle};

const PRICE: i64 = 2_500;

#[tokio::test]
async fn each_handle_has_its_own_and_keeps_them() {
    let (mut store, id) = TestStore::selling(9).await;
    for (name, number) in [("zoe", 1), ("anna", 2), ("ben", 3)] {
        store.claim(claim(id, name, &[number]), 1).await;
    }
    let pool = &store.pool.clone();
    let cents = async |name: &str| of(pool, id, &handle(name), PRICE).await.unwrap();
    assert_eq!((cents("ben").await, cents("anna").await, cents("zoe").await), (3, 2, 1), "in the order of the claims");
    assert_eq!(cents("nobody").await, 0);
    store.change(id, Release, &[2], 2).await;
    store.claim(claim(id, "cleo", &[2]), 3).await;
    assert_eq!((cents("cleo").await, cents("anna").await), (4, 2), "who left may come back");
    store.claim(claim(id, "anna", &[4]), 4).await;
    store.claim(claim(id, "dora", &[5]), 4).await;
    let all = of_all(pool, id, &[&handle("dora")], PRICE).await.unwrap();
    let expected = [("zoe", 1), ("anna", 2), ("ben", 3), ("cleo", 4), ("dora", 5)];
    assert_eq!(all, HashMap::from(expected.map(|(name, cents)| (handle(name), cents))));
}

#[tokio::test]
async fn servers_that_choose_at_the_same_time_choose_once() {
    let (mut store, id) = TestStore::selling(60).await;
    for number in 1..=60 {
        store.claim(claim(id, &format!("buyer{number}"), &[number]), 1).await;
    }
    let names: Vec<Handle> = (1..=60).map(|number| handle(&format!("buyer{number}"))).collect();
    let chosen = join_all(names.iter().map(|name| of(&store.pool, id, name, PRICE))).await;
    let chosen: Vec<i64> = chosen.into_iter().map(Result::unwrap).collect();
    assert_eq!(chosen, (1..=60).collect::<Vec<_>>());
}

#[tokio::test]
async fn whoever_waited_takes_what_was_chosen_meanwhile_without_another_look_at_the_board() {
    let (mut store, id) = TestStore::selling(9).await;
    for (name, number) in [("zoe", 1), ("anna", 2)] {
        store.claim(claim(id, name, &[number]), 1).await;
    }
    let mut connection = store.pool.acquire().await.unwrap();
    let mut choosing = connection.begin().await.unwrap();
    let lock = "SELECT pg_advisory_xact_lock('buyer_cents'::regclass::oid::integer, hashtext($1::text))";
    sqlx::query(lock).bind(id).execute(&mut *choosing).await.unwrap();
    let database = store.database.connect_options();
    let name = handle("anna");
    let (cents, ()) = tokio::join!(of(&store.pool, id, &name, PRICE), async {
        until_waiting(&database, 1).await.unwrap();
        let chosen = "INSERT INTO buyer_cents (waffle_id, handle, cents) VALUES ($1, 'anna', 7)";
        sqlx::query(chosen).bind(id).execute(&mut *choosing).await.unwrap();
        choosing.commit().await.unwrap();
    });
    assert_eq!(cents.unwrap(), 7);
    assert_eq!(store.count("SELECT count(*) FROM buyer_cents").await, 1);
}

#[tokio::test]
async fn a_merge_takes_along_what_was_told_and_a_deletion_leaves_nothing() {
    let mut store = TestStore::new().await;
    let (one, other) = (store.waffle(4).await, store.waffle(4).await);
    store.claim(claim(one, "old", &[1]), 1).await;
    for (name, number) in [("new", 1), ("old", 2)] {
        store.claim(claim(other, name, &[number]), 1).await;
    }
    for id in [one, other] {
        of(&store.pool, id, &handle("old"), PRICE).await.unwrap();
    }
    merge(&store.pool, [&handle("old"), &handle("new")], &[one, other], true, admin().at(at(9))).await.unwrap();
    assert_eq!(store.count("SELECT count(*) FROM buyer_cents WHERE handle = 'old'").await, 0);
    for id in [one, other] {
        assert_eq!(of(&store.pool, id, &handle("new"), PRICE).await.unwrap(), 1);
    }
    delete(&store.pool, one, admin().at(at(10))).await.unwrap();
    assert_eq!(store.count("SELECT count(*) FROM buyer_cents").await, 1);
}
