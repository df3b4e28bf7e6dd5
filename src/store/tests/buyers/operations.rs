//! Random operations on the database and on the model, which must agree on what is refused.

use std::slice;

use chrono::{DateTime, Utc};
use rand::RngExt;
use rand::rngs::StdRng;
use sqlx::PgPool;
use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::buyer::Entry;
use waffle_domain::handle::Handle;
use waffle_domain::refusal::Refusal;
use waffle_domain::waffle_fields::{NewWaffle, WaffleDraft, WaffleEdit};
use waffle_store::buyers::history;
use waffle_store::claims::{self, Order, Verdict};
use waffle_store::failure::StoreFailure;
use waffle_store::pools::LedgerSession;
use waffle_store::spots::{self, SpotOperation, SpotOrder, SpotResult};
use waffle_store::winners::{self, WinnerOperation};
use waffle_store::{create_waffle, edit_waffle};
use waffle_test_databases::TestDatabase;
use waffle_test_databases::inspection::add_super_admin;

use super::model::{CLAIMANTS, HANDLES, Held, Model, SPOTS, Waffle};

const MOST_WAFFLES: usize = 12;

pub(crate) struct Market {
    pub(crate) pool: PgPool,
    pub(crate) model: Model,
    pub(crate) now: DateTime<Utc>,
    /// How often each kind of operation succeeded.
    pub(crate) done: [u32; 9],
    session: LedgerSession,
    seller: Author,
    pub(crate) database: TestDatabase,
}

impl Market {
    pub(crate) async fn open() -> Self {
        let database = TestDatabase::create().await.unwrap();
        let seller = Author { account_id: Uuid::nil(), username: "seller".into(), ip_address: None };
        add_super_admin(&database.connect_options(), seller.account_id, &seller.username).await.unwrap();
        Self {
            pool: database.pool(2).await.unwrap(),
            model: Model::default(),
            now: DateTime::from_timestamp(1_780_000_000, 0).unwrap(),
            done: [0; 9],
            session: LedgerSession::open(&database.connect_options()).await.unwrap(),
            seller,
            database,
        }
    }

    pub(crate) async fn step(&mut self, rng: &mut StdRng) {
        if self.model.waffles.len() < 3 {
            return self.create(rng).await;
        }
        let waffle = rng.random_range(0..self.model.waffles.len());
        match rng.random_range(0..1_000) {
            0..400 => self.claim(waffle, rng).await,
            400..700 => self.change_spot(waffle, SpotOperation::Pay, rng).await,
            700..780 => self.change_spot(waffle, SpotOperation::Release, rng).await,
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
        let handle = Handle::parse(name).unwrap();
        let mut entries = Vec::new();
        for waffle in history::waffles(&self.pool, &handle).await.unwrap() {
            let part = history::part(&self.pool, &handle, &[waffle.id]).await.unwrap();
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
        let slug = create_waffle::create(&self.pool, id, &new, self.seller.at(self.now)).await.unwrap();
        let first_id = sqlx::query_scalar("SELECT min(id) FROM spots WHERE waffle_id = $1").bind(id);
        self.model.waffles.push(Waffle {
            id,
            slug: slug.to_string(),
            title: new.title.clone(),
            price: new.spot_price,
            items: usize::try_from(items).unwrap(),
            archived: false,
            created_at: self.now,
            completed_at: None,
            draws_before: 0,
            first_id: first_id.fetch_one(&self.pool).await.unwrap(),
            spots: vec![None; usize::try_from(SPOTS).unwrap()],
        });
        self.done[0] += 1;
    }

    async fn claim(&mut self, at: usize, rng: &mut StdRng) {
        let waffle = &mut self.model.waffles[at];
        let handle = HANDLES[rng.random_range(0..CLAIMANTS)];
        let first = rng.random_range(1..=SPOTS);
        let numbers: Vec<i32> = (first..=SPOTS.min(first + rng.random_range(0..3))).collect();
        let order = Order {
            id: Uuid::now_v7(),
            waffle_id: waffle.id,
            handle: Handle::parse(handle).unwrap(),
            numbers: numbers.clone(),
            requested: None,
            key: None,
            assigned_by: None,
            source: None,
        };
        let mut verdict = Verdict::Busy;
        // A transaction that was dropped is rolled back a moment after the code that dropped it continues.
        while verdict == Verdict::Busy {
            verdict = claims::commit(&mut self.session, slice::from_ref(&order), self.now).await.unwrap().remove(0);
        }
        let places: Vec<usize> = numbers.iter().map(|n| usize::try_from(*n).unwrap() - 1).collect();
        if waffle.archived {
            assert_eq!(verdict, Verdict::Refused(Refusal::NoWaffle));
        } else if waffle.completed() {
            assert_eq!(verdict, Verdict::Refused(Refusal::WaffleNotActive));
        } else if places.iter().any(|place| waffle.spots[*place].is_some()) {
            assert!(matches!(verdict, Verdict::Refused(Refusal::SpotsTaken { .. })), "{verdict:?}");
        } else {
            assert!(matches!(verdict, Verdict::Granted { .. }), "{verdict:?}");
            let held = Held { handle, claimed_at: self.now, paid_at: None, won: None };
            for place in places {
                waffle.spots[place] = Some(held.clone());
            }
            self.model.first_seen.entry(handle).or_insert(self.now);
            self.done[1] += 1;
        }
    }

    async fn change_spot(&mut self, at: usize, operation: SpotOperation, rng: &mut StdRng) {
        let waffle = &mut self.model.waffles[at];
        let place = rng.random_range(0..waffle.spots.len());
        let order = SpotOrder {
            id: Uuid::now_v7(),
            waffle_id: waffle.id,
            spot_ids: vec![waffle.first_id + i64::try_from(place).unwrap()],
            operation: operation.clone(),
            only_of: None,
            active_only: false,
            author: Some(self.seller.clone()),
        };
        let result = spots::change(&self.pool, &order, self.now).await.unwrap().unwrap().remove(0);
        let spot = &mut waffle.spots[place];
        let paying = operation == SpotOperation::Pay;
        let allowed =
            spot.as_ref().is_some_and(|held| if paying { held.paid_at.is_none() } else { held.won.is_none() });
        assert_eq!(matches!(result, SpotResult::Changed(_)), allowed, "{result:?}");
        if allowed && paying {
            spot.as_mut().unwrap().paid_at = Some(self.now);
            self.done[2] += 1;
        } else if allowed {
            *spot = None;
            self.done[3] += 1;
        }
    }

    async fn draw(&mut self, at: usize, operation: fn(Vec<i64>) -> WinnerOperation, rng: &mut StdRng) {
        let waffle = &mut self.model.waffles[at];
        let numbers: Vec<i64> = (0..waffle.items).map(|_| rng.random_range(1..=i64::from(SPOTS))).collect();
        let operation = operation(numbers.clone());
        let set = winners::set(&self.pool, waffle.id, (&operation, None), self.seller.at(self.now)).await;
        let change = matches!(operation, WinnerOperation::Change(_));
        if change && !waffle.completed() {
            assert_eq!(set, Err(Refusal::WaffleNotCompleted.into()));
        } else if !change && waffle.completed() {
            assert_eq!(set, Err(Refusal::DrawnAlready.into()));
        } else if waffle.may_draw(&numbers) {
            assert!(set.is_ok(), "{set:?}");
            waffle.draw(Some(&numbers));
            waffle.completed_at.get_or_insert(self.now);
            self.done[if change { 5 } else { 4 }] += 1;
        } else {
            assert!(matches!(set, Err(StoreFailure::Refused(Refusal::ValidationFailed { .. }))), "{set:?}");
        }
    }

    async fn clear(&mut self, at: usize) {
        let waffle = &mut self.model.waffles[at];
        let set = winners::set(&self.pool, waffle.id, (&WinnerOperation::Clear, None), self.seller.at(self.now)).await;
        assert_eq!(set.is_ok(), waffle.completed(), "{set:?}");
        if waffle.completed() {
            waffle.draw(None);
            waffle.completed_at = None;
            self.done[6] += 1;
        }
    }

    async fn archive(&mut self, at: usize, archived: bool) {
        let waffle = &mut self.model.waffles[at];
        edit_waffle::archive(&self.pool, waffle.id, archived, self.seller.at(self.now)).await.unwrap();
        waffle.archived = archived;
        self.done[7] += 1;
    }

    async fn rename(&mut self, at: usize) {
        let waffle = &mut self.model.waffles[at];
        (waffle.title, waffle.price) = (format!("Box “{}”", self.now.timestamp()), waffle.price + 1);
        let draft =
            WaffleDraft { title: Some(waffle.title.clone()), spot_price: Some(waffle.price), ..WaffleDraft::default() };
        let edit = WaffleEdit::parse(&draft, SPOTS).unwrap();
        edit_waffle::edit(&self.pool, waffle.id, edit, self.seller.at(self.now)).await.unwrap();
    }

    async fn delete(&mut self, at: usize) {
        let waffle = self.model.waffles.remove(at);
        edit_waffle::delete(&self.pool, waffle.id, self.seller.at(self.now)).await.unwrap();
        self.done[8] += 1;
    }
}
