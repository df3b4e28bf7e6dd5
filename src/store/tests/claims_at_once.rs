//! Claims of several servers at the same time: the database decides.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use uuid::Uuid;
use waffle_domain::refusal::Refusal;
use waffle_domain::timeouts::LEDGER_LINE;
use waffle_store::claims::{Order, Verdict, commit, commit_waiting};
use waffle_store::failure::StoreFailure;
use waffle_store::ledger_session::LedgerSession;
use waffle_test_databases::inspection::{contradictions, lock_waffle, remove_claim_guards, until_waiting};

use crate::test_store::{TestStore, at, claim, keyed};

/// Commits as soon as no one else holds the waffle.
async fn commit_when_free(session: &mut LedgerSession, order: Order) -> Result<Verdict, StoreFailure> {
    loop {
        match commit(session, std::slice::from_ref(&order), at(1)).await?.remove(0) {
            Verdict::Busy => tokio::time::sleep(Duration::from_millis(1)).await,
            verdict => return Ok(verdict),
        }
    }
}

/// Commits in two sessions, of which neither can go on before both have tried.
async fn race(store: &TestStore, locked: Uuid, orders: [Order; 2]) -> [Result<Verdict, StoreFailure>; 2] {
    let (mut one, mut two) = (store.session().await, store.session().await);
    let [first, second] = orders;
    let options = store.database.connect_options();
    let lock = lock_waffle(&options, locked).await.unwrap();
    for (session, order) in [(&mut one, &first), (&mut two, &second)] {
        assert_eq!(commit(session, std::slice::from_ref(order), at(1)).await.unwrap(), [Verdict::Busy]);
    }
    let release = async { lock.release().await.unwrap() };
    let (one, two, ()) = tokio::join!(commit_when_free(&mut one, first), commit_when_free(&mut two, second), release);
    [one, two]
}

fn is_granted(verdict: &Result<Verdict, StoreFailure>) -> bool {
    matches!(verdict, Ok(Verdict::Granted { .. }))
}

#[tokio::test]
async fn two_servers_that_want_the_same_spot_are_told_who_got_it() {
    let (store, id) = TestStore::selling(10).await;
    let verdicts = race(&store, id, [claim(id, "anna", &[1, 2, 3]), claim(id, "bob", &[3, 4])]).await;
    assert_eq!(verdicts.iter().filter(|v| is_granted(v)).count(), 1, "{verdicts:?}");
    assert!(
        verdicts
            .iter()
            .any(|v| matches!(v, Ok(Verdict::Refused(Refusal::SpotsTaken { taken: numbers })) if *numbers == [3])),
        "{verdicts:?}"
    );
    store.assert_sound(id).await;
}

#[tokio::test]
async fn a_locked_waffle_is_passed_over_and_nothing_of_it_is_read_or_waited_for() {
    let mut store = TestStore::new().await;
    let (held, other, gone) = (store.waffle(10).await, store.waffle(10).await, Uuid::new_v4());
    let answered = keyed(claim(held, "anna", &[1]), "k");
    let first = store.claim(answered.clone(), 1).await;
    assert!(is_granted(&Ok(first)));
    let lock = lock_waffle(&store.database.connect_options(), held).await.unwrap();
    let orders = [
        claim(held, "bob", &[1, 2]),
        claim(other, "bob", &[1]),
        Order { id: Uuid::new_v4(), ..answered },
        claim(gone, "bob", &[1]),
        keyed(claim(held, "bob", &[3]), "other"),
        claim(other, "carl", &[2, 3]),
    ];
    let verdicts = commit(&mut store.ledger, &orders, at(2)).await.unwrap();
    let names = verdicts.iter().map(|verdict| match verdict {
        Verdict::Granted { granted, .. } => granted.spots.len().to_string(),
        Verdict::Replayed { by_seq: 1, .. } => "replayed".into(),
        other => format!("{other:?}"),
    });
    assert_eq!(names.collect::<Vec<_>>(), ["Busy", "1", "replayed", "Refused(NoWaffle)", "Busy", "2"]);
    lock.release().await.unwrap();
    assert_eq!(store.claim(orders[0].clone(), 3).await, Verdict::Refused(Refusal::SpotsTaken { taken: vec![1] }));
    assert!(is_granted(&Ok(store.claim(orders[4].clone(), 3).await)));
    store.assert_sound(held).await;
    store.assert_sound(other).await;
}

#[tokio::test]
async fn claims_in_line_for_a_locked_waffle_are_judged_when_their_turn_comes() {
    let (store, id) = TestStore::selling(10).await;
    let (mut one, mut two) = (store.session().await, store.session().await);
    let (first, second) = ([claim(id, "anna", &[1, 2, 3])], [claim(id, "bob", &[3, 4]), claim(id, "carl", &[5])]);
    let options = store.database.connect_options();
    let lock = lock_waffle(&options, id).await.unwrap();
    let release = async {
        until_waiting(&options, 2).await.unwrap();
        lock.release().await.unwrap();
    };
    let (one, two, ()) = tokio::join!(
        commit_waiting(&mut one, &first, at(1), Some(LEDGER_LINE)),
        commit_waiting(&mut two, &second, at(1), Some(LEDGER_LINE)),
        release
    );
    let (one, two) = (one.unwrap(), two.unwrap());
    assert!(matches!(two[1], Verdict::Granted { .. }), "{two:?}");
    match (&one[0], &two[0]) {
        (Verdict::Granted { .. }, Verdict::Refused(Refusal::SpotsTaken { taken: numbers }))
        | (Verdict::Refused(Refusal::SpotsTaken { taken: numbers }), Verdict::Granted { .. }) => {
            assert_eq!(numbers[..], [3]);
        }
        other => panic!("{other:?}"),
    }
    store.assert_sound(id).await;
}

#[tokio::test]
async fn who_stands_in_line_in_vain_gives_up_and_has_claimed_nothing() {
    let (mut store, id) = TestStore::selling(10).await;
    let order = [claim(id, "anna", &[1])];
    let lock = lock_waffle(&store.database.connect_options(), id).await.unwrap();
    let begun = Instant::now();
    let late = commit_waiting(&mut store.ledger, &order, at(1), Some(LEDGER_LINE)).await;
    assert!(matches!(late, Err(StoreFailure::Locked(_))), "{late:?}");
    assert!(begun.elapsed() >= LEDGER_LINE, "{:?}", begun.elapsed());
    assert_eq!(
        commit(&mut store.ledger, &order, at(1)).await.unwrap(),
        [Verdict::Busy],
        "others still wait for nobody"
    );
    lock.release().await.unwrap();
    assert!(is_granted(
        &commit_waiting(&mut store.ledger, &order, at(2), Some(LEDGER_LINE))
            .await
            .map(|mut verdicts| verdicts.remove(0))
    ));
    store.assert_sound(id).await;
}

#[tokio::test]
async fn without_its_guards_the_database_sells_a_spot_twice() {
    let (store, id) = TestStore::selling(10).await;
    remove_claim_guards(&store.database.connect_options()).await.unwrap();
    let verdicts = race(&store, id, [claim(id, "anna", &[1, 2, 3]), claim(id, "bob", &[3, 4])]).await;
    assert!(verdicts.iter().all(is_granted), "the control shows what the guards prevent: {verdicts:?}");
    assert!(!contradictions(&store.database.connect_options(), id).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_repeat_that_overtakes_its_first_try_is_granted_once() {
    let (store, id) = TestStore::selling(10).await;
    let order = keyed(claim(id, "anna", &[1, 2]), "k");
    let repeat = Order { id: Uuid::new_v4(), ..order.clone() };
    let verdicts = race(&store, id, [order, repeat]).await;
    assert_eq!(verdicts.iter().filter(|v| is_granted(v)).count(), 1, "{verdicts:?}");
    assert!(verdicts.iter().any(|v| matches!(v, Ok(Verdict::Replayed { by_seq: 2, .. }))), "{verdicts:?}");
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
            matches!(
                v,
                Err(StoreFailure::Aborted(_)) | Ok(Verdict::Refused(Refusal::KeyReused | Refusal::SpotsTaken { .. }))
            )
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
                let mut orders = vec![order(0), order(1), order(2)];
                while !orders.is_empty() {
                    let verdicts = commit(&mut session, &orders, at(1)).await.unwrap();
                    granted += verdicts.iter().filter(|v| matches!(v, Verdict::Granted { .. })).count();
                    let judged = orders.into_iter().zip(verdicts);
                    orders = judged.filter(|(_, v)| *v == Verdict::Busy).map(|(order, _)| order).collect();
                }
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
