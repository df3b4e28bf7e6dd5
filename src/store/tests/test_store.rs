//! A database with waffles, and shorthands for the tests.

use chrono::{DateTime, Duration, Utc};
use uuid::Uuid;
use waffle_domain::author::Author;
use waffle_domain::claim::{Claim, Selection};
use waffle_domain::event::Reason;
use waffle_domain::handle::Handle;
use waffle_domain::paging::{PageSize, Paging};
use waffle_domain::slug::SlugPrefix;
use waffle_domain::spot_numbers::SpotNumbers;
use waffle_domain::waffle_fields::{NewWaffle, WaffleDraft};
use waffle_store::buyers::known_buyers::KnownBuyers;
use waffle_store::claims::{Order, Verdict, commit};
use waffle_store::create_waffle::create;
use waffle_store::ledger_session::LedgerSession;
use waffle_store::loading::{LoadedWaffle, load};
use waffle_store::migrate;
use waffle_store::pools::{PgConnectOptions, PgPool, options};
use waffle_store::spots::{SpotOperation, SpotOrder, SpotResult, change};
use waffle_store::table::Table;
use waffle_test_databases::inspection::{add_super_admin, contradictions};
use waffle_test_databases::{Replicated, TestDatabase};

/// The test's database, and a ledger's session in it.
pub(crate) struct TestStore {
    pub(crate) pool: PgPool,
    pub(crate) ledger: LedgerSession,
    pub(crate) database: TestDatabase,
}

/// A number of seconds after a fixed moment.
pub(crate) fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + Duration::days(20_000) + Duration::seconds(seconds)
}

pub(crate) fn admin() -> Author {
    Author { account_id: Uuid::from_u128(7), username: "ada".into(), ip_address: Some("203.0.113.9".parse().unwrap()) }
}

/// A primary and its standby, with all tables and the admin of the tests; how to connect to the primary.
pub(crate) async fn replicated() -> (Replicated, PgConnectOptions) {
    let servers = Replicated::start("waffle").await.unwrap();
    let options = options(&servers.primary.url("waffle")).unwrap();
    migrate::run(&options).await.unwrap();
    add_super_admin(&options, admin().account_id, &admin().username).await.unwrap();
    (servers, options)
}

/// Gives an author the account of a super admin, who may do everything.
pub(crate) async fn add_account(database: &TestDatabase, author: &Author) {
    add_super_admin(&database.connect_options(), author.account_id, &author.username).await.unwrap();
}

pub(crate) fn handle(text: &str) -> Handle {
    Handle::parse(text).unwrap()
}

/// A page of a list.
pub(crate) fn page(number: u32, rows: u32) -> Paging {
    Paging::parse(&number.to_string(), &rows.to_string(), PageSize { default: 25, most: 100 }).unwrap()
}

/// An order of the admin's for some spots, no matter who holds them.
pub(crate) fn spot_order(waffle_id: Uuid, spot_ids: Vec<i64>, operation: SpotOperation) -> SpotOrder {
    let (only_of, author) = (None, Some(admin()));
    SpotOrder { id: Uuid::new_v4(), waffle_id, spot_ids, operation, only_of, active_only: false, author }
}

pub(crate) fn new_waffle(title: &str, total_spots: i64) -> NewWaffle {
    NewWaffle::parse(&WaffleDraft::new(title, total_spots, 2_500)).unwrap()
}

/// A claim of some spots, without a key.
pub(crate) fn claim(waffle_id: Uuid, buyer: &str, numbers: &[i32]) -> Order {
    Order {
        id: Uuid::new_v4(),
        waffle_id,
        handle: handle(buyer),
        numbers: numbers.to_vec(),
        requested: None,
        key: None,
        assigned_by: None,
        source: None,
    }
}

/// The same claim with a key and the fingerprint of its request.
pub(crate) fn keyed(mut order: Order, key: &str) -> Order {
    let numbers: Vec<i64> = order.numbers.iter().map(|n| i64::from(*n)).collect();
    let selection = match order.requested {
        Some(count) => Selection::Any(count),
        None => Selection::Numbers(SpotNumbers::parse("spots", &numbers).unwrap()),
    };
    let claim = Claim {
        id: order.id,
        waffle_id: order.waffle_id,
        selection,
        handle: order.handle.clone(),
        key: None,
        assigned_by: None,
        source: None,
    };
    order.key = Some((key.to_owned(), claim.fingerprint()));
    order
}

impl TestStore {
    /// A database with an admin and one waffle.
    pub(crate) async fn selling(spots: i64) -> (Self, Uuid) {
        let store = Self::new().await;
        let id = store.waffle(spots).await;
        (store, id)
    }

    pub(crate) async fn new() -> Self {
        Self::with(8).await
    }

    /// A database with this many connections.
    pub(crate) async fn with(connections: u32) -> Self {
        let (database, pool) = TestDatabase::with_pool(connections).await.unwrap();
        let ledger = LedgerSession::open(&database.connect_options()).await.unwrap();
        add_account(&database, &admin()).await;
        Self { pool, ledger, database }
    }

    pub(crate) async fn session(&self) -> LedgerSession {
        LedgerSession::open(&self.database.connect_options()).await.unwrap()
    }

    pub(crate) async fn waffle(&self, total_spots: i64) -> Uuid {
        let id = Uuid::new_v4();
        create(&self.pool, id, &SlugPrefix::default(), &new_waffle("Box", total_spots), admin().at(at(0)))
            .await
            .unwrap();
        id
    }

    pub(crate) async fn commit(&mut self, orders: &[Order], seconds: i64) -> Vec<Verdict> {
        let mut verdicts = commit(&mut self.ledger, orders, at(seconds)).await.unwrap();
        // A transaction that was dropped is rolled back a moment after the code that dropped it continues.
        while verdicts.contains(&Verdict::Busy) {
            let busy = verdicts.iter_mut().zip(orders).filter(|(verdict, _)| **verdict == Verdict::Busy);
            let (busy, again): (Vec<_>, Vec<_>) = busy.map(|(verdict, order)| (verdict, order.clone())).unzip();
            for (verdict, judged) in busy.into_iter().zip(commit(&mut self.ledger, &again, at(seconds)).await.unwrap())
            {
                *verdict = judged;
            }
        }
        verdicts
    }

    pub(crate) async fn claim(&mut self, order: Order, seconds: i64) -> Verdict {
        self.commit(&[order], seconds).await.remove(0)
    }

    pub(crate) async fn load(&self, id: Uuid) -> LoadedWaffle {
        load(&self.pool, &[id]).await.unwrap().remove(0)
    }

    /// Pays or releases spots by number.
    pub(crate) async fn change(
        &self,
        id: Uuid,
        operation: SpotOperation,
        numbers: &[i32],
        seconds: i64,
    ) -> Vec<SpotResult> {
        let order = self.order(id, operation, numbers).await;
        change(&self.pool, &order, at(seconds)).await.unwrap().unwrap()
    }

    /// Changes spots by number, if they are the buyer's.
    pub(crate) async fn change_of(
        &self,
        id: Uuid,
        operation: SpotOperation,
        numbers: &[i32],
        only_of: Option<Handle>,
    ) -> Vec<SpotResult> {
        let order = SpotOrder { only_of, ..self.order(id, operation, numbers).await };
        change(&self.pool, &order, at(50)).await.unwrap().unwrap()
    }

    async fn order(&self, id: Uuid, operation: SpotOperation, numbers: &[i32]) -> SpotOrder {
        let board = self.load(id).await.board;
        let spot_ids = numbers.iter().map(|n| board.spot(*n).unwrap().id).collect();
        spot_order(id, spot_ids, operation)
    }

    /// Runs a statement on a waffle, around the functions of the store.
    pub(crate) async fn run(&self, sql: &'static str, id: Uuid) {
        sqlx::query(sql).bind(id).execute(&self.pool).await.unwrap();
    }

    /// This much time passes for all keys.
    pub(crate) async fn age_keys(&self, by: &str) {
        let sql = "UPDATE idempotency_keys SET created_at = created_at - $1::interval";
        sqlx::query(sql).bind(by).execute(&self.pool).await.unwrap();
    }

    pub(crate) async fn archive(&self, id: Uuid) {
        self.run("UPDATE waffles SET archived = true WHERE id = $1", id).await;
    }

    pub(crate) async fn complete(&self, id: Uuid) {
        self.run("UPDATE waffles SET status = 'completed', completed_at = created_at WHERE id = $1", id).await;
    }

    pub(crate) async fn count(&self, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(&self.pool).await.unwrap()
    }

    /// When a handle was first and last seen.
    pub(crate) async fn buyer(&self, handle: &str) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
        let (buyers, _) = KnownBuyers::read(&self.pool, &handle.to_owned(), page(1, 25)).await.unwrap();
        let buyer = buyers.into_iter().find(|buyer| buyer.handle == handle)?;
        Some((buyer.created_at, buyer.updated_at))
    }

    /// Asserts that the waffle's counters, log and spots agree, and that the domain knows every reason in the log.
    pub(crate) async fn assert_sound(&self, id: Uuid) {
        assert_eq!(contradictions(&self.database.connect_options(), id).await.unwrap(), Vec::<String>::new());
        let reasons = "SELECT DISTINCT reason FROM events WHERE waffle_id = $1 AND reason IS NOT NULL";
        let reasons: Vec<String> = sqlx::query_scalar(reasons).bind(id).fetch_all(&self.pool).await.unwrap();
        assert!(reasons.iter().all(|reason| Reason::parse(reason).is_some()), "{reasons:?}");
    }
}
