//! Reading waffles.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use uuid::Uuid;
use waffle_store::create_waffle::create;
use waffle_store::events;
use waffle_store::spots::SpotOperation::Pay;
use waffle_store::waffles::{Listing, WaffleRef, describe, list, load, sequences};

use crate::house::{House, admin, at, claim, new_waffle};

async fn titles(house: &House, listing: Listing, limit: Option<i64>, offset: i64) -> Vec<String> {
    list(&house.pool, listing, limit, offset).await.unwrap().into_iter().map(|w| w.waffle.title).collect()
}

#[tokio::test]
async fn lists_active_ones_first_then_newest_first_in_pages() {
    let house = House::new().await;
    for (title, seconds) in [("a", 1), ("b", 2), ("c", 3), ("d", 4), ("e", 5)] {
        let id = Uuid::new_v4();
        create(&house.pool, id, &new_waffle(title, 4), &admin(), at(seconds)).await.unwrap();
        match title {
            "c" => house.complete(id).await,
            "d" => house.archive(id).await,
            _ => {}
        }
    }
    assert_eq!(titles(&house, Listing::Current, None, 0).await, ["e", "b", "a", "c"]);
    assert_eq!(titles(&house, Listing::Current, Some(2), 0).await, ["e", "b"]);
    assert_eq!(titles(&house, Listing::Current, Some(2), 2).await, ["a", "c"]);
    assert_eq!(titles(&house, Listing::Current, Some(2), 4).await, Vec::<String>::new());
    assert_eq!(titles(&house, Listing::Archived, None, 0).await, ["d"]);
}

#[tokio::test]
async fn counters_of_a_list_are_those_of_the_board() {
    let mut house = House::new().await;
    let id = house.waffle(6).await;
    house.claim(claim(id, "anna", &[1, 2, 3]), 1).await;
    house.change(id, Pay, &[2], 2).await;
    let listed = list(&house.pool, Listing::Current, None, 0).await.unwrap().remove(0);
    assert_eq!(listed.counts, house.load(id).await.board.counts());
    assert_eq!((listed.counts.available, listed.counts.pending, listed.counts.paid, listed.last_seq), (3, 2, 1, 4));
    assert_eq!(describe(&house.pool, id).await.unwrap().unwrap().counts, listed.counts);
}

#[tokio::test]
async fn what_is_not_there_is_none() {
    let house = House::new().await;
    let nowhere = Uuid::new_v4();
    assert!(load(&house.pool, &WaffleRef::Id(nowhere)).await.unwrap().is_none());
    assert!(load(&house.pool, &WaffleRef::Slug("nowhere".into())).await.unwrap().is_none());
    assert!(describe(&house.pool, nowhere).await.unwrap().is_none());
}

#[tokio::test]
async fn sequences_leave_out_what_is_deleted() {
    let mut house = House::new().await;
    let (id, gone) = (house.waffle(6).await, house.waffle(6).await);
    house.claim(claim(id, "anna", &[1, 2, 3]), 1).await;
    house.run("DELETE FROM waffles WHERE id = $1", gone).await;
    assert_eq!(sequences(&house.pool, &[gone, id, Uuid::new_v4()]).await.unwrap(), [(id, 3)]);
}

#[tokio::test]
async fn the_log_is_read_in_order_and_in_parts_and_by_request() {
    let mut house = House::new().await;
    let id = house.waffle(6).await;
    let orders = [claim(id, "anna", &[1, 2]), claim(id, "bob", &[4])];
    house.commit(&orders, 1).await;
    let seqs = async |after, limit| {
        let log = events::after(&house.pool, id, after, limit).await.unwrap();
        log.iter().map(|e| e.seq).collect::<Vec<_>>()
    };
    assert_eq!(seqs(0, 2).await, [1, 2]);
    assert_eq!(seqs(2, 9).await, [3]);
    let found = events::of_change(&house.pool, id, 0, orders[0].id).await.unwrap();
    assert_eq!(found.iter().map(|e| e.seq).collect::<Vec<_>>(), [1, 2]);
    assert!(events::of_change(&house.pool, id, 2, orders[0].id).await.unwrap().is_empty(), "only what comes after");
}
