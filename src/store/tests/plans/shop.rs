//! A shop with some boards, of which nothing, half or all is sold.

use std::cell::RefCell;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicI32, Ordering};

use uuid::Uuid;
use waffle_store::claims::{Order, Verdict, commit};
use waffle_store::ledger_session::LedgerSession;
use waffle_store::spots::{SpotOperation, SpotOrder};

use crate::test_store::{TestStore, at, claim, spot_order};

pub(crate) const BOARDS: i32 = 20;
pub(crate) const SPOTS: i32 = 500;
/// The handles that buy, besides anna, who has a spot of each board.
const PEOPLE: i32 = 300;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sold {
    Nothing,
    Half,
    All,
}

/// When the database was analyzed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Statistics {
    Never,
    BeforeTheSale,
    Now,
}

pub(crate) struct Shop {
    pub(crate) store: TestStore,
    pub(crate) sold: Sold,
    pub(crate) name: String,
    pub(crate) ids: Vec<Uuid>,
    /// The id of the first spot of each board.
    first_spots: Vec<i64>,
    /// How many claims were made after the sale.
    turn: AtomicI32,
    /// What read too much.
    pub(crate) found: RefCell<Vec<String>>,
}

impl Shop {
    /// A shop with the boards, some of them sold, with statistics or without.
    pub(crate) async fn open(sold: Sold, statistics: Statistics) -> Self {
        let mut shop = Self::empty().await;
        shop.sold = sold;
        shop.name = format!("{sold:?} sold, statistics: {statistics:?}");
        shop.create().await;
        if statistics == Statistics::BeforeTheSale {
            shop.store.database.execute("ANALYZE").await.unwrap();
        }
        shop.sell().await;
        if statistics == Statistics::Now {
            shop.store.database.execute("ANALYZE").await.unwrap();
        }
        shop
    }

    /// A shop without a board.
    pub(crate) async fn empty() -> Self {
        // What the test itself reads is counted before that of others, on the same connection.
        let store = TestStore::with(1).await;
        // Who analyzes the tables is the test.
        store
            .database
            .execute(
                "ALTER TABLE spots SET (autovacuum_enabled = off); ALTER TABLE events SET (autovacuum_enabled = off);
                 ALTER TABLE holdings SET (autovacuum_enabled = off);
                 ALTER TABLE idempotency_keys SET (autovacuum_enabled = off)",
            )
            .await
            .unwrap();
        Self {
            store,
            sold: Sold::Nothing,
            name: "a young shop".into(),
            ids: Vec::new(),
            first_spots: Vec::new(),
            turn: AtomicI32::new(0),
            found: RefCell::default(),
        }
    }

    pub(crate) fn assert_nothing_found(&self) {
        let found = self.found.take();
        assert!(found.is_empty(), "{}:\n{}", self.name, found.join("\n"));
    }

    /// Creates the boards, half of which have terms.
    pub(crate) async fn create(&mut self) {
        for _ in 0..BOARDS {
            let id = self.store.waffle(SPOTS.into()).await;
            let first = sqlx::query_scalar("SELECT min(id) FROM spots WHERE waffle_id = $1").bind(id);
            self.first_spots.push(first.fetch_one(&self.store.pool).await.unwrap());
            self.ids.push(id);
        }
        let terms =
            "UPDATE waffles SET max_spots_per_handle = total_spots, pay_within_minutes = 30 WHERE id = ANY ($1)";
        let half = &self.ids[..self.ids.len() / 2];
        sqlx::query(terms).bind(half).execute(&self.store.pool).await.unwrap();
    }

    /// Sells the last spots of each board, all in one session, as a server does from the first day on.
    async fn sell(&self) {
        let last = match self.sold {
            Sold::Nothing => return,
            Sold::Half => SPOTS / 2,
            Sold::All => 0,
        };
        let mut session = LedgerSession::open(&self.counted()).await.unwrap();
        for number in (last + 1..=SPOTS).rev() {
            let buyer = |place: i32| match number {
                SPOTS => "anna".to_owned(),
                _ => format!("buyer{}", (number * 7 + place * 13) % PEOPLE),
            };
            let orders: Vec<_> =
                self.ids.iter().zip(0..).map(|(id, place)| claim(*id, &buyer(place), &[number])).collect();
            let verdicts = commit(&mut session, &orders, at(0)).await.unwrap();
            assert!(verdicts.iter().all(|verdict| matches!(verdict, Verdict::Granted { .. })));
        }
        drop(session);
        self.until_gone().await;
    }

    /// Claims of a spot each, spread over the boards, with keys; the spots are free unless all is sold.
    pub(crate) fn next_orders(&self, count: i32) -> Vec<Order> {
        let one = |n: i32| {
            let (board, number) = (usize::try_from(n % BOARDS).unwrap(), n / BOARDS + 1);
            let key = Some((format!("key{n}"), "the same".to_owned()));
            Order { key, ..claim(self.ids[board], &format!("buyer{n}"), &[number]) }
        };
        let first = self.turn.fetch_add(count, Ordering::Relaxed);
        (first..first + count).map(one).collect()
    }

    /// A claim of a hundred free spots of one board.
    pub(crate) fn large_order(&self) -> Order {
        claim(self.ids[0], "ben", &(100..200).collect::<Vec<_>>())
    }

    /// Orders for the first two spots of each board.
    pub(crate) fn orders_to_change(&self, operation: &SpotOperation) -> Vec<SpotOrder> {
        self.ids.iter().map(|id| self.order_to_change(*id, operation.clone(), 1..=2)).collect()
    }

    pub(crate) fn order_to_change(
        &self,
        waffle_id: Uuid,
        operation: SpotOperation,
        numbers: RangeInclusive<i32>,
    ) -> SpotOrder {
        let board = self.ids.iter().position(|id| *id == waffle_id).unwrap();
        let spot_ids = numbers.map(|number| self.first_spots[board] + i64::from(number) - 1).collect();
        spot_order(waffle_id, spot_ids, operation)
    }
}
