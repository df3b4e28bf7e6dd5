//! Ten thousand random operations, against a model that knows nothing of the database.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use uuid::Uuid;
use waffle_domain::claim::Granted;
use waffle_domain::refusal::Refusal;
use waffle_domain::spot::SpotStatus;
use waffle_store::claims::{Order, Verdict};
use waffle_store::spots::SpotOperation::{Pay, Release};
use waffle_store::spots::{SpotOrder, SpotResult, change};

use crate::test_store::{TestStore, admin, at, claim, keyed};

const SPOTS: i32 = 40;
const WAFFLES: usize = 3;
const OPERATIONS: usize = 10_000;

#[derive(Debug, Clone, PartialEq)]
struct Taken {
    handle: String,
    claimed_at: DateTime<Utc>,
    paid_at: Option<DateTime<Utc>>,
}

/// What one waffle must look like.
#[derive(Debug, Default)]
struct Model {
    taken: BTreeMap<i32, Taken>,
    changes: i64,
}

impl Model {
    fn status(&self, number: i32) -> SpotStatus {
        match self.taken.get(&number) {
            None => SpotStatus::Available,
            Some(Taken { paid_at: None, .. }) => SpotStatus::Pending,
            Some(_) => SpotStatus::Paid,
        }
    }
}

/// Which request each key was used for, and what it must answer.
type Kept = HashMap<String, ((usize, String, Vec<i32>, Option<u64>), Vec<i32>, Option<i64>)>;

struct World {
    store: TestStore,
    ids: Vec<Uuid>,
    /// The ids of the spots of each waffle, in order of their numbers.
    spot_ids: Vec<Vec<i64>>,
    models: Vec<Model>,
    kept: Kept,
    rng: StdRng,
    clock: i64,
}

impl World {
    fn numbers(&mut self) -> Vec<i32> {
        let count = self.rng.random_range(1..=4);
        let mut numbers: Vec<i32> = (0..count).map(|_| self.rng.random_range(1..=SPOTS)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// A claim by number, or a random claim with spots chosen from a possibly stale board; one in three has a key.
    fn order(&mut self) -> (usize, Order) {
        let waffle = self.rng.random_range(0..WAFFLES);
        let handle = format!("buyer{}", self.rng.random_range(0..12));
        let numbers = self.numbers();
        let mut order = claim(self.ids[waffle], &handle, &numbers);
        if self.rng.random_bool(0.3) {
            let model = &self.models[waffle];
            if self.rng.random_bool(0.7) {
                order.numbers.retain(|n| model.status(*n) == SpotStatus::Available);
            }
            order.requested = Some(self.rng.random_range(1..=4));
        }
        if self.rng.random_bool(0.3) {
            order = keyed(order, &format!("key{}", self.rng.random_range(0..400)));
        }
        (waffle, order)
    }

    /// The model's verdict on a claim, which it also carries out.
    fn expect(&mut self, waffle: usize, order: &Order) -> Verdict {
        let wish = if order.requested.is_some() { Vec::new() } else { order.numbers.clone() };
        let request = (waffle, order.handle.to_string(), wish, order.requested);
        if let Some((first, answer, first_seq)) = order.key.as_ref().and_then(|(key, _)| self.kept.get(key)) {
            let same = *first == request;
            let granted = Granted { replayed: true, ..self.granted(waffle, order, answer, *first_seq) };
            return if same { Verdict::Replayed { granted, by_seq: 0 } } else { Verdict::Refused(Refusal::KeyReused) };
        }
        let now = at(self.clock);
        let model = &mut self.models[waffle];
        let taken: Vec<i32> =
            order.numbers.iter().copied().filter(|n| model.status(*n) != SpotStatus::Available).collect();
        if !taken.is_empty() {
            return Verdict::Refused(Refusal::SpotsTaken { taken });
        }
        let first_seq = (!order.numbers.is_empty()).then_some(model.changes + 1);
        for number in &order.numbers {
            model.changes += 1;
            let taken = Taken { handle: order.handle.to_string(), claimed_at: now, paid_at: None };
            model.taken.insert(*number, taken);
        }
        if let Some((key, _)) = &order.key {
            self.kept.insert(key.clone(), (request, order.numbers.clone(), first_seq));
        }
        Verdict::Granted { granted: self.granted(waffle, order, &order.numbers, first_seq), pay_by: None }
    }

    fn granted(&self, waffle: usize, order: &Order, numbers: &[i32], first_seq: Option<i64>) -> Granted {
        let id = |n: &i32| self.spot_ids[waffle][usize::try_from(*n - 1).unwrap()];
        let spots = numbers.iter().map(|n| (id(n), *n)).collect();
        Granted { spots, handle: order.handle.clone(), requested: order.requested, first_seq, replayed: false }
    }

    /// Commits a batch of claims, no two of which share a spot or a key, and compares every verdict.
    async fn claim_some(&mut self) -> usize {
        let mut batch: Vec<(usize, Order)> = Vec::new();
        for _ in 0..self.rng.random_range(1..=12) {
            let (waffle, order) = self.order();
            let shares = batch.iter().any(|(other, earlier)| {
                *other == waffle && earlier.numbers.iter().any(|n| order.numbers.contains(n))
                    || order.key.is_some() && earlier.key.as_ref().map(|k| &k.0) == order.key.as_ref().map(|k| &k.0)
            });
            if !shares {
                batch.push((waffle, order));
            }
        }
        let mut expected: Vec<Verdict> = batch.iter().map(|(waffle, order)| self.expect(*waffle, order)).collect();
        for ((waffle, _), verdict) in batch.iter().zip(&mut expected) {
            if let Verdict::Replayed { by_seq, .. } = verdict {
                *by_seq = self.models[*waffle].changes;
            }
        }
        let orders: Vec<Order> = batch.into_iter().map(|(_, order)| order).collect();
        assert_eq!(self.store.commit(&orders, self.clock).await, expected, "{orders:?}");
        orders.len()
    }

    /// Pays or releases some spots, and compares every outcome.
    async fn change_some(&mut self) -> usize {
        let waffle = self.rng.random_range(0..WAFFLES);
        let numbers = self.numbers();
        let operation = if self.rng.random_bool(0.5) { Pay } else { Release };
        let id = |n: &i32| self.spot_ids[waffle][usize::try_from(*n - 1).unwrap()];
        let order = SpotOrder {
            id: Uuid::new_v4(),
            waffle_id: self.ids[waffle],
            spot_ids: numbers.iter().rev().map(id).collect(),
            operation: operation.clone(),
            only_of: None,
            active_only: false,
            author: Some(admin()),
        };
        let results = change(&self.store.pool, &order, at(self.clock)).await.unwrap().unwrap();
        assert_eq!(results.len(), numbers.len());
        for (number, result) in numbers.iter().zip(results) {
            let model = &mut self.models[waffle];
            let status = model.status(*number);
            let allowed = status == SpotStatus::Pending || (status == SpotStatus::Paid && operation == Release);
            match result {
                SpotResult::Changed(event) => {
                    assert!(allowed, "{operation:?} of a spot that is {status}");
                    model.changes += 1;
                    assert_eq!(event.seq, model.changes);
                }
                SpotResult::WrongStatus { number: n, status: s, .. } => {
                    assert_eq!((allowed, n, s), (false, *number, status));
                }
                other => panic!("{other:?}"),
            }
            match operation {
                Pay if allowed => model.taken.get_mut(number).expect("it is pending").paid_at = Some(at(self.clock)),
                Release if allowed => drop(model.taken.remove(number)),
                _ => {}
            }
        }
        numbers.len()
    }

    async fn compare(&self) {
        for (id, model) in self.ids.iter().zip(&self.models) {
            let loaded = self.store.load(*id).await;
            let taken: BTreeMap<i32, Taken> = loaded
                .board
                .spots()
                .filter_map(|spot| {
                    let handle = spot.handle()?.to_string();
                    Some((spot.number, Taken { handle, claimed_at: spot.claimed_at()?, paid_at: spot.paid_at() }))
                })
                .collect();
            assert_eq!(taken, model.taken);
            assert_eq!(loaded.newest.seq, model.changes);
            self.store.assert_sound(*id).await;
        }
    }
}

#[tokio::test]
async fn the_database_does_what_the_model_says() {
    let store = TestStore::new().await;
    let seed = 20_260_602;
    let mut ids = Vec::new();
    let mut spot_ids = Vec::new();
    for _ in 0..WAFFLES {
        let id = store.waffle(i64::from(SPOTS)).await;
        ids.push(id);
        spot_ids.push(store.load(id).await.board.spots().map(|spot| spot.id).collect());
    }
    let models = (0..WAFFLES).map(|_| Model::default()).collect();
    let mut world =
        World { store, ids, spot_ids, models, kept: HashMap::new(), rng: StdRng::seed_from_u64(seed), clock: 0 };
    let (mut done, mut compared) = (0, 0);
    while done < OPERATIONS {
        world.clock += 1;
        done += if world.rng.random_bool(0.6) { world.claim_some().await } else { world.change_some().await };
        if done / 1_000 > compared {
            compared = done / 1_000;
            world.compare().await;
        }
    }
    world.compare().await;
}
