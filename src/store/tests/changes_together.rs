//! Changes of several waffles in one call.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use uuid::Uuid;
use waffle_domain::receipt::Receipt;
use waffle_domain::wire::event::{Event, EventBody};
use waffle_store::spots::{SpotOperation, SpotOrder, SpotResult, change, change_together};
use waffle_test_databases::inspection::{lock_waffle, log};

use crate::test_store::{TestStore, at, claim, handle, spot_order};

const WAFFLES: usize = 6;
const SPOTS: i32 = 10;
const ROUNDS: i64 = 60;

/// Waffles, and the id of the first spot of each.
struct Shop(Vec<(Uuid, i64)>);

impl Shop {
    async fn open(store: &TestStore) -> Self {
        let mut waffles = Vec::new();
        for _ in 0..WAFFLES {
            let id = store.waffle(SPOTS.into()).await;
            waffles.push((id, store.load(id).await.board.spot(1).unwrap().id));
        }
        Self(waffles)
    }

    /// Makes an order for one of the waffles; the same numbers make the same order in another shop.
    fn order(&self, place: usize, mut choose: impl FnMut(i64) -> i64) -> SpotOrder {
        let (id, first_spot) = self.0[place];
        let operation = match choose(7) {
            0 => SpotOperation::Pay,
            1 => SpotOperation::Unpay,
            2 => SpotOperation::Release,
            3 => SpotOperation::ReleasePending,
            4 => SpotOperation::Extend { minutes: 30 },
            5 => SpotOperation::Rename(handle(["anna", "ben", "carl"][usize::try_from(choose(3)).unwrap()])),
            _ => SpotOperation::GiveBack(Receipt::of_handle(id, choose(40), 4, &handle("anna"))),
        };
        let by_buyer = matches!(operation, SpotOperation::GiveBack(_));
        // Some are named twice, and some belong to the next waffle.
        let spot_ids = (0..=choose(4)).map(|_| first_spot + choose(i64::from(SPOTS) + 1)).collect();
        let only_of = (choose(4) == 0).then(|| handle("ben"));
        let order = spot_order(id, spot_ids, operation);
        SpotOrder { only_of, active_only: choose(2) == 0, author: order.author.filter(|_| !by_buyer), ..order }
    }
}

/// Describes a result without what differs between shops.
fn described(result: &SpotResult, first_spot: i64) -> String {
    match result {
        SpotResult::Changed(Event { seq, body: EventBody::Spot(change), .. }) => format!(
            "{seq}: {} {:?} to {:?} {} {}",
            change.number,
            change.from,
            change.to,
            change.handle.as_str(),
            change.pay_by.is_some()
        ),
        SpotResult::Changed(_) => panic!("a change of spots changed something else"),
        SpotResult::Unchanged { number, done, .. } => format!("{number} unchanged {done}"),
        SpotResult::WrongStatus { number, status, .. } => format!("{number} is {status:?}"),
        SpotResult::NotFound(id) => format!("{} not found", id - first_spot),
        SpotResult::NotActive(id) => format!("{} not active", id - first_spot),
        SpotResult::Locked { spot_id, .. } => format!("{} locked", spot_id - first_spot),
        SpotResult::NoSource => "no source".into(),
    }
}

#[tokio::test]
async fn each_change_does_what_it_does_alone() {
    let mut store = TestStore::new().await;
    let (together, alone) = (Shop::open(&store).await, Shop::open(&store).await);
    for shop in [&together, &alone] {
        store.run("UPDATE waffles SET pay_within_minutes = 60 WHERE id = $1", shop.0[1].0).await;
        store.complete(shop.0[2].0).await;
    }
    let mut rng = StdRng::seed_from_u64(26);
    let (mut outcomes, mut records) = (Vec::new(), store.count("SELECT count(*) FROM audit_outbox").await);
    for round in 0..ROUNDS {
        for place in 0..WAFFLES {
            let (buyer, numbers) = (
                ["anna", "ben", "dora"][rng.random_range(0..3)],
                [rng.random_range(1..=5), rng.random_range(6..=SPOTS)],
            );
            for shop in [&together, &alone] {
                store.claim(claim(shop.0[place].0, buyer, &numbers), round).await;
            }
        }
        let chosen: Vec<[i64; 16]> = (0..WAFFLES).map(|_| rng.random()).collect();
        let orders = |shop: &Shop| -> Vec<SpotOrder> {
            let order = |(place, chosen): (usize, &[i64; 16])| {
                let mut chosen = chosen.iter();
                shop.order(place, |below| chosen.next().unwrap().rem_euclid(below))
            };
            chosen.iter().enumerate().map(order).collect()
        };
        let (ours, theirs) = (orders(&together), orders(&alone));
        let results = change_together(&mut store.ledger, &ours.iter().collect::<Vec<_>>(), at(round)).await.unwrap();
        let made = store.count("SELECT count(*) FROM audit_outbox").await;
        for (place, (order, results)) in theirs.iter().zip(results).enumerate() {
            let expected = change(&store.pool, order, at(round)).await.unwrap().unwrap();
            let [ours, theirs] = [(&together, results.unwrap()), (&alone, expected)].map(|(shop, results)| {
                results.iter().map(|result| described(result, shop.0[place].1)).collect::<Vec<_>>()
            });
            assert_eq!(ours, theirs, "{order:?}");
            outcomes.extend(ours);
        }
        let recorded = store.count("SELECT count(*) FROM audit_outbox").await;
        assert_eq!(made - records, recorded - made, "round {round}");
        records = recorded;
    }
    for what in [": ", "unchanged", "is Available", "not found", "not active"] {
        assert!(outcomes.iter().any(|outcome| outcome.contains(what)), "nothing of {what}: {outcomes:?}");
    }
    let options = store.database.connect_options();
    for ((ours, _), (theirs, _)) in together.0.iter().zip(&alone.0) {
        let mut logs = Vec::new();
        for id in [ours, theirs] {
            store.assert_sound(*id).await;
            let log = log(&options, *id).await.unwrap();
            logs.push(log.iter().map(|e| (e.seq, e.kind.clone(), e.at)).collect::<Vec<_>>());
        }
        assert_eq!(logs[0], logs[1]);
    }
}

#[tokio::test]
async fn a_locked_waffle_is_skipped_and_the_others_are_changed() {
    let mut store = TestStore::new().await;
    let shop = Shop::open(&store).await;
    for (id, _) in &shop.0 {
        store.claim(claim(*id, "anna", &[1]), 1).await;
    }
    let pay = |place: usize| spot_order(shop.0[place].0, vec![shop.0[place].1], SpotOperation::Pay);
    let unknown = spot_order(Uuid::new_v4(), vec![shop.0[3].1], SpotOperation::Pay);
    let orders = [pay(0), pay(1), unknown, pay(2)];
    let orders: Vec<&SpotOrder> = orders.iter().collect();
    let lock = lock_waffle(&store.database.connect_options(), shop.0[1].0).await.unwrap();
    let results = change_together(&mut store.ledger, &orders, at(2)).await.unwrap();
    let changed: Vec<_> = results.iter().map(|results| results.as_ref().map(Vec::len)).collect();
    assert_eq!(changed, [Some(1), None, None, Some(1)]);
    lock.release().await.unwrap();
    let results = change_together(&mut store.ledger, &orders, at(3)).await.unwrap();
    assert!(matches!(results[0].as_deref(), Some([SpotResult::WrongStatus { .. }])), "{results:?}");
    assert!(matches!(results[1].as_deref(), Some([SpotResult::Changed(_)])), "{results:?}");
    for (id, _) in &shop.0 {
        store.assert_sound(*id).await;
    }
}
