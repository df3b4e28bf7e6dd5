//! What the statements of the hot path read, counted by PostgreSQL itself: none of them may go through a whole table of
//! spots, events, keys or holdings, whatever the planner estimates, and none reads more than its work needs.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod shop;
#[path = "../test_store.rs"]
#[expect(dead_code, reason = "the tests of single statements use more of it")]
mod test_store;
mod work;

use uuid::Uuid;
use waffle_domain::handle::Handle;
use waffle_domain::refused_spot::{MOST_KEPT, RefusedSpot};
use waffle_domain::wire::event::{Event, Mark};
use waffle_store::activity::ActivityPart;
use waffle_store::buyers::known_buyers::KnownBuyers;
use waffle_store::buyers::{history, read};
use waffle_store::claims::{Order, Verdict, commit, used_keys};
use waffle_store::ledger_session::LedgerSession;
use waffle_store::refused_claims::keep;
use waffle_store::spots::SpotOperation::{Pay, Release, Rename};
use waffle_store::spots::change_together;
use waffle_store::table::Table;
use waffle_store::waffles::{Listing, WaffleRef};
use waffle_store::winners::{WinnerOperation, set};
use waffle_store::{activity, edit_waffle, events, loading, spots, waffles};

use shop::{BOARDS, SPOTS, Shop, Sold, Statistics};
use test_store::{admin, at, claim, handle, page};

/// How many rows may be read for each row that is needed: to judge it and to change it, each with room.
const READS: i64 = 4;

const BOARD: i64 = SPOTS as i64;

#[tokio::test]
async fn without_statistics_nothing_reads_more_than_it_needs() {
    for sold in [Sold::Nothing, Sold::Half, Sold::All] {
        look_at_everything(sold, Statistics::Never).await;
    }
}

#[tokio::test]
async fn with_statistics_of_now_nothing_reads_more_than_it_needs() {
    for sold in [Sold::Nothing, Sold::Half, Sold::All] {
        look_at_everything(sold, Statistics::Now).await;
    }
}

#[tokio::test]
async fn with_statistics_from_before_the_sale_nothing_reads_more_than_it_needs() {
    for sold in [Sold::Nothing, Sold::Half, Sold::All] {
        look_at_everything(sold, Statistics::BeforeTheSale).await;
    }
}

#[tokio::test]
async fn refused_claims_do_not_each_read_all_that_are_kept() {
    let shop = Shop::empty().await;
    let (waffle_id, now) = (shop.store.waffle(10).await, at(0));
    let buyer = handle("ben");
    let spot = RefusedSpot { waffle_id, at: now, handle: buyer, number: Some(7), claimed_at: Some(now), unread: false };
    keep(&shop.store.pool, &vec![spot.clone(); 2_000]).await.unwrap();
    shop.work("refused claims", async |pool| {
        for _ in 0..64 {
            keep(&pool, std::slice::from_ref(&spot)).await.unwrap();
        }
    })
    .await
    .at_most([("refused_claims", 4 * MOST_KEPT)]);
}

#[tokio::test]
async fn a_session_from_when_there_was_next_to_nothing_reads_no_more_than_others() {
    let mut shop = Shop::empty().await;
    let small = shop.store.waffle(2).await;
    shop.store.database.execute("ANALYZE").await.unwrap();
    let mut session = LedgerSession::open(&shop.counted()).await.unwrap();
    let keyed = |order: Order, n: i32| Order { key: Some((format!("early{n}"), "the same".into())), ..order };
    commit(&mut session, &[keyed(claim(small, "anna", &[1]), 0)], at(0)).await.unwrap();
    shop.create().await;
    shop.reset().await;
    for round in 0..8 {
        let orders = shop.next_orders(64);
        let verdicts = commit(&mut session, &orders, at(0)).await.unwrap();
        assert!(verdicts.iter().all(|verdict| matches!(verdict, Verdict::Granted { .. })), "round {round}");
        // Each has a key: asked again, nothing is claimed.
        commit(&mut session, &orders, at(0)).await.unwrap();
    }
    let many = shop.large_order();
    commit(&mut session, &[many], at(0)).await.unwrap();
    for _ in 0..8 {
        let orders = shop.orders_to_change(&Pay);
        change_together(&mut session, &orders.iter().collect::<Vec<_>>(), at(0)).await.unwrap();
    }
    drop(session);
    let (claims, changes) = (8 * 64 + 100, 8 * i64::from(BOARDS));
    let work = shop.read("claims and changes with early plans", 0).await;
    work.at_most([
        ("spots", 2 * READS * (claims + changes)),
        ("holdings", READS * (claims + changes)),
        ("idempotency_keys", 2 * READS * claims),
        ("waffles", 2 * READS * (claims + changes)),
    ]);
    shop.assert_nothing_found();
}

async fn look_at_everything(sold: Sold, statistics: Statistics) {
    let shop = Shop::open(sold, statistics).await;
    look_at_public_reads(&shop).await;
    look_at_actors_reads(&shop).await;
    look_at_claims(&shop).await;
    look_at_changes(&shop).await;
    shop.assert_nothing_found();
}

async fn look_at_public_reads(shop: &Shop) {
    let anna = Handle::parse("anna").unwrap();
    let boards = i64::from(BOARDS);
    shop.work("the list", async |pool| drop(waffles::list(&pool, Listing::Current, Some(20), 0).await.unwrap()))
        .await
        .at_most([]);
    shop.work("a buyer's numbers", async |pool| drop(read(&pool, &anna, 0..0).await.unwrap()))
        .await
        .at_most([("holdings", boards)]);
    shop.work("a buyer's page", async |pool| drop(read(&pool, &anna, 0..50).await.unwrap()))
        .await
        .at_most([("spots", boards * BOARD), ("holdings", boards)]);
    shop.work("a history's waffles", async |pool| drop(history::waffles(&pool, &anna).await.unwrap()))
        .await
        .at_most([("holdings", boards)]);
    let two = &shop.ids[..2];
    shop.work("a part of a history", async |pool| drop(history::part(&pool, &anna, two).await.unwrap()))
        .await
        .at_most([("spots", 2 * BOARD), ("holdings", 2 * READS)]);
    shop.sellers_work("known buyers", async |pool| {
        drop(KnownBuyers::read(&pool, &"buyer1".to_owned(), page(1, 25)).await.unwrap());
    })
    .await
    .at_most([("holdings", 2 * 25 * boards)]);
}

async fn look_at_actors_reads(shop: &Shop) {
    let id = shop.ids[1];
    let known: Vec<(Uuid, i64)> = waffles::sequences(&shop.store.pool, &shop.ids).await.unwrap();
    let last = known.iter().find(|(of, _)| *of == id).unwrap().1;
    let before = events::after(&shop.store.pool, id, last - 11, 1).await.unwrap().first().map(Event::mark);
    let marks: Vec<(Uuid, Mark)> = known.iter().map(|(id, seq)| (*id, Mark { seq: *seq, change_id: None })).collect();
    let behind: Vec<(Uuid, i64)> = known.iter().map(|(id, seq)| (*id, seq - 2)).collect();
    let boards = i64::from(BOARDS);
    shop.work("finding waffles", async |pool| {
        let slugs = ["box", "box-2", "nowhere"].map(|slug| WaffleRef::Slug(slug.into()));
        drop(loading::find(&pool, &slugs).await.unwrap());
    })
    .await
    .at_most([]);
    shop.work("loading a board", async |pool| drop(loading::load(&pool, &[id]).await.unwrap()))
        .await
        .at_most([("spots", BOARD), ("events", 1)]);
    shop.work("loading three boards", async |pool| drop(loading::load(&pool, &shop.ids[..3]).await.unwrap()))
        .await
        .at_most([("spots", 3 * BOARD), ("events", 3)]);
    shop.work("the newest numbers", async |pool| drop(waffles::sequences(&pool, &shop.ids).await.unwrap()))
        .await
        .at_most([]);
    shop.work("the keeper's comparison", async |pool| drop(events::compare(&pool, &marks).await.unwrap()))
        .await
        .at_most([("events", boards)]);
    shop.work("the log", async |pool| drop(events::after(&pool, id, last - 10, 1_000).await.unwrap()))
        .await
        .at_most([("events", 10)]);
    shop.work("the logs after a hint", async |pool| drop(events::after_each(&pool, &behind, 1_000).await.unwrap()))
        .await
        .at_most([("events", 2 * boards)]);
    shop.work("a lost change", async |pool| {
        drop(events::of_change(&pool, id, before.unwrap_or_default(), Uuid::nil()).await.unwrap());
    })
    .await
    .at_most([("events", 11)]);
    // Without statistics, the planner sorts what it takes for a short log.
    let part = ActivityPart { before: last, ..ActivityPart::newest(20) };
    shop.sellers_work("the activity", async |pool| drop(activity::list(&pool, id, &part, true).await.unwrap()))
        .await
        .at_most([("events", READS * BOARD)]);
}

async fn look_at_claims(shop: &Shop) {
    let granted = shop.sold != Sold::All;
    let orders = shop.next_orders(64);
    let few = shop.work_of_ledger("claims", async |session| {
        let verdicts = commit(session, &orders, at(0)).await.unwrap();
        let as_expected = |verdict: &Verdict| matches!(verdict, Verdict::Granted { .. }) == granted;
        assert!(verdicts.iter().all(as_expected), "{verdicts:?}");
        // Each with a key: asked again, nothing is claimed.
        drop(commit(session, &orders, at(0)).await.unwrap());
    });
    let most = READS * 64;
    few.await.at_most([("spots", 2 * most), ("holdings", most), ("idempotency_keys", 2 * most)]);
    shop.work_of_ledger("keys", async |session| {
        let keys: Vec<&str> = orders.iter().filter_map(|order| Some(order.key.as_ref()?.0.as_str())).collect();
        for keys in [&keys[..], &["fresh"; 64]] {
            used_keys(session, keys).await.unwrap();
        }
    })
    .await
    .at_most([("idempotency_keys", 64)]);
    if granted {
        let order = shop.large_order();
        let many = i64::try_from(order.numbers.len()).unwrap();
        let large = shop.work_of_ledger("a large claim", async |session| {
            let verdicts = commit(session, std::slice::from_ref(&order), at(0)).await.unwrap();
            assert!(matches!(verdicts[..], [Verdict::Granted { .. }]), "{verdicts:?}");
        });
        large.await.at_most([("spots", READS * many), ("holdings", READS)]);
    }
}

async fn look_at_changes(shop: &Shop) {
    let id = shop.ids[1];
    for operation in [Pay, Release] {
        let order = shop.order_to_change(id, operation, 1..=2);
        shop.work("a change of spots", async |pool| drop(spots::change(&pool, &order, at(0)).await.unwrap()))
            .await
            .at_most([("spots", 2 * READS), ("holdings", 2 * READS)]);
    }
    for operation in [Pay, Release] {
        let orders = shop.orders_to_change(&operation);
        shop.work_of_ledger("changes of all boards", async |session| {
            drop(change_together(session, &orders.iter().collect::<Vec<_>>(), at(0)).await.unwrap());
        })
        .await
        .at_most([("spots", 2 * READS * i64::from(BOARDS)), ("holdings", 2 * READS * i64::from(BOARDS))]);
    }
    let order = shop.order_to_change(id, Pay, 1..=SPOTS);
    shop.work("a change of all spots", async |pool| drop(spots::change(&pool, &order, at(0)).await.unwrap()))
        .await
        .at_most([("spots", READS * BOARD), ("holdings", READS * BOARD)]);
    let order = shop.order_to_change(id, Rename(handle("carl")), 1..=SPOTS);
    shop.work("a rename of all spots", async |pool| drop(spots::change(&pool, &order, at(0)).await.unwrap()))
        .await
        .at_most([("spots", READS * BOARD), ("holdings", READS * BOARD)]);
    // At least four spots of each board are claimed by now, two of which were released again.
    let winners = WinnerOperation::Set(vec![3]);
    shop.sellers_work("a draw", async |pool| {
        set(&pool, id, (&winners, None), admin().at(at(0))).await.unwrap();
    })
    .await
    .at_most([("spots", READS * BOARD), ("holdings", READS * BOARD)]);
    // What came before is found behind all that lost.
    let part = ActivityPart::newest(20);
    shop.sellers_work("the activity without losers", async |pool| {
        drop(activity::list(&pool, id, &part, false).await.unwrap());
    })
    .await
    .at_most([("events", READS * BOARD)]);
    shop.sellers_work("a deletion", async |pool| {
        edit_waffle::delete(&pool, id, admin().at(at(0))).await.unwrap();
    })
    .await
    // A spot leaves four events at most, which are read twice.
    .at_most([("spots", READS * BOARD), ("events", 8 * BOARD), ("holdings", READS * BOARD)]);
}
