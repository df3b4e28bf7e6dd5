//! What buyers asked for and did not get: by spot, by handle, in the time of a part of the activity, and bounded.

use std::slice::from_ref;

use chrono::TimeDelta;
use uuid::Uuid;
use waffle_domain::refused_spot::{MOST_KEPT, RefusedSpot};
use waffle_store::activity::ActivityPart;
use waffle_store::edit_waffle::delete;
use waffle_store::merge_users::merge;
use waffle_store::refused_claims::{KeptRefusal, keep, list};
use waffle_store::spots::SpotOperation::{Pay, Release, Rename};

use crate::test_store::{TestStore, admin, at, claim, handle};

/// A spot that was refused this many seconds after the fixed moment, and one second after it was claimed.
fn refused(waffle_id: Uuid, buyer: &str, number: Option<i32>, seconds: i64) -> RefusedSpot {
    let claimed_at = number.map(|_| at(seconds - 1));
    RefusedSpot { waffle_id, at: at(seconds), handle: handle(buyer), number, claimed_at, unread: false }
}

fn spots(kept: Vec<KeptRefusal>) -> Vec<RefusedSpot> {
    kept.into_iter().map(|kept| kept.spot).collect()
}

fn part() -> ActivityPart {
    ActivityPart::newest(100)
}

/// What a buyer did not get on a waffle.
async fn of(store: &TestStore, waffle_id: Uuid, buyer: &str) -> Vec<RefusedSpot> {
    let part = ActivityPart { handle: Some(handle(buyer)), ..part() };
    spots(list(&store.pool, waffle_id, &part, None).await.unwrap())
}

#[tokio::test]
async fn what_was_refused_is_found_by_its_spot_by_its_handle_and_by_its_time() {
    let (mut store, id) = TestStore::selling(10).await;
    let other = store.waffle(10).await;
    store.claim(claim(id, "anna", &[7]), 10).await;
    store.claim(claim(id, "anna", &[8]), 20).await;
    let [early, seven, eight, none] = [
        refused(id, "ben", Some(7), 5),
        refused(id, "ben", Some(7), 11),
        refused(id, "cleo", Some(8), 20),
        refused(id, "ben", None, 30),
    ];
    let elsewhere = refused(other, "ben", Some(7), 12);
    let all = [early.clone(), none.clone(), elsewhere, eight.clone(), seven.clone()];
    keep(&store.pool, &all).await.unwrap();
    let listed = async |part: ActivityPart, since| spots(list(&store.pool, id, &part, since).await.unwrap());

    let newest_first = [none.clone(), eight.clone(), seven.clone(), early.clone()];
    assert_eq!(listed(part(), None).await, newest_first);
    assert_eq!(listed(ActivityPart { limit: 1, ..part() }, None).await, newest_first[..1]);
    assert_eq!(listed(ActivityPart { spot: Some(7), ..part() }, None).await, [seven.clone(), early.clone()]);
    let of_ben = ActivityPart { handle: Some(handle("ben")), ..part() };
    assert_eq!(listed(of_ben, None).await, [none.clone(), seven.clone(), early.clone()]);
    // A page of the activity begins where the one before ended: what is as old as the last change is on that page.
    assert_eq!(listed(part(), Some(at(20))).await, [none, eight]);
    assert_eq!(listed(ActivityPart { before: 2, ..part() }, None).await, [seven.clone(), early]);
    assert_eq!(listed(ActivityPart { before: 2, ..part() }, Some(at(10))).await, [seven]);
    assert_eq!(listed(ActivityPart { before: 99, ..part() }, None).await, [], "there is no such change");
}

#[tokio::test]
async fn who_holds_what_the_server_had_not_read_is_looked_up() {
    let (mut store, id) = TestStore::selling(10).await;
    store.claim(claim(id, "anna", &[7]), 1).await;
    let unread = |buyer: &str, number| RefusedSpot { unread: true, ..refused(id, buyer, Some(number), 2) };
    let all = [unread("ben", 7), unread("ben", 8), unread("anna", 7), refused(id, "cleo", Some(9), 3)];
    keep(&store.pool, &all).await.unwrap();
    let kept = spots(list(&store.pool, id, &part(), None).await.unwrap());
    let of = |spot: &RefusedSpot| (spot.handle.to_string(), spot.number, spot.claimed_at.is_some(), spot.unread);
    let expected = [("cleo".to_owned(), Some(9), true, false), ("ben".to_owned(), Some(7), true, false)];
    assert_eq!(kept.iter().map(of).collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn it_is_listed_in_parts_also_where_all_is_of_one_moment() {
    let (store, id) = TestStore::selling(10).await;
    let all: Vec<_> = (0..7).map(|n| refused(id, &format!("bot{n}"), Some(7), n / 4)).collect();
    keep(&store.pool, &all).await.unwrap();
    let (mut read, mut before_refused) = (Vec::new(), None);
    loop {
        let three = ActivityPart { limit: 3, before_refused, ..part() };
        let kept = list(&store.pool, id, &three, None).await.unwrap();
        before_refused = kept.last().map(|last| last.id);
        if kept.is_empty() {
            break;
        }
        read.extend(spots(kept));
    }
    assert_eq!(read, all.into_iter().rev().collect::<Vec<_>>());
    let gone = ActivityPart { before_refused: Some(99), ..part() };
    assert_eq!(spots(list(&store.pool, id, &gone, None).await.unwrap()), []);
}

#[tokio::test]
async fn a_merge_takes_along_what_a_buyer_did_not_get() {
    let (store, id) = TestStore::selling(10).await;
    let other = store.waffle(10).await;
    // The old handle holds nothing anywhere.
    let all = [refused(id, "old", Some(7), 1), refused(other, "old", None, 2), refused(id, "ben", Some(7), 3)];
    keep(&store.pool, &all).await.unwrap();
    let merged = async |is_last| {
        merge(&store.pool, [&handle("old"), &handle("new")], &[], is_last, admin().at(at(9))).await.unwrap();
    };
    merged(false).await;
    assert_eq!(of(&store, id, "old").await, [all[0].clone()], "the last part does it");
    merged(true).await;
    assert_eq!(of(&store, id, "new").await, [RefusedSpot { handle: handle("new"), ..all[0].clone() }]);
    assert_eq!(of(&store, other, "new").await, [RefusedSpot { handle: handle("new"), ..all[1].clone() }]);
    assert_eq!((of(&store, id, "old").await, of(&store, id, "ben").await), (vec![], vec![all[2].clone()]));
}

#[tokio::test]
async fn a_rename_of_all_spots_takes_along_what_their_buyer_did_not_get_there() {
    let (mut store, id) = TestStore::selling(10).await;
    let other = store.waffle(10).await;
    for waffle_id in [id, other] {
        store.claim(claim(waffle_id, "bne", &[1, 2, 3]), 1).await;
    }
    let mine = refused(id, "bne", Some(7), 2);
    let [elsewhere, others] = [refused(other, "bne", Some(7), 3), refused(id, "cleo", Some(7), 4)];
    keep(&store.pool, &[mine.clone(), elsewhere.clone(), others.clone()]).await.unwrap();
    store.change(id, Pay, &[1], 5).await;
    store.change(id, Release, &[3], 5).await;
    let to = |name| Rename(handle(name));
    store.change(id, to("ben"), &[2], 6).await;
    assert_eq!(of(&store, id, "bne").await, from_ref(&mine), "a paid spot is still under that handle");
    store.change(id, to("bne"), &[1], 7).await;
    assert_eq!(of(&store, id, "bne").await, from_ref(&mine), "nothing was changed");
    store.change(id, to("ben"), &[1, 2], 8).await;
    assert_eq!(of(&store, id, "ben").await, [RefusedSpot { handle: handle("ben"), ..mine.clone() }]);
    let rest = (of(&store, id, "bne").await, of(&store, other, "bne").await, of(&store, id, "cleo").await);
    assert_eq!(rest, (vec![], vec![elsewhere.clone()], vec![others]));
    // Other changes leave it where it is.
    store.change(id, Release, &[1, 2], 9).await;
    store.change(other, Release, &[1, 2, 3], 9).await;
    assert_eq!(of(&store, id, "ben").await.len(), 1);
    assert_eq!(of(&store, other, "bne").await, [elsewhere]);
}

#[tokio::test]
async fn of_each_waffle_the_newest_two_thousand_are_kept() {
    let (store, id) = TestStore::selling(10).await;
    let other = store.waffle(10).await;
    for batch in 0..5 {
        let flood = (0..600).map(|n| refused(id, &format!("bot{n}"), Some(7), batch * 600 + n));
        let few = (0..2).map(|n| refused(other, "ben", Some(7), n));
        keep(&store.pool, &flood.chain(few).collect::<Vec<_>>()).await.unwrap();
    }
    assert_eq!(store.count("SELECT count(*) FROM refused_claims").await, MOST_KEPT + 10);
    let all = ActivityPart { limit: 10_000, ..part() };
    let kept = spots(list(&store.pool, id, &all, None).await.unwrap());
    assert_eq!((kept.len(), kept[0].at, kept[1_999].at), (2_000, at(2_999), at(1_000)));
    assert!(kept.iter().all(|spot| spot.late_by() == Some(TimeDelta::seconds(1))));
    assert_eq!(list(&store.pool, other, &all, None).await.unwrap().len(), 10);

    delete(&store.pool, id, admin().at(at(0))).await.unwrap();
    assert_eq!(store.count("SELECT count(*) FROM refused_claims").await, 10);
}
