//! Reading waffles.

use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::slug::SlugPrefix;
use waffle_domain::wire::event::{Event, Mark};
use waffle_store::create_waffle::create;
use waffle_store::events;
use waffle_store::loading::{FoundWaffle, find, load};
use waffle_store::waffles::{WaffleRef, describe, last_of, sequences};

use crate::test_store::{TestStore, admin, at, claim, new_waffle};

#[tokio::test]
async fn sequences_leave_out_what_is_deleted() {
    let mut store = TestStore::new().await;
    let (id, gone) = (store.waffle(6).await, store.waffle(6).await);
    store.claim(claim(id, "anna", &[1, 2, 3]), 1).await;
    store.run("DELETE FROM waffles WHERE id = $1", gone).await;
    assert_eq!(sequences(&store.pool, &[gone, id, Uuid::new_v4()]).await.unwrap(), [(id, 3)]);
}

#[tokio::test]
async fn the_last_waffle_of_an_account_is_the_newest_that_it_created() {
    let store = TestStore::new().await;
    let other = Author { account_id: Uuid::from_u128(8), ..admin() };
    assert_eq!(last_of(&store.pool, other.account_id).await.unwrap(), None);
    for (id, author, seconds) in [(1, admin(), 2), (2, admin(), 1), (3, other.clone(), 0)] {
        let (id, by) = (Uuid::from_u128(id), author.at(at(seconds)));
        create(&store.pool, id, &SlugPrefix::default(), &new_waffle("Box", 2), by).await.unwrap();
    }
    assert_eq!(last_of(&store.pool, admin().account_id).await.unwrap(), Some(Uuid::from_u128(1)));
    assert_eq!(last_of(&store.pool, other.account_id).await.unwrap(), Some(Uuid::from_u128(3)));
}

#[tokio::test]
async fn the_log_is_read_in_order_and_in_parts_and_by_request() {
    let (mut store, id) = TestStore::selling(6).await;
    let orders = [claim(id, "anna", &[1, 2]), claim(id, "bob", &[4])];
    store.commit(&orders, 1).await;
    let seqs = async |after, limit| {
        let log = events::after(&store.pool, id, after, limit).await.unwrap();
        log.iter().map(|e| e.seq).collect::<Vec<_>>()
    };
    assert_eq!(seqs(0, 2).await, [1, 2]);
    assert_eq!(seqs(2, 9).await, [3]);
    let found_after = async |mark| events::of_change(&store.pool, id, mark, orders[0].id).await.unwrap().0;
    let found = found_after(Mark::default()).await;
    assert_eq!(found.iter().map(|e| e.seq).collect::<Vec<_>>(), [1, 2]);
    let after = found[1].mark();
    assert!(found_after(after).await.is_empty(), "only what comes after");
    for another in [Mark { change_id: Some(Uuid::nil()), ..after }, Mark { seq: 9, ..after }] {
        assert_eq!(found_after(another).await.len(), 2, "what came after an event of another log proves nothing");
    }
}

#[tokio::test]
async fn a_log_that_goes_on_is_told_from_one_that_went_back() {
    let mut store = TestStore::new().await;
    let (id, empty, gone) = (store.waffle(6).await, store.waffle(6).await, Uuid::new_v4());
    store.claim(claim(id, "anna", &[1, 2]), 1).await;
    store.claim(claim(id, "bob", &[3]), 2).await;
    let marks: Vec<Mark> = events::after(&store.pool, id, 0, 9).await.unwrap().iter().map(Event::mark).collect();
    assert_eq!(store.load(id).await.newest, marks[2]);
    let compared = async |id, mark| {
        let compared = events::compare(&store.pool, &[(id, mark)]).await.unwrap();
        compared.first().map(|log| (log.newest, log.goes_on))
    };
    for mark in &marks {
        assert_eq!(compared(id, *mark).await, Some((3, true)), "{mark:?}");
    }
    assert_eq!(compared(id, Mark::default()).await, Some((3, true)));
    assert_eq!(compared(id, Mark { change_id: marks[2].change_id, ..marks[1] }).await, Some((3, false)));
    assert_eq!(compared(id, Mark { seq: 4, ..marks[2] }).await, Some((3, false)));
    assert_eq!(compared(empty, Mark::default()).await, Some((0, true)));
    assert_eq!(compared(empty, marks[0]).await, Some((0, false)));
    assert_eq!(compared(gone, marks[0]).await, None);
}

#[tokio::test]
async fn several_are_found_and_loaded_together_each_with_its_own_spots() {
    let mut store = TestStore::new().await;
    let (small, large) = (store.waffle(3).await, store.waffle(130).await);
    store.claim(claim(large, "anna", &[130]), 1).await;
    store.claim(claim(small, "bob", &[2]), 2).await;
    let slug = describe(&store.pool, large).await.unwrap().unwrap().waffle.slug;
    let wanted = [WaffleRef::Id(small), WaffleRef::Slug(slug.clone()), WaffleRef::Id(Uuid::new_v4())];
    let found = find(&store.pool, &wanted).await.unwrap();
    assert_eq!(found.len(), 2);
    assert!(found.contains(&FoundWaffle { id: large, slug: slug.clone(), total_spots: 130 }));
    let both_ways = [WaffleRef::Id(large), WaffleRef::Slug(slug)];
    assert_eq!(find(&store.pool, &both_ways).await.unwrap().len(), 1, "once, however it is looked up");
    let loaded = load(&store.pool, &[large, Uuid::new_v4(), small]).await.unwrap();
    let mut boards: Vec<_> = loaded.iter().map(|one| (one.board.total(), one.board.counts().pending)).collect();
    boards.sort_unstable();
    assert_eq!(boards, [(3, 1), (130, 1)]);
    for one in loaded {
        let taken = if one.waffle.id == large { 130 } else { 2 };
        assert!(one.board.spot(taken).is_some_and(|spot| spot.handle().is_some()));
        assert_eq!(one.newest.seq, 1);
    }
}
