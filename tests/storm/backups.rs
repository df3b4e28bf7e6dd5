//! The database is restored from backups that were made while two servers sold: nothing that a backup covers is lost,
//! and servers that stay up continue with what was restored.

use std::{cell::Cell, collections::BTreeMap, fs, time::Duration};

use tokio::{
    join,
    process::Command,
    time::{Instant, sleep},
};
use uuid::Uuid;
use waffle_store::pools::{PgConnectOptions, options};
use waffle_test_databases::inspection::{checksums, contradictions, now, owners};
use waffle_test_databases::{Cluster, StopMode, TestDatabase};

use crate::api::{Api, Board, Seller};
use crate::evidence::{Answer, Order, Wish};
use crate::tools::{as_user_of, deployed, password, succeeds};
use crate::{beside_others, database_beside_others};
use waffle_tests::program::Server;

const LOOK: Duration = Duration::from_millis(20);
const PATIENCE: Duration = Duration::from_secs(20);

/// A board whose spots are sold one after the other, through both servers in turn.
struct Sale {
    apis: [Api; 2],
    board: Board,
    /// Who was granted which spot.
    sold: BTreeMap<i32, String>,
}

impl Sale {
    async fn open(servers: [&Server; 2]) -> Self {
        let apis = servers.map(Api::of);
        let board = Seller::sign_in(&apis[0]).await.create("Saved", 5_000).await;
        Self { apis, board, sold: BTreeMap::new() }
    }

    fn id(&self) -> Uuid {
        self.board.id.parse().unwrap()
    }

    /// A buyer's claim for a spot, with a key.
    fn order(&self, number: i32) -> Order {
        let key = Some(format!("the-key-of-buyer-{number}"));
        Order { key, ..self.board.order(format!("buyer_{number}"), Wish::Numbers(vec![number])) }
    }

    /// Tries an order at one of the servers, each time from another address.
    async fn attempt(&self, server: usize, order: &Order) -> Answer {
        let from = Uuid::new_v4().as_u128() % 250;
        let number = self.sold.len();
        self.apis[server].claim(order, &format!("10.{}.{}.{from}", number / 250, number % 250)).await.answer
    }

    /// Sells the next spot.
    async fn sell(&mut self) {
        let number = i32::try_from(self.sold.len()).unwrap() + 1;
        let order = self.order(number);
        assert_eq!(self.attempt(self.sold.len() % 2, &order).await, Answer::Granted(vec![number]));
        self.sold.insert(number, order.handle);
    }

    async fn sell_some(&mut self) {
        for _ in 0..20 {
            self.sell().await;
        }
    }

    /// Sells while this work is done.
    async fn during<T>(&mut self, work: impl Future<Output = T>) -> T {
        let (done, before) = (Cell::new(false), self.sold.len());
        let work = async {
            let result = work.await;
            done.set(true);
            result
        };
        let selling = async {
            while !done.get() {
                self.sell().await;
            }
        };
        let (result, ()) = join!(work, selling);
        assert!(self.sold.len() > before, "nothing was sold in the meantime");
        result
    }

    /// Repeats an order until a server has the database again and grants it.
    async fn granted_in_time(&self, server: usize, order: &Order) -> Answer {
        let begun = Instant::now();
        loop {
            let answer = self.attempt(server, order).await;
            if !answer.is_busy() && !matches!(answer, Answer::Unknown(_)) {
                return answer;
            }
            assert!(begun.elapsed() < PATIENCE, "{answer:?}");
            sleep(LOOK).await;
        }
    }

    /// Waits until both servers show these spots as taken, and no others.
    async fn shown(&self, sold: &BTreeMap<i32, String>) {
        for api in &self.apis {
            let begun = Instant::now();
            loop {
                let shown = api.board(&self.board.slug).await.map(|board| board.spots).unwrap_or_default();
                let taken = shown.into_iter().filter_map(|spot| Some((spot.number, spot.claimed_by_handle?)));
                let taken: BTreeMap<i32, String> = taken.collect();
                if taken == *sold {
                    break;
                }
                assert!(begun.elapsed() < PATIENCE, "{} spots shown, {} sold", taken.len(), sold.len());
                sleep(LOOK).await;
            }
        }
    }
}

/// What all tables held at a moment of the database's clock when nothing was written, and that moment.
async fn moment(database: &PgConnectOptions) -> (BTreeMap<String, String>, String) {
    loop {
        let before = checksums(database).await.unwrap();
        let time = now(database).await.unwrap();
        if checksums(database).await.unwrap() == before {
            return (before, time.format("%F %T%.6f+00").to_string());
        }
    }
}

/// pgBackRest for one database server, with the configuration of production.
struct PgBackRest<'a> {
    cluster: &'a Cluster,
    config: String,
}

impl<'a> PgBackRest<'a> {
    /// Lets the server archive its log, and prepares the place for backups.
    async fn of(cluster: &'a Cluster) -> Self {
        let home = cluster.folder().to_str().unwrap();
        let config = format!("{home}/pgbackrest.conf");
        let text = deployed(
            "pgbackrest.conf",
            &[
                ("repo1-path=/var/lib/pgbackrest", format!("repo1-path={home}/backups")),
                ("log-path=/var/log/pgbackrest", format!("log-path={home}/backups-log")),
                ("lock-path=/tmp/pgbackrest", format!("lock-path={home}/backups-lock")),
                ("spool-path=/var/spool/pgbackrest", format!("spool-path={home}/backups-spool")),
                ("pg1-path=/var/lib/postgresql/15/main", format!("pg1-path={home}/cluster")),
                ("pg1-port=5432", format!("pg1-port={}\npg1-user=waffle", cluster.port())),
            ],
        );
        fs::write(&config, text).unwrap();
        let archive = format!(
            "ALTER SYSTEM SET archive_mode = on;
             ALTER SYSTEM SET archive_command = 'pgbackrest --config={config} --stanza=waffle archive-push %p'"
        );
        for statement in archive.split(';') {
            run(&cluster.url("postgres"), statement).await;
        }
        cluster.stop_server(StopMode::Fast).await.unwrap();
        cluster.start_server().await.unwrap();
        let backups = Self { cluster, config };
        backups.run(&["stanza-create"]).await;
        backups.run(&["check"]).await;
        backups
    }

    async fn run(&self, arguments: &[&str]) {
        let mut command = as_user_of(self.cluster, "pgbackrest");
        command.args([&format!("--config={}", self.config), "--stanza=waffle"]).args(arguments);
        command.env("PGHOST", "127.0.0.1").env("PGPASSWORD", password(self.cluster));
        succeeds(&mut command).await;
    }

    /// Waits until all that is committed is in the archive.
    async fn archived(&self) {
        let database = options(&self.cluster.url("postgres")).unwrap();
        let mut connection = sqlx::ConnectOptions::connect(&database).await.unwrap();
        let segment: String =
            sqlx::query_scalar("SELECT pg_walfile_name(pg_switch_wal())").fetch_one(&mut connection).await.unwrap();
        let begun = Instant::now();
        let archived = "SELECT coalesce(last_archived_wal, '') >= $1 FROM pg_stat_archiver";
        while !sqlx::query_scalar::<_, bool>(archived).bind(&segment).fetch_one(&mut connection).await.unwrap() {
            assert!(begun.elapsed() < PATIENCE, "{segment} is not archived");
            sleep(LOOK).await;
        }
    }

    /// Loses the server with all its data, restores it, and waits until it takes writes, on the same address.
    async fn restore(&self, arguments: &[&str]) {
        self.cluster.stop_server(StopMode::Immediate).await.unwrap();
        for entry in fs::read_dir(self.cluster.folder().join("cluster")).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.is_symlink() { fs::remove_dir_all(path) } else { fs::remove_file(path) }.unwrap();
        }
        self.run(&[arguments, &["restore"]].concat()).await;
        self.cluster.start_server().await.unwrap();
        let database = options(&self.cluster.url("postgres")).unwrap();
        let mut connection = sqlx::ConnectOptions::connect(&database).await.unwrap();
        let begun = Instant::now();
        let recovers = "SELECT pg_is_in_recovery()";
        while sqlx::query_scalar::<_, bool>(recovers).fetch_one(&mut connection).await.unwrap() {
            assert!(begun.elapsed() < PATIENCE, "it still recovers");
            sleep(LOOK).await;
        }
    }
}

async fn run(url: &str, statement: &str) {
    let mut connection = sqlx::ConnectOptions::connect(&options(url).unwrap()).await.unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(statement.to_owned())).execute(&mut connection).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restored_database_has_all_that_was_acknowledged_until_then_and_running_servers_continue_with_it() {
    let _place = beside_others().await;
    let cluster = Cluster::primary().await.unwrap();
    cluster.create_database("waffle").await.unwrap();
    let backups = PgBackRest::of(&cluster).await;
    let url = cluster.url("waffle");
    let database = options(&url).unwrap();
    let servers = [Server::start(&url, &[]).await, Server::start(&url, &[]).await];
    let mut sale = Sale::open([&servers[0], &servers[1]]).await;

    sale.during(backups.run(&["--type=full", "backup"])).await;
    sale.sell_some().await;
    sale.during(backups.run(&["--type=incr", "backup"])).await;
    sale.sell_some().await;
    let (then, time) = moment(&database).await;
    let sold_then = sale.sold.clone();
    sale.sell_some().await;
    sale.shown(&sale.sold).await;
    let (newest, _) = moment(&database).await;
    backups.archived().await;

    // They run on, but write nothing before the tables are compared.
    let frozen = async || join!(servers[0].freeze(), servers[1].freeze());
    let awake = async || join!(servers[0].wake(), servers[1].wake());
    frozen().await;
    backups.restore(&[]).await;
    assert_eq!(checksums(&database).await.unwrap(), newest, "restored to the end of the archive");
    awake().await;
    let next = i32::try_from(sale.sold.len()).unwrap() + 1;
    let order = sale.order(next);
    assert_eq!(sale.granted_in_time(0, &order).await, Answer::Granted(vec![next]));
    sale.sold.insert(next, order.handle);
    assert_eq!(owners(&database, sale.id()).await.unwrap(), sale.sold);
    sale.shown(&sale.sold).await;
    assert_eq!([0, 1].map(|n: usize| servers[n].logged("its log went back").len()), [0, 0], "nothing was missing");

    frozen().await;
    backups.restore(&["--type=time", &format!("--target={time}"), "--target-action=promote"]).await;
    assert_eq!(checksums(&database).await.unwrap(), then, "restored to {time}");
    awake().await;
    assert_eq!(owners(&database, sale.id()).await.unwrap(), sold_then);
    sale.shown(&sold_then).await;
    for server in &servers {
        assert_eq!(server.logged("its log went back").len(), 1, "{}", server.log());
    }
    // What is not in the database any more can be sold again, once; a key that it has forgotten is new.
    let mut sold = sold_then.clone();
    let [first, second] = [1, 2].map(|n| i32::try_from(sold_then.len()).unwrap() + n);
    let other = sale.board.order("another", Wish::Numbers(vec![first]));
    assert_eq!(sale.granted_in_time(1, &other).await, Answer::Granted(vec![first]));
    assert_eq!(sale.attempt(0, &sale.order(first)).await, Answer::Taken(vec![first]));
    assert_eq!(sale.granted_in_time(0, &sale.order(second)).await, Answer::Granted(vec![second]));
    assert_eq!(sale.attempt(1, &sale.order(second)).await, Answer::Granted(vec![second]), "the same again");
    assert_eq!(sale.attempt(1, &sale.order(1)).await, Answer::Granted(vec![1]), "from before, the same");
    sold.extend([(first, "another".to_owned()), (second, format!("buyer_{second}"))]);
    assert_eq!(owners(&database, sale.id()).await.unwrap(), sold);
    assert_eq!(contradictions(&database, sale.id()).await.unwrap(), [""; 0]);

    // A server that is new to it.
    let server = Server::start(&url, &[]).await;
    let third = sale.board.order("third", Wish::Numbers(vec![second + 1]));
    assert_eq!(Api::of(&server).claim(&third, "192.0.2.3").await.answer, Answer::Granted(vec![second + 1]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dump_made_during_sales_is_one_moment_of_them_and_one_without_sources_can_be_sold_from() {
    let (_place, database) = database_beside_others().await;
    let options = database.connect_options();
    let servers = [Server::start(&database.url(), &[]).await, Server::start(&database.url(), &[]).await];
    let mut sale = Sale::open([&servers[0], &servers[1]]).await;
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    sale.sell_some().await;

    let before = sale.sold.clone();
    let during = file("during");
    sale.during(dump(&database, &during, &[])).await;
    let restored = restore(&file("during")).await;
    let found = owners(&restored.connect_options(), sale.id()).await.unwrap();
    assert!(found.len() >= before.len(), "{} of {} claims from before", found.len(), before.len());
    assert!(found.iter().eq(sale.sold.iter().take(found.len())), "a moment of the sale");
    assert_eq!(contradictions(&restored.connect_options(), sale.id()).await.unwrap(), [""; 0]);

    for server in &servers {
        server.freeze().await;
    }
    let all = checksums(&options).await.unwrap();
    dump(&database, &file("quiet"), &[]).await;
    let restored = restore(&file("quiet")).await;
    let quiet = restored.connect_options();
    assert_eq!(checksums(&quiet).await.unwrap(), all);
    assert_eq!(owners(&quiet, sale.id()).await.unwrap(), sale.sold);
    // If a claim were lost, each comparison would notice.
    run(&restored.url(), "UPDATE spots SET claimed_by_handle = 'another' WHERE number = 1").await;
    assert_ne!(checksums(&quiet).await.unwrap(), all);
    assert_ne!(owners(&quiet, sale.id()).await.unwrap(), sale.sold);
    assert_ne!(contradictions(&quiet, sale.id()).await.unwrap(), [""; 0]);

    dump(&database, &file("without"), &["--exclude-table-data=source_keys"]).await;
    let restored = restore(&file("without")).await;
    let mut without = checksums(&restored.connect_options()).await.unwrap();
    assert_ne!(without["source_keys"], all["source_keys"]);
    without.insert("source_keys".into(), all["source_keys"].clone());
    assert_eq!(without, all, "everything but the keys of sources");
    let server = Server::start(&restored.url(), &[]).await;
    let next = i32::try_from(sale.sold.len()).unwrap() + 1;
    assert_eq!(Api::of(&server).claim(&sale.order(next), "192.0.2.3").await.answer, Answer::Granted(vec![next]));
    assert_eq!(contradictions(&restored.connect_options(), sale.id()).await.unwrap(), [""; 0]);
    for server in &servers {
        server.wake().await;
    }
}

async fn dump(database: &TestDatabase, file: &str, arguments: &[&str]) {
    let mut command = Command::new("pg_dump");
    command.args(["--format=custom", &format!("--file={file}"), &format!("--dbname={}", url(database))]);
    succeeds(command.args(arguments)).await;
}

async fn restore(file: &str) -> TestDatabase {
    let database = TestDatabase::empty().await.unwrap();
    let mut command = Command::new("pg_restore");
    succeeds(command.args(["--exit-on-error", "--no-owner", &format!("--dbname={}", url(&database)), file])).await;
    database
}

/// The address of a database, without what only sqlx understands.
fn url(database: &TestDatabase) -> String {
    database.url().split('?').next().unwrap().to_owned()
}
