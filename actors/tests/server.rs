//! Servers on one database, and the vocabulary of the tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use chrono::{DateTime, SubsecRound, Utc};
use tokio::time::timeout;
use uuid::Uuid;
use waffle_actors::waffles::{Waffles, WafflesOwner};
use waffle_actors::waffles_config::WafflesConfig;
use waffle_actors::watch::{News, Subscription, SubscriptionEnd};
use waffle_domain::claim::{Claim, Granted, Selection};
use waffle_domain::failure::Failure;
use waffle_domain::handle::Handle;
use waffle_domain::idempotency_key::IdempotencyKey;
use waffle_domain::refusal::Refusal;
use waffle_domain::slug::SlugPrefix;
use waffle_domain::spot_numbers::SpotNumbers;
use waffle_domain::waffle_fields::{NewWaffle, WaffleDraft};
use waffle_store::create_waffle::create;
use waffle_store::migrate;
use waffle_store::pools::{PgConnectOptions, PgPool, Pools, options};
use waffle_store::spots::{SpotOperation, SpotOrder, SpotResult};
use waffle_store::waffles::WaffleRef;
use waffle_test_databases::inspection::contradictions;
use waffle_test_databases::{Cluster, TestDatabase};

/// How long anything may take that a test waits for.
pub(crate) const SOON: Duration = Duration::from_secs(10);

/// Whether it certainly was not done, for want of the database or of time.
pub(crate) fn is_unavailable<T>(answer: &Result<T, Failure>) -> bool {
    answer.as_ref().is_err_and(|failure| failure.refusal == Refusal::DatabaseUnavailable)
}

/// A server without its web part.
pub(crate) struct Server {
    pub(crate) waffles: Waffles,
    pub(crate) pool: PgPool,
    pub(crate) options: PgConnectOptions,
    owner: WafflesOwner,
    commits: Arc<AtomicUsize>,
    /// Its database, unless it shares one.
    database: Option<TestDatabase>,
}

pub(crate) fn now() -> DateTime<Utc> {
    DateTime::<Utc>::from(SystemTime::now()).trunc_subsecs(6)
}

pub(crate) fn admin() -> waffle_domain::author::Author {
    waffle_domain::author::Author { account_id: Uuid::from_u128(7), username: "ada".into(), ip_address: None }
}

pub(crate) async fn database() -> (TestDatabase, PgConnectOptions) {
    let database = TestDatabase::create().await.unwrap();
    let options = database.connect_options();
    (database, options)
}

/// Starts a PostgreSQL that a test may stop, with an empty database.
pub(crate) async fn cluster() -> (Cluster, PgConnectOptions) {
    let cluster = Cluster::throwaway().await.unwrap();
    cluster.create_database("waffle").await.unwrap();
    let options = options(&cluster.url("waffle")).unwrap();
    migrate::run(&options).await.unwrap();
    (cluster, options)
}

/// Asserts that a waffle's counters, log and spots tell the same story.
pub(crate) async fn assert_sound(options: &PgConnectOptions, id: Uuid) {
    assert_eq!(contradictions(options, id).await.unwrap(), Vec::<String>::new());
}

/// Waits until a condition holds.
pub(crate) async fn until(what: &str, so: impl AsyncFn() -> bool) {
    let look = async {
        while !so().await {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    assert!(timeout(SOON, look).await.is_ok(), "{what}");
}

pub(crate) fn selection(id: Uuid, handle: &str, selection: Selection) -> Claim {
    Claim {
        id: Uuid::new_v4(),
        waffle_id: id,
        selection,
        handle: Handle::parse(handle).unwrap(),
        key: None,
        assigned_by: None,
        source: None,
    }
}

pub(crate) fn spots(id: Uuid, handle: &str, numbers: &[i64]) -> Claim {
    selection(id, handle, Selection::Numbers(SpotNumbers::parse("spots", numbers).unwrap()))
}

pub(crate) fn any(id: Uuid, handle: &str, count: u64) -> Claim {
    selection(id, handle, Selection::any(count).unwrap())
}

pub(crate) fn keyed(claim: Claim, key: &str) -> Claim {
    Claim { key: Some(IdempotencyKey::parse(key).unwrap()), ..claim }
}

pub(crate) fn numbers(granted: &Granted) -> Vec<i32> {
    granted.spots.iter().map(|(_, number)| *number).collect()
}

impl Server {
    /// Starts a server that compares often, and otherwise works as usual.
    pub(crate) fn start(options: &PgConnectOptions) -> Self {
        Self::with(options, |config| config.compare_every = Duration::from_millis(50))
    }

    /// Starts a server on its own database.
    pub(crate) async fn alone() -> Self {
        let (database, options) = database().await;
        Self { database: Some(database), ..Self::start(&options) }
    }

    /// The same, with a waffle.
    pub(crate) async fn with_waffle(total_spots: i64) -> (Self, Uuid) {
        let server = Self::alone().await;
        let id = server.waffle(total_spots).await;
        (server, id)
    }

    /// Starts a server on its own database, with other settings.
    pub(crate) async fn alone_with(set: impl FnOnce(&mut WafflesConfig)) -> Self {
        let (database, options) = database().await;
        Self { database: Some(database), ..Self::with(&options, set) }
    }

    /// Starts two servers on their own database.
    pub(crate) async fn two() -> [Self; 2] {
        let server = Self::alone().await;
        let other = Self::start(&server.options);
        [server, other]
    }

    /// Starts two servers that learn of each other's commits by hints alone, and by reading the log when they need to.
    pub(crate) async fn two_that_never_compare() -> [Self; 2] {
        let never = |config: &mut WafflesConfig| config.compare_every = Duration::from_hours(1);
        let server = Self::alone_with(never).await;
        let other = Self::with(&server.options, never);
        [server, other]
    }

    pub(crate) fn with(options: &PgConnectOptions, set: impl FnOnce(&mut WafflesConfig)) -> Self {
        let commits = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&commits);
        // The ledger asks for the time once for each commit.
        let mut config = WafflesConfig::new(Arc::new(move || {
            counted.fetch_add(1, Ordering::Relaxed);
            now()
        }));
        set(&mut config);
        let pools = Pools::new(options, 2, 8);
        let (waffles, owner) = Waffles::start(&pools, options.clone(), config).unwrap();
        Self { waffles, pool: PgPool::clone(&pools.actors), options: options.clone(), owner, commits, database: None }
    }

    pub(crate) fn commits(&self) -> usize {
        self.commits.load(Ordering::Relaxed)
    }

    pub(crate) async fn stop(self) {
        self.owner.stop().await;
        drop(self.database);
    }

    /// Stops all before their database goes.
    pub(crate) async fn stop_all<const N: usize>(servers: [Self; N]) {
        let mut databases = Vec::new();
        for server in servers {
            server.owner.stop().await;
            databases.push(server.database);
        }
    }

    pub(crate) fn close_watchers(&self) {
        self.owner.close_watchers();
    }

    pub(crate) async fn waffle(&self, total_spots: i64) -> Uuid {
        let draft = WaffleDraft::new("Box", total_spots, 2_500);
        let id = Uuid::new_v4();
        create(&self.pool, id, &SlugPrefix::default(), &NewWaffle::parse(&draft).unwrap(), admin().at(now()))
            .await
            .unwrap();
        id
    }

    pub(crate) async fn assert_sound(&self, id: Uuid) {
        assert_sound(&self.options, id).await;
    }

    pub(crate) async fn claim(&self, claim: Claim) -> Result<Vec<i32>, Failure> {
        self.waffles.claim(claim).await.map(|granted| numbers(&granted))
    }

    pub(crate) async fn spot_ids(&self, id: Uuid, numbers: impl IntoIterator<Item = i32>) -> Vec<i64> {
        let snapshot = self.waffles.snapshot(&WaffleRef::Id(id)).await.unwrap().unwrap();
        numbers.into_iter().map(|n| snapshot.board.spot(n).unwrap().id).collect()
    }

    /// Pays or releases spots; returns how many changed.
    pub(crate) async fn change(
        &self,
        id: Uuid,
        operation: SpotOperation,
        numbers: impl IntoIterator<Item = i32>,
    ) -> Result<usize, Failure> {
        let order = SpotOrder {
            id: Uuid::new_v4(),
            waffle_id: id,
            spot_ids: self.spot_ids(id, numbers).await,
            operation,
            only_of: None,
            active_only: false,
            author: Some(admin()),
        };
        let results = self.waffles.change_spots(order).await?;
        Ok(results.iter().filter(|r| matches!(r, SpotResult::Changed(_))).count())
    }

    /// Returns the sequence number and the number of taken spots that readers see.
    pub(crate) async fn seen(&self, id: Uuid) -> (i64, i32) {
        let snapshot = self.waffles.snapshot(&WaffleRef::Id(id)).await.unwrap().unwrap();
        (snapshot.seq, snapshot.board.counts().claimed())
    }

    pub(crate) async fn watch(&self, id: Uuid, since: Option<i64>) -> Watcher {
        let subscription = self.waffles.watch(&WaffleRef::Id(id), since).await.unwrap().unwrap();
        Watcher { subscription, seqs: Vec::new(), through: 0 }
    }
}

/// A watcher that notes the numbers that it has seen, as a session does.
pub(crate) struct Watcher {
    subscription: Subscription,
    /// The sequence numbers of all messages, in order; 0 for one that asks to start over.
    pub(crate) seqs: Vec<i64>,
    through: i64,
}

impl Watcher {
    /// Takes broadcasts until it has seen all up to a sequence number.
    pub(crate) async fn up_to(&mut self, seq: i64) -> &[i64] {
        self.take_one().await;
        while self.through < seq {
            self.take_one().await;
        }
        &self.seqs
    }

    async fn take_one(&mut self) {
        if let Some(end) = self.next().await {
            panic!("the subscription ended: {end:?}");
        }
    }

    /// Takes a broadcast; returns how the subscription ended if there is none.
    async fn next(&mut self) -> Option<SubscriptionEnd> {
        match timeout(SOON, self.subscription.next()).await.unwrap() {
            News::Broadcast(broadcast) => {
                self.seqs.extend(broadcast.seqs());
                self.through = broadcast.through();
                None
            }
            News::Live(_) => None,
            News::Ended(end) => Some(end),
        }
    }

    /// Takes all broadcasts until the subscription ends, and returns how it did.
    pub(crate) async fn end(&mut self) -> SubscriptionEnd {
        loop {
            if let Some(end) = self.next().await {
                return end;
            }
        }
    }

    /// Takes all up to a sequence number, and asserts that it saw each change once, in order.
    pub(crate) async fn assert_saw_all(&mut self, last: i64) {
        while self.through < last {
            self.take_one().await;
        }
        assert_eq!(self.seqs, (1..=last).collect::<Vec<_>>());
    }
}
