//! The terms of a waffle, as the sale judges them.

use uuid::Uuid;
use waffle_domain::refusal::Refusal;
use waffle_store::claims::{Order, Verdict};

use crate::test_store::{TestStore, admin, at, claim, keyed};

/// The verdict's name, and the numbers of what was granted.
fn told(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Granted { granted, .. } => format!("{:?}", granted.spots.iter().map(|(_, n)| *n).collect::<Vec<_>>()),
        Verdict::Refused(Refusal::TooManySpots { held, allowed }) => format!("{held} of {allowed}"),
        Verdict::Refused(Refusal::SpotsTaken { taken: numbers }) => format!("taken {numbers:?}"),
        other => format!("{other:?}"),
    }
}

/// The same of a call.
async fn told_all(store: &mut TestStore, orders: &[Order], seconds: i64) -> Vec<String> {
    store.commit(orders, seconds).await.iter().map(told).collect()
}

fn assigned(order: Order) -> Order {
    Order { assigned_by: Some(admin()), ..order }
}

async fn capped(store: &TestStore, most: &'static str) -> Uuid {
    let id = store.waffle(10).await;
    store.run(most, id).await;
    id
}

#[tokio::test]
async fn a_handle_holds_at_most_what_it_may_however_its_claims_come() {
    let mut store = TestStore::new().await;
    let id = capped(&store, "UPDATE waffles SET max_spots_per_handle = 3 WHERE id = $1").await;
    assert_eq!(told(&store.claim(claim(id, "anna", &[1, 2, 3, 4]), 1).await), "0 of 3");
    assert_eq!(told(&store.claim(claim(id, "anna", &[1, 2]), 1).await), "[1, 2]");
    assert_eq!(told(&store.claim(claim(id, "anna", &[3, 4]), 2).await), "2 of 3");
    // Two together: the second is judged after the first.
    let both = [claim(id, "anna", &[3]), claim(id, "anna", &[4]), claim(id, "ben", &[5, 6, 7])];
    assert_eq!(told_all(&mut store, &both, 3).await, ["[3]", "3 of 3", "[5, 6, 7]"]);
    // What a handle may hold together is granted in one call.
    let both = [claim(id, "cleo", &[8]), claim(id, "cleo", &[9, 10])];
    assert_eq!(told_all(&mut store, &both, 3).await, ["[8]", "[9, 10]"]);
    assert_eq!(told(&store.claim(claim(id, "cleo", &[4]), 3).await), "3 of 3");
    // What is assigned counts, but is not held back.
    assert_eq!(told(&store.claim(assigned(claim(id, "anna", &[4])), 4).await), "[4]");
    assert_eq!(told(&store.claim(claim(id, "anna", &[1]), 5).await), "4 of 3");
    let other = store.waffle(10).await;
    assert_eq!(told(&store.claim(claim(other, "anna", &[1, 2, 3, 4]), 6).await), "[1, 2, 3, 4]");
    store.assert_sound(id).await;
}

#[tokio::test]
async fn each_waffle_of_a_call_has_its_own_cap() {
    let mut store = TestStore::new().await;
    let free = store.waffle(10).await;
    let id = capped(&store, "UPDATE waffles SET max_spots_per_handle = 2 WHERE id = $1").await;
    let call = [claim(free, "anna", &[1, 2, 3]), claim(id, "anna", &[1, 2])];
    assert_eq!(told_all(&mut store, &call, 1).await, ["[1, 2, 3]", "[1, 2]"]);
    let call = [claim(free, "anna", &[4, 5, 6]), claim(id, "anna", &[3]), claim(id, "ben", &[4])];
    assert_eq!(told_all(&mut store, &call, 2).await, ["[4, 5, 6]", "2 of 2", "[4]"]);
}

#[tokio::test]
async fn a_claim_that_wants_no_spot_is_granted_none_whatever_its_handle_holds() {
    let mut store = TestStore::new().await;
    let id = capped(&store, "UPDATE waffles SET max_spots_per_handle = 1 WHERE id = $1").await;
    store.claim(assigned(claim(id, "anna", &[1, 2])), 1).await;
    assert_eq!(told(&store.claim(claim(id, "anna", &[]), 2).await), "[]");
    let beside = [claim(id, "anna", &[]), claim(id, "ben", &[1])];
    assert_eq!(told_all(&mut store, &beside, 3).await, ["[]", "taken [1]"]);
}

#[tokio::test]
async fn a_repeat_gets_its_answer_whatever_its_handle_holds_by_then() {
    let mut store = TestStore::new().await;
    let id = capped(&store, "UPDATE waffles SET max_spots_per_handle = 2 WHERE id = $1").await;
    let order = keyed(claim(id, "anna", &[1, 2]), "k");
    assert_eq!(told(&store.claim(order.clone(), 1).await), "[1, 2]");
    assert!(matches!(store.claim(order, 2).await, Verdict::Replayed { .. }));
}

#[tokio::test]
async fn a_blocked_handle_gets_nothing_but_what_is_assigned() {
    let (mut store, id) = TestStore::selling(10).await;
    sqlx::query("INSERT INTO blocked_handles (handle, created_at, created_by) VALUES ('troll', $1, 'ada')")
        .bind(at(0))
        .execute(&store.pool)
        .await
        .unwrap();
    let both = [claim(id, "troll", &[1]), claim(id, "anna", &[2])];
    assert_eq!(told_all(&mut store, &both, 1).await, ["Refused(HandleBlocked)", "[2]"]);
    assert_eq!(told(&store.claim(assigned(claim(id, "troll", &[1])), 2).await), "[1]");
}

#[tokio::test]
async fn claims_of_many_waffles_by_one_handle_are_one_call() {
    let mut store = TestStore::new().await;
    let mut orders = Vec::new();
    for _ in 0..32 {
        let id = store.waffle(10).await;
        orders.extend((1..=8).map(|number| claim(id, "anna", &[number])));
    }
    let verdicts = store.commit(&orders, 1).await;
    assert!(verdicts.iter().all(|verdict| matches!(verdict, Verdict::Granted { .. })));
}
