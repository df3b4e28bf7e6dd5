//! What each handle holds in each waffle.

use futures_util::future::join_all;
use waffle_store::claims::commit;
use waffle_store::edit_waffle::delete;
use waffle_store::spots::SpotOperation::Release;

use crate::test_store::{TestStore, admin, at, claim};

#[tokio::test]
async fn holdings_go_with_their_waffle_and_when_somebody_last_claimed_stays_known() {
    let mut store = TestStore::new().await;
    let (one, other) = (store.waffle(10).await, store.waffle(10).await);
    store.claim(claim(one, "anna", &[1]), 1).await;
    store.claim(claim(other, "anna", &[1]), 9).await;
    store.claim(claim(other, "ben", &[2]), 5).await;
    store.change(other, Release, &[2], 6).await;
    delete(&store.pool, other, admin().at(at(10))).await.unwrap();
    assert_eq!(store.count("SELECT count(*) FROM holdings").await, 1, "none is left behind, not even one of zeros");
    assert_eq!(store.buyer("anna").await, Some((at(1), at(9))));
    assert_eq!(store.buyer("ben").await, Some((at(5), at(5))));
    store.claim(claim(one, "anna", &[2]), 20).await;
    assert_eq!(store.buyer("anna").await, Some((at(1), at(20))));
}

#[tokio::test]
async fn calls_and_deletions_that_share_handles_in_any_order_do_not_deadlock() {
    const WAFFLES: usize = 6;
    const ROUNDS: i32 = 15;
    let store = TestStore::new().await;
    let mut waffles = Vec::new();
    for _ in 0..WAFFLES {
        waffles.push(store.waffle(100).await);
    }
    // Each session claims for the same new handles on a different waffle, in a different order.
    let selling = join_all(waffles.iter().zip(0_i32..).map(async |(id, place)| {
        let mut session = store.session().await;
        for round in 0..ROUNDS {
            let mut orders: Vec<_> =
                (0..6).map(|n| claim(*id, &format!("buyer{round}-{n}"), &[round * 6 + n + 1])).collect();
            orders.rotate_left(usize::try_from(place).unwrap());
            if place % 2 == 1 {
                orders.reverse();
            }
            commit(&mut session, &orders, at(round.into())).await.unwrap();
        }
    }));
    selling.await;
    for id in &waffles {
        store.assert_sound(*id).await;
    }
    let author = admin();
    let gone = join_all(waffles.iter().map(|id| delete(&store.pool, *id, author.at(at(99))))).await;
    assert!(gone.iter().all(Result::is_ok), "{gone:?}");
    assert_eq!(store.count("SELECT count(*) FROM holdings").await, 0);
    let last = format!("buyer{}-0", ROUNDS - 1);
    assert_eq!(store.buyer(&last).await, Some((at((ROUNDS - 1).into()), at((ROUNDS - 1).into()))));
}
