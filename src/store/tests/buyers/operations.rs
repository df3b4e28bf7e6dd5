//! Random operations on the database and on the model, which must agree on what is refused, and on every verdict.

use std::collections::HashMap;

use rand::RngExt;
use rand::rngs::StdRng;
use uuid::Uuid;
use waffle_domain::buyer::Entry;
use waffle_domain::claim::Granted;
use waffle_domain::refusal::Refusal;
use waffle_domain::slug::SlugPrefix;
use waffle_domain::spot::SpotStatus;
use waffle_domain::waffle_fields::{NewWaffle, WaffleDraft, WaffleEdit};
use waffle_store::buyers::history;
use waffle_store::claims::{Order, Verdict};
use waffle_store::failure::StoreFailure;
use waffle_store::spots::{self, SpotOperation, SpotResult};
use waffle_store::waffles::sequences;
use waffle_store::winners::{self, WinnerOperation};
use waffle_store::{create_waffle, edit_waffle};

use super::model::{CLAIMANTS, HANDLES, Held, Model, SPOTS, Waffle};
use crate::test_store::{TestStore, admin, at, claim, handle, keyed, spot_order};

const MOST_WAFFLES: usize = 12;

pub(crate) struct Market {
    pub(crate) store: TestStore,
    pub(crate) model: Model,
    /// The time of the next operation, in seconds.
    pub(crate) clock: i64,
    /// How many operations there were: claims, changes of spots, and what sellers do besides.
    pub(crate) tried: u32,
    /// How often each kind of operation succeeded.
    pub(crate) done: [u32; 11],
    /// The claim that was granted under each key, and what it got.
    kept: HashMap<String, (Order, Granted)>,
}

fn numbers(rng: &mut StdRng) -> Vec<i32> {
    let count = rng.random_range(1..=4);
    let mut numbers: Vec<i32> = (0..count).map(|_| rng.random_range(1..=SPOTS)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

impl Market {
    pub(crate) async fn open() -> Self {
        let (store, model) = (TestStore::new().await, Model::default());
        Self { store, model, clock: 0, tried: 0, done: [0; 11], kept: HashMap::new() }
    }

    pub(crate) async fn step(&mut self, rng: &mut StdRng) {
        if self.model.waffles.len() < 3 {
            return self.create(rng).await;
        }
        self.tried += 1;
        let waffle = rng.random_range(0..self.model.waffles.len());
        match rng.random_range(0..1_000) {
            0..400 => self.claim(rng).await,
            400..700 => self.change_spots(waffle, SpotOperation::Pay, rng).await,
            700..780 => self.change_spots(waffle, SpotOperation::Release, rng).await,
            780..850 => self.draw(waffle, WinnerOperation::Set, rng).await,
            850..890 => self.draw(waffle, WinnerOperation::Change, rng).await,
            890..910 => self.clear(waffle).await,
            910..950 => self.archive(waffle, rng.random_bool(0.3)).await,
            950..970 => self.rename(waffle).await,
            970..985 => self.delete(waffle).await,
            _ => self.create(rng).await,
        }
    }

    /// Reads a buyer's whole history, one waffle at a time.
    pub(crate) async fn history(&self, name: &str) -> Vec<Entry> {
        let handle = handle(name);
        let mut entries = Vec::new();
        for waffle in history::waffles(&self.store.pool, &handle).await.unwrap() {
            let part = history::part(&self.store.pool, &handle, &[waffle.id]).await.unwrap();
            assert_eq!(part.iter().map(|entry| entry.held.spots()).sum::<u32>(), waffle.held.unsigned_abs());
            entries.extend(part);
        }
        entries
    }

    async fn create(&mut self, rng: &mut StdRng) {
        if self.model.waffles.len() == MOST_WAFFLES {
            return;
        }
        let (id, items) = (Uuid::now_v7(), rng.random_range(1..4));
        let draft = WaffleDraft { item_count: Some(items), ..WaffleDraft::new("Box", SPOTS, 100) };
        let new = NewWaffle::parse(&draft).unwrap();
        let slug =
            create_waffle::create(&self.store.pool, id, &SlugPrefix::default(), &new, admin().at(at(self.clock)))
                .await
                .unwrap();
        let first_id = sqlx::query_scalar("SELECT min(id) FROM spots WHERE waffle_id = $1").bind(id);
        self.model.waffles.push(Waffle {
            id,
            slug: slug.to_string(),
            title: new.title.clone(),
            price: new.spot_price,
            items: usize::try_from(items).unwrap(),
            archived: false,
            created_at: at(self.clock),
            completed_at: None,
            draws_before: 0,
            last_seq: 0,
            first_id: first_id.fetch_one(&self.store.pool).await.unwrap(),
            spots: vec![None; usize::try_from(SPOTS).unwrap()],
        });
        self.done[0] += 1;
    }

    /// A claim by number, or a random claim with spots chosen from a possibly stale board; one in three has a key.
    fn order(&self, rng: &mut StdRng) -> Order {
        let waffle = &self.model.waffles[rng.random_range(0..self.model.waffles.len())];
        let mut order = claim(waffle.id, HANDLES[rng.random_range(0..CLAIMANTS)], &numbers(rng));
        if rng.random_bool(0.3) {
            if rng.random_bool(0.7) {
                order.numbers.retain(|number| waffle.spot(*number).is_none());
            }
            order.requested = Some(rng.random_range(1..=4));
        }
        if rng.random_bool(0.7) {
            return order;
        }
        let key = format!("key{}", rng.random_range(0..400));
        match self.kept.get(&key) {
            Some((first, _)) if self.model.has(first.waffle_id) && rng.random() => {
                Order { id: order.id, ..first.clone() }
            }
            _ => keyed(order, &key),
        }
    }

    /// The model's verdict on a claim, which it also carries out.
    fn expect(&mut self, order: &Order) -> Verdict {
        if let Some((first, granted)) = order.key.as_ref().and_then(|(key, _)| self.kept.get(key)) {
            let wish = |order: &Order| if order.requested.is_some() { Vec::new() } else { order.numbers.clone() };
            let request = |order: &Order| (order.waffle_id, order.handle.clone(), order.requested, wish(order));
            let same = request(first) == request(order);
            self.done[if same { 9 } else { 10 }] += 1;
            let granted = Granted { replayed: true, ..granted.clone() };
            // What was replayed is in the log since before the call.
            return if same { Verdict::Replayed { granted, by_seq: 0 } } else { Verdict::Refused(Refusal::KeyReused) };
        }
        let waffle = self.model.waffles.iter_mut().find(|waffle| waffle.id == order.waffle_id).unwrap();
        if waffle.archived {
            return Verdict::Refused(Refusal::NoWaffle);
        }
        if waffle.completed() {
            return Verdict::Refused(Refusal::WaffleNotActive);
        }
        let taken: Vec<i32> = order.numbers.iter().copied().filter(|n| waffle.spot(*n).is_some()).collect();
        if !taken.is_empty() {
            return Verdict::Refused(Refusal::SpotsTaken { taken });
        }
        let handle = HANDLES.into_iter().find(|handle| *handle == order.handle.as_str()).unwrap();
        let (requested, first_seq) = (order.requested, (!order.numbers.is_empty()).then_some(waffle.last_seq + 1));
        let held = Held { handle, claimed_at: at(self.clock), paid_at: None, won: None };
        for number in &order.numbers {
            *waffle.spot_mut(*number) = Some(held.clone());
            self.model.first_seen.entry(handle).or_insert(held.claimed_at);
            waffle.last_seq += 1;
        }
        let spots = order.numbers.iter().map(|number| (waffle.spot_id(*number), *number)).collect();
        let granted = Granted { spots, handle: order.handle.clone(), requested, first_seq, replayed: false };
        if let Some((key, _)) = &order.key {
            self.kept.insert(key.clone(), (order.clone(), granted.clone()));
        }
        self.done[1] += 1;
        Verdict::Granted { granted, pay_by: None }
    }

    async fn sequences(&self) -> Vec<(Uuid, i64)> {
        let ids: Vec<Uuid> = self.model.waffles.iter().map(|waffle| waffle.id).collect();
        let mut found = sequences(&self.store.pool, &ids).await.unwrap();
        found.sort_by_key(|(id, _)| ids.iter().position(|other| other == id));
        found
    }

    /// Notes where the logs are before an operation on spots.
    async fn look_at_logs(&mut self) -> Vec<(Uuid, i64)> {
        let found = self.sequences().await;
        for (waffle, (_, last_seq)) in self.model.waffles.iter_mut().zip(&found) {
            waffle.last_seq = *last_seq;
        }
        found
    }

    /// Asserts that the logs have grown as the model's.
    async fn assert_logs(&self) {
        let expected: Vec<_> = self.model.waffles.iter().map(|waffle| (waffle.id, waffle.last_seq)).collect();
        assert_eq!(self.sequences().await, expected);
    }

    /// Commits a batch of claims, no two of which share a spot or a key, and compares every verdict.
    async fn claim(&mut self, rng: &mut StdRng) {
        let before = self.look_at_logs().await;
        let mut batch: Vec<Order> = Vec::new();
        for _ in 0..rng.random_range(1..=8) {
            let order = self.order(rng);
            let key = |order: &Order| order.key.as_ref().map(|(key, _)| key.clone());
            let shares = batch.iter().any(|earlier| {
                earlier.waffle_id == order.waffle_id && earlier.numbers.iter().any(|n| order.numbers.contains(n))
                    || order.key.is_some() && key(earlier) == key(&order)
            });
            if !shares {
                batch.push(order);
            }
        }
        let mut expected: Vec<Verdict> = batch.iter().map(|order| self.expect(order)).collect();
        for (order, verdict) in batch.iter().zip(&mut expected) {
            if let Verdict::Replayed { by_seq, .. } = verdict {
                *by_seq = before.iter().find(|(id, _)| *id == order.waffle_id).unwrap().1;
            }
        }
        assert_eq!(self.store.commit(&batch, self.clock).await, expected, "{batch:?}");
        self.tried += u32::try_from(batch.len() - 1).unwrap();
        self.assert_logs().await;
    }

    /// Pays or releases some spots, and compares every outcome.
    async fn change_spots(&mut self, place: usize, operation: SpotOperation, rng: &mut StdRng) {
        self.look_at_logs().await;
        let (waffle, numbers) = (&mut self.model.waffles[place], numbers(rng));
        let ids = numbers.iter().rev().map(|number| waffle.spot_id(*number)).collect();
        let order = spot_order(waffle.id, ids, operation.clone());
        let results = spots::change(&self.store.pool, &order, at(self.clock)).await.unwrap().unwrap();
        assert_eq!(results.len(), numbers.len());
        self.tried += u32::try_from(numbers.len() - 1).unwrap();
        let paying = operation == SpotOperation::Pay;
        for (number, result) in numbers.into_iter().zip(results) {
            let spot = waffle.spot_mut(number);
            let status = spot.as_ref().map_or(SpotStatus::Available, Held::status);
            let allowed = status == SpotStatus::Pending || status == SpotStatus::Paid && !paying;
            match (spot.as_mut(), allowed) {
                (Some(held), true) if paying => held.paid_at = Some(at(self.clock)),
                (_, true) => *spot = None,
                _ => {}
            }
            match result {
                SpotResult::Changed(event) if allowed => {
                    waffle.last_seq += 1;
                    assert_eq!(event.seq, waffle.last_seq);
                    self.done[if paying { 2 } else { 3 }] += 1;
                }
                SpotResult::WrongStatus { number: n, status: s, .. } => {
                    assert_eq!((allowed, n, s), (false, number, status));
                }
                other => panic!("{operation:?} of a spot that is {status}: {other:?}"),
            }
        }
        self.assert_logs().await;
    }

    async fn draw(&mut self, place: usize, operation: fn(Vec<i64>) -> WinnerOperation, rng: &mut StdRng) {
        let waffle = &mut self.model.waffles[place];
        let numbers: Vec<i64> = (0..waffle.items).map(|_| rng.random_range(1..=i64::from(SPOTS))).collect();
        let operation = operation(numbers.clone());
        let set = winners::set(&self.store.pool, waffle.id, (&operation, None), admin().at(at(self.clock))).await;
        let change = matches!(operation, WinnerOperation::Change(_));
        if change && !waffle.completed() {
            assert_eq!(set, Err(Refusal::WaffleNotCompleted.into()));
        } else if !change && waffle.completed() {
            assert_eq!(set, Err(Refusal::DrawnAlready.into()));
        } else if waffle.may_draw(&numbers) {
            assert!(set.is_ok(), "{set:?}");
            waffle.draw(Some(&numbers));
            waffle.completed_at.get_or_insert(at(self.clock));
            self.done[if change { 5 } else { 4 }] += 1;
        } else {
            assert!(matches!(set, Err(StoreFailure::Refused(Refusal::ValidationFailed { .. }))), "{set:?}");
        }
    }

    async fn clear(&mut self, place: usize) {
        let waffle = &mut self.model.waffles[place];
        let set =
            winners::set(&self.store.pool, waffle.id, (&WinnerOperation::Clear, None), admin().at(at(self.clock)))
                .await;
        assert_eq!(set.is_ok(), waffle.completed(), "{set:?}");
        if waffle.completed() {
            waffle.draw(None);
            waffle.completed_at = None;
            self.done[6] += 1;
        }
    }

    async fn archive(&mut self, place: usize, archived: bool) {
        let waffle = &mut self.model.waffles[place];
        edit_waffle::archive(&self.store.pool, waffle.id, archived, admin().at(at(self.clock))).await.unwrap();
        waffle.archived = archived;
        self.done[7] += 1;
    }

    async fn rename(&mut self, place: usize) {
        let waffle = &mut self.model.waffles[place];
        (waffle.title, waffle.price) = (format!("Box “{}”", self.clock), waffle.price + 1);
        let draft =
            WaffleDraft { title: Some(waffle.title.clone()), spot_price: Some(waffle.price), ..WaffleDraft::default() };
        let edit = WaffleEdit::parse(&draft, SPOTS).unwrap();
        edit_waffle::edit(&self.store.pool, waffle.id, edit, admin().at(at(self.clock))).await.unwrap();
    }

    async fn delete(&mut self, place: usize) {
        let waffle = self.model.waffles.remove(place);
        edit_waffle::delete(&self.store.pool, waffle.id, admin().at(at(self.clock))).await.unwrap();
        self.done[8] += 1;
    }
}
