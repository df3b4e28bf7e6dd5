//! Claims of several servers at once: the database decides.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use futures_util::future::join_all;
use uuid::Uuid;
use waffle_private_postgres::inspection::{contradictions, lock_waffle, remove_claim_guards, until_waiting};
use waffle_store::claims::{Order, Verdict, commit};
use waffle_store::connect::LedgerSession;
use waffle_store::failure::StoreFailure;

use crate::test_store::{TestStore, at, claim, keyed};

/// Commits in two sessions that both wait for the waffle before either can go on.
async fn race(store: &TestStore, locked: Uuid, orders: [Order; 2]) -> [Result<Verdict, StoreFailure>; 2] {
    let (mut one, mut two) = (store.session().await, store.session().await);
    let [first, second] = orders;
    let options = store.database.connect_options();
    let lock = lock_waffle(&options, locked).await.unwrap();
    let run = async |session: &mut LedgerSession, order: Order| {
        commit(session, &[order], at(1)).await.map(|mut verdicts| verdicts.remove(0))
    };
    let release = async {
        until_waiting(&options, 2).await.unwrap();
        lock.release().await.unwrap();
    };
    let (one, two, ()) = tokio::join!(run(&mut one, first), run(&mut two, second), release);
    [one, two]
}

fn is_granted(verdict: &Result<Verdict, StoreFailure>) -> bool {
    matches!(verdict, Ok(Verdict::Granted { .. }))
}

#[tokio::test]
async fn two_servers_that_want_the_same_spot_are_told_who_got_it() {
    let store = TestStore::new().await;
    let id = store.waffle(10).await;
    let verdicts = race(&store, id, [claim(id, "anna", &[1, 2, 3]), claim(id, "bob", &[3, 4])]).await;
    assert_eq!(verdicts.iter().filter(|v| is_granted(v)).count(), 1, "{verdicts:?}");
    assert!(verdicts.iter().any(|v| matches!(v, Ok(Verdict::Taken(numbers)) if *numbers == [3])), "{verdicts:?}");
    store.assert_sound(id).await;
}

#[tokio::test]
async fn without_its_guards_the_database_sells_a_spot_twice() {
    let store = TestStore::new().await;
    let id = store.waffle(10).await;
    remove_claim_guards(&store.database.connect_options()).await.unwrap();
    let verdicts = race(&store, id, [claim(id, "anna", &[1, 2, 3]), claim(id, "bob", &[3, 4])]).await;
    assert!(verdicts.iter().all(is_granted), "the control shows what the guards prevent: {verdicts:?}");
    assert!(!contradictions(&store.database.connect_options(), id).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_repeat_that_overtakes_its_first_try_is_granted_once() {
    let store = TestStore::new().await;
    let id = store.waffle(10).await;
    let order = keyed(claim(id, "anna", &[1, 2]), "k");
    let repeat = Order { id: Uuid::new_v4(), ..order.clone() };
    let verdicts = race(&store, id, [order, repeat]).await;
    assert_eq!(verdicts.iter().filter(|v| is_granted(v)).count(), 1, "{verdicts:?}");
    assert!(verdicts.iter().any(|v| matches!(v, Ok(Verdict::Replayed(_)))), "{verdicts:?}");
    store.assert_sound(id).await;
}

#[tokio::test]
async fn one_key_on_two_waffles_at_once_is_granted_once() {
    let store = TestStore::new().await;
    let ids = [store.waffle(10).await, store.waffle(10).await];
    let mut orders = ids.map(|id| keyed(claim(id, "anna", &[1]), "k"));
    orders.sort_by_key(|order| order.waffle_id);
    let options = store.database.connect_options();
    for round in 0..20 {
        let numbers = vec![round % 10 + 1];
        let key = format!("k{round}");
        let orders =
            orders.clone().map(|order| keyed(Order { numbers: numbers.clone(), id: Uuid::new_v4(), ..order }, &key));
        let (mut one, mut two) = (store.session().await, store.session().await);
        let (a, b) = ([orders[0].clone()], [orders[1].clone()]);
        let (one, two) = tokio::join!(commit(&mut one, &a, at(1)), commit(&mut two, &b, at(1)));
        let verdicts = [one, two].map(|v| v.map(|mut v| v.remove(0)));
        let granted = verdicts.iter().filter(|v| is_granted(v)).count();
        assert!(granted <= 1, "{verdicts:?}");
        // The second one had to retry, or saw the key in time.
        let undone = |v: &Result<Verdict, StoreFailure>| {
            matches!(v, Err(StoreFailure::Aborted(_)) | Ok(Verdict::KeyReused | Verdict::Taken(_)))
        };
        assert_eq!(verdicts.iter().filter(|v| undone(v)).count(), 2 - granted, "{verdicts:?}");
    }
    for id in ids {
        assert_eq!(contradictions(&options, id).await.unwrap(), Vec::<String>::new());
    }
}

#[tokio::test]
async fn many_sessions_with_batches_over_the_same_waffles_never_wait_in_a_circle() {
    let store = TestStore::new().await;
    let ids = [store.waffle(200).await, store.waffle(200).await, store.waffle(200).await];
    let handles = ["anna", "bob", "carl", "dora"];
    let workers = (0..4_usize).map(|worker| {
        let options = store.database.connect_options();
        async move {
            let mut session = LedgerSession::open(&options).await.unwrap();
            let mut granted = 0;
            for round in 0..40_i32 {
                let order = |n: usize| {
                    let number = (round * 5 + i32::try_from(worker + n).unwrap()) % 200 + 1;
                    claim(ids[(worker + n) % 3], handles[(worker * 3 + n) % 4], &[number, number % 200 + 1])
                };
                let orders = [order(0), order(1), order(2)];
                let verdicts = commit(&mut session, &orders, at(1)).await.unwrap();
                granted += verdicts.iter().filter(|v| matches!(v, Verdict::Granted { .. })).count();
            }
            granted
        }
    });
    let granted: usize = join_all(workers).await.iter().sum();
    let mut claimed = 0;
    for id in ids {
        store.assert_sound(id).await;
        claimed += store.load(id).await.board.counts().pending;
    }
    assert_eq!(claimed, i32::try_from(granted * 2).unwrap());
}
