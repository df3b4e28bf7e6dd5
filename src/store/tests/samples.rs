//! An invented past: deadlines as if spots had really been claimed at the invented times.

use uuid::Uuid;
use waffle_domain::spot::SpotStatus;
use waffle_store::demo_past::{backdate_deadlines, connect};
use waffle_store::spots::{SpotOperation, overdue};

use crate::test_store::{TestStore, at, claim};

async fn with_deadlines(store: &mut TestStore) -> Uuid {
    let id = store.waffle(6).await;
    store.run("UPDATE waffles SET pay_within_minutes = 30 WHERE id = $1", id).await;
    store.claim(claim(id, "anna", &[1, 2]), 0).await;
    store.claim(claim(id, "ben", &[3]), 60).await;
    store.change(id, SpotOperation::Pay, &[3], 70).await;
    id
}

#[tokio::test]
async fn deadlines_follow_the_times_of_the_claims_and_are_found_overdue() {
    let mut store = TestStore::new().await;
    let id = with_deadlines(&mut store).await;
    assert_eq!(overdue(&store.pool, 10).await.unwrap(), Vec::<Uuid>::new());
    backdate_deadlines(&store.pool, id).await.unwrap();
    assert_eq!(overdue(&store.pool, 10).await.unwrap(), [id]);
    let board = store.load(id).await.board;
    let pay_by = |number| board.spot(number).unwrap().pay_by();
    assert_eq!([1, 2, 3, 4].map(pay_by), [Some(at(1_800)), Some(at(1_800)), None, None]);
    store.assert_sound(id).await;
}

#[tokio::test]
async fn what_is_pending_expires_at_the_time_that_is_said_and_leaves_nothing_overdue() {
    let mut store = TestStore::new().await;
    let id = with_deadlines(&mut store).await;
    let (pool, _session) = connect(&store.database.connect_options()).await.unwrap();
    backdate_deadlines(&pool, id).await.unwrap();
    store.change(id, SpotOperation::Expire, &[], 1_900).await;
    let board = store.load(id).await.board;
    let status = |number| board.spot(number).unwrap().status();
    assert_eq!([1, 2, 3].map(status), [SpotStatus::Available, SpotStatus::Available, SpotStatus::Paid]);
    let expired = "SELECT count(*) FROM events WHERE reason = 'expired' AND extract(epoch FROM at) % 86400 = 1900";
    assert_eq!(store.count(expired).await, 2);
    assert_eq!(overdue(&store.pool, 10).await.unwrap(), Vec::<Uuid>::new());
    store.assert_sound(id).await;
    pool.close().await;
}
