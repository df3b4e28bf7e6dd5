//! The primary among several servers, with a real standby.

use std::fs;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};
use std::time::{Duration, Instant};

use sqlx::{AssertSqlSafe, ConnectOptions, Executor};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use waffle_store::database::Database;
use waffle_store::database::lookout::Lookout;
use waffle_store::failure::StoreFailure;
use waffle_store::hints::{HintListener, HintSender};
use waffle_store::ledger_session::LedgerSession;
use waffle_store::pools::{PgPool, Pools, options, pool};
use waffle_test_databases::{Cluster, Replicated, StopMode};

fn both(servers: &Replicated) -> Database {
    Database::parse(&servers.url_of_both("waffle")).unwrap()
}

async fn port(pool: &PgPool) -> u16 {
    let port: i32 = sqlx::query_scalar("SELECT inet_server_port()").fetch_one(pool).await.unwrap();
    port.try_into().unwrap()
}

fn ports(servers: &Replicated) -> [u16; 2] {
    [&servers.primary, &servers.standby].map(|server| options(&server.url("waffle")).unwrap().get_port())
}

/// Lets the standby lead, though the former primary goes on.
async fn promote(servers: &Replicated) {
    let standby = options(&servers.standby.url("waffle")).unwrap();
    standby.connect().await.unwrap().execute("SELECT pg_promote()").await.unwrap();
}

#[tokio::test]
async fn a_pool_follows_the_primary() {
    let servers = Replicated::start("waffle").await.unwrap();
    let (database, [primary, standby]) = (both(&servers), ports(&servers));
    let (pool, mut lookout) = (pool(&database, 2), Lookout::new(&database));
    for _ in 0..2 {
        lookout.look().await.unwrap();
        assert_eq!(port(&pool).await, primary);
    }
    servers.fail_over().await.unwrap();
    lookout.look().await.unwrap();
    assert_eq!(port(&pool).await, standby);
}

#[tokio::test]
async fn a_former_primary_that_still_takes_writes_is_let_go() {
    let servers = Replicated::start("waffle").await.unwrap();
    let (database, [primary, standby]) = (both(&servers), ports(&servers));
    let (pool, mut lookout) = (pool(&database, 2), Lookout::new(&database));
    lookout.look().await.unwrap();
    assert_eq!(port(&pool).await, primary);
    let mut listener = HintListener::open(&database).await.unwrap();
    let sender = HintSender::open(&database).await.unwrap();
    assert!(!sender.is_let_go() && timeout(Duration::from_millis(20), listener.next()).await.is_err());
    promote(&servers).await;
    lookout.look().await.unwrap();
    // Even connections that still work.
    assert_eq!(port(&pool).await, standby);
    assert_eq!(timeout(Duration::from_millis(100), listener.next()).await.expect("it waits no longer"), None);
    assert!(sender.is_let_go());
    // It is not used again, not even when it is the only one that answers.
    servers.standby.stop_server(StopMode::Immediate).await.unwrap();
    let refused = lookout.look().await.unwrap_err().to_string();
    assert!(refused.contains("it is a former primary") && lookout.is_lost(), "{refused}");
    servers.standby.start_server().await.unwrap();
    lookout.look().await.unwrap();
    assert!(port(&pool).await == standby && !lookout.is_lost());
}

#[tokio::test]
async fn what_was_given_up_before_another_server_led_keeps_no_connection_either() {
    let servers = Replicated::start("waffle").await.unwrap();
    let (database, [_, standby]) = (both(&servers), ports(&servers));
    let (pool, mut lookout) = (pool(&database, 1), Lookout::new(&database));
    lookout.look().await.unwrap();
    servers.execute("waffle", "CREATE TABLE unanswered ()").await.unwrap();
    servers.cut_off().await.unwrap();
    let call = sqlx::query("INSERT INTO unanswered DEFAULT VALUES").execute(&pool);
    tokio::select! {
        done = call => panic!("it was answered: {done:?}"),
        waits = servers.until_waits("INSERT INTO unanswered") => waits.unwrap(),
    }
    // It keeps its place: what it waits for may still come.
    assert!(timeout(Duration::from_millis(300), pool.acquire()).await.is_err());
    promote(&servers).await;
    lookout.look().await.unwrap();
    assert_eq!(timeout(Duration::from_secs(1), port(&pool)).await.expect("a place"), standby);
}

#[tokio::test]
async fn a_primary_behind_the_address_of_a_former_one_is_another_server() {
    let servers = Replicated::start("waffle").await.unwrap();
    let [primary, standby] = ports(&servers);
    // What operators put in front, without ending its sessions. Both addresses lead to it.
    let (leads, in_front) = (Arc::new(AtomicU16::new(primary)), TcpListener::bind("127.0.0.1:0").await.unwrap());
    let (address, leads_to) = (in_front.local_addr().unwrap(), Arc::clone(&leads));
    tokio::spawn(async move {
        while let Ok((mut client, _)) = in_front.accept().await {
            let mut server = TcpStream::connect(("127.0.0.1", leads_to.load(Relaxed))).await.unwrap();
            tokio::spawn(async move { copy_bidirectional(&mut client, &mut server).await });
        }
    });
    let url = servers.primary.url("waffle");
    let (start, rest) = url.split_once('@').unwrap();
    let (_, name) = rest.split_once('/').unwrap();
    let database = Database::parse(&format!("{start}@{address},{address}/{name}")).unwrap();
    let pool = pool(&database, 1);
    database.find_primary().await.unwrap();
    assert_eq!(port(&pool).await, primary);
    promote(&servers).await;
    leads.store(standby, Relaxed);
    database.find_primary().await.unwrap();
    assert_eq!(port(&pool).await, standby);
}

#[tokio::test]
async fn what_a_former_primary_does_not_answer_keeps_no_connection() {
    let servers = Replicated::start("waffle").await.unwrap();
    let (database, [_, standby]) = (both(&servers), ports(&servers));
    let (pool, mut lookout) = (Pools::new(&database, 3, 1).actors, Lookout::new(&database));
    lookout.look().await.unwrap();
    servers.execute("waffle", "CREATE TABLE unanswered ()").await.unwrap();
    // From then on, commits of the former primary wait.
    promote(&servers).await;
    let (let_go, call) = (pool.let_go(), sqlx::query("INSERT INTO unanswered DEFAULT VALUES").execute(&*pool));
    let given_up = async {
        tokio::select! {
            done = call => panic!("it was answered: {done:?}"),
            () = let_go => port(&pool).await,
        }
    };
    let looked = async {
        servers.until_waits("INSERT INTO unanswered").await.unwrap();
        lookout.look().await.unwrap();
    };
    let (given_up, ()) = timeout(Duration::from_secs(5), async { tokio::join!(given_up, looked) }).await.unwrap();
    assert_eq!(given_up, standby);
}

#[tokio::test]
async fn a_frozen_standby_holds_up_the_search_for_a_second_at_most() {
    let servers = Replicated::start("waffle").await.unwrap();
    let database = both(&servers);
    servers.freeze().await.unwrap();
    let begun = Instant::now();
    database.find_primary().await.unwrap();
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    assert_eq!(database.primary().get_port(), ports(&servers)[0]);
}

#[tokio::test]
async fn one_that_was_promoted_is_used_without_waiting_for_those_that_do_not_answer() {
    let servers = Replicated::start("waffle").await.unwrap();
    // It takes connections and says nothing.
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = servers.url_of_both("waffle");
    let (hosts, name) = url.rsplit_once('/').unwrap();
    let third = silent.local_addr().unwrap();
    let database = Database::parse(&format!("{hosts},{third}/{name}")).unwrap();
    database.find_primary().await.unwrap();
    servers.fail_over().await.unwrap();
    let begun = Instant::now();
    database.find_primary().await.unwrap();
    assert!(begun.elapsed() < Duration::from_millis(900), "{:?}", begun.elapsed());
    assert_eq!(database.primary().get_port(), ports(&servers)[1]);
}

#[tokio::test]
async fn a_session_of_the_ledger_notices_that_another_server_is_the_primary() {
    let servers = Replicated::start("waffle").await.unwrap();
    let database = both(&servers);
    database.find_primary().await.unwrap();
    let session = LedgerSession::open(&database).await.unwrap();
    let let_go = session.let_go();
    database.find_primary().await.unwrap();
    assert!(!session.is_let_go(), "it is the same one");

    servers.fail_over().await.unwrap();
    database.find_primary().await.unwrap();
    assert!(session.is_let_go());
    timeout(Duration::from_secs(1), let_go).await.unwrap();
    let next = LedgerSession::open(&database).await.unwrap();
    assert!(!next.is_let_go() && timeout(Duration::from_millis(20), next.let_go()).await.is_err());
}

#[tokio::test]
async fn opening_a_session_goes_on_at_the_server_that_becomes_the_primary() {
    let servers = Replicated::start("waffle").await.unwrap();
    let database = both(&servers);
    database.find_primary().await.unwrap();
    promote(&servers).await;
    let postmaster = fs::read_to_string(servers.primary.folder().join("cluster/postmaster.pid")).unwrap();
    let freeze = Command::new("kill").args(["-s", "STOP", postmaster.lines().next().unwrap()]).status();
    assert!(freeze.unwrap().success());
    let begun = Instant::now();
    let (session, found) = tokio::join!(LedgerSession::open(&database), database.find_primary());
    found.unwrap();
    assert!(!session.unwrap().is_let_go());
    assert!(begun.elapsed() < Duration::from_millis(900), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_server_that_takes_no_writes_is_not_used_and_did_nothing() {
    let servers = Replicated::start("waffle").await.unwrap();
    let alone = options(&servers.standby.url("waffle")).unwrap();
    let refused = pool(&alone, 1).acquire().await.map(drop).unwrap_err();
    assert!(matches!(StoreFailure::of_connecting(&refused), StoreFailure::Unreachable(_)), "{refused}");
    let mut connection = alone.connect().await.unwrap();
    let refused = connection.execute("CREATE TABLE t ()").await.unwrap_err();
    assert!(matches!(StoreFailure::of_statement(&refused), StoreFailure::Unreachable(_)), "{refused}");

    // Both fail here, and each says why.
    let database = both(&servers);
    let read_only = "ALTER DATABASE waffle SET default_transaction_read_only = on";
    let postgres = options(&servers.primary.url("postgres")).unwrap();
    postgres.connect().await.unwrap().execute(AssertSqlSafe(read_only)).await.unwrap();
    let reasons = database.find_primary().await.unwrap_err().to_string();
    assert_eq!(reasons.matches("it takes no writes").count(), 2, "{reasons}");
}

#[tokio::test]
async fn a_single_server_that_takes_no_writes_for_a_while_is_read_and_then_written_over_the_same_connection() {
    let cluster = Cluster::throwaway().await.unwrap();
    cluster.create_database("waffle").await.unwrap();
    let mut operator = options(&cluster.url("postgres")).unwrap().connect().await.unwrap();
    let alone = options(&cluster.url("waffle")).unwrap();
    let pool = pool(&alone, 1);
    pool.execute("CREATE TABLE written ()").await.unwrap();
    let backend = async || sqlx::query_scalar::<_, i32>("SELECT pg_backend_pid()").fetch_one(&pool).await.unwrap();
    let before = backend().await;
    for (read_only, takes_writes) in [("on", false), ("off", true)] {
        let setting = format!("ALTER SYSTEM SET default_transaction_read_only = {read_only}");
        operator.execute(AssertSqlSafe(setting)).await.unwrap();
        operator.execute("SELECT pg_reload_conf()").await.unwrap();
        // The reload reaches sessions in its time.
        let reached = async {
            loop {
                let written = pool.execute("INSERT INTO written DEFAULT VALUES").await;
                if let Err(refused) = &written {
                    let failure = StoreFailure::of_statement(refused);
                    assert!(matches!(failure, StoreFailure::Unreachable(_)), "{failure}");
                }
                if written.is_ok() == takes_writes {
                    break;
                }
                sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(Duration::from_secs(20), reached).await.expect("sessions follow");
        assert_eq!(backend().await, before);
    }
}
