//! Two servers reach PostgreSQL through a pooler in session mode, with the configuration of production.

use std::{fs, net::TcpListener, time::Duration};

use serde_json::Value;
use sqlx::{Connection, PgConnection, Row};
use tokio::{
    net::TcpStream,
    process::Child,
    time::{Instant, sleep},
};
use uuid::Uuid;
use waffle_store::pools::options;
use waffle_test_databases::Cluster;
use waffle_test_databases::breaking_proxy::BreakingProxy;
use waffle_test_databases::inspection::{contradictions, end_sessions, owners};

use crate::api::{Api, Seller};
use crate::beside_others;
use crate::evidence::{Answer, Wish};
use crate::tools::{as_user_of, deployed, password};
use crate::watcher::Watcher;
use waffle_tests::program::{Server, configured};

const LOOK: Duration = Duration::from_millis(10);
const PATIENCE: Duration = Duration::from_secs(10);

/// Starts the pooler before a port of 127.0.0.1 in a mode, and returns the address of the database through it.
async fn pooler(cluster: &Cluster, port: u16, mode: &str) -> (Child, String) {
    let home = cluster.folder().to_str().unwrap();
    let listen = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let (config, users) = (format!("{home}/pgbouncer.ini"), format!("{home}/userlist.txt"));
    let text = deployed(
        "pgbouncer.ini",
        &[
            (
                "waffle = host=127.0.0.1 port=5432 dbname=waffle",
                format!("waffle = host=127.0.0.1 port={port} dbname=waffle"),
            ),
            ("pool_mode = session", format!("pool_mode = {mode}")),
            ("listen_port = 6432", format!("listen_port = {listen}")),
            ("auth_file = /etc/pgbouncer/userlist.txt", format!("auth_file = {users}")),
        ],
    );
    fs::write(&config, text).unwrap();
    fs::write(&users, format!("\"waffle\" \"{}\"\n", password(cluster))).unwrap();
    let path = format!("{}:/usr/sbin", std::env::var("PATH").unwrap());
    let mut command = as_user_of(cluster, "pgbouncer");
    let child = command.env("PATH", path).args(["-q", &config]).spawn().unwrap();
    let begun = Instant::now();
    while TcpStream::connect(("127.0.0.1", listen)).await.is_err() {
        assert!(begun.elapsed() < PATIENCE, "PgBouncer doesn't listen");
        sleep(LOOK).await;
    }
    (child, cluster.url("waffle").replace(&format!(":{}/", cluster.port()), &format!(":{listen}/")))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_behind_a_pooler_in_session_mode_lose_nothing_and_inform_each_other() {
    let _place = beside_others().await;
    let cluster = Cluster::throwaway().await.unwrap();
    cluster.create_database("waffle").await.unwrap();
    let proxy = BreakingProxy::passing(cluster.port(), "unlucky").await.unwrap();
    let (_pooler, url) = pooler(&cluster, proxy.port(), "session").await;
    let direct = options(&cluster.url("waffle")).unwrap();
    let mut servers = [Server::start(&url, &[]).await, Server::start(&url, &[]).await];
    let apis = [Api::of(&servers[0]), Api::of(&servers[1])];
    let seller = Seller::sign_in(&apis[0]).await;
    let board = seller.create("Pooled", 60).await;
    let id: Uuid = board.id.parse().unwrap();
    let claim = async |server: usize, handle: &str, number: i32| {
        apis[server].claim(&board.order(handle, Wish::Numbers(vec![number])), "192.0.2.1").await.answer
    };

    // Comparisons come every two seconds: were they what brings the news, this would take 20 s.
    let watcher = Watcher::start("elsewhere", &apis[1], &board.slug, Some(0)).await;
    let begun = Instant::now();
    for number in 1..=20 {
        assert_eq!(claim(0, &format!("buyer_{number}"), number).await, Answer::Granted(vec![number]));
        while watcher.newest() < i64::from(number) {
            assert!(begun.elapsed() < PATIENCE, "hints don't arrive");
            sleep(LOOK).await;
        }
    }
    let pay = |number: usize, what: &str| seller.post(&format!("/api/admin/spots/{}/{what}", board.ids[number - 1]));
    for (number, what) in [(1, "pay"), (2, "pay"), (3, "release")] {
        let status = pay(number, what).send().await.unwrap().status();
        assert!(status.is_success(), "{what}: {status}");
    }
    let told = watcher.until(23).await.told;
    assert!(told.iter().map(|(seq, ..)| *seq).eq(1..=23), "each change once, in order: {told:?}");

    // The answer to a claim is lost between PostgreSQL and the pooler: the claim is found by its id.
    assert_eq!(claim(1, "unlucky", 30).await, Answer::Granted(vec![30]));
    proxy.cut_marked();
    assert_eq!(claim(1, "unlucky", 31).await, Answer::Granted(vec![31]));
    assert_eq!(proxy.lost(), 1);
    // All sessions behind it end.
    assert!(end_sessions(&direct).await.unwrap() > 2);
    for (server, number) in [(0, 40), (1, 41)] {
        let begun = Instant::now();
        let order = board.order("patient", Wish::Numbers(vec![number]));
        let order = crate::evidence::Order { key: Some(format!("the-key-of-spot-{number}")), ..order };
        loop {
            let answer = apis[server].claim(&order, "192.0.2.1").await.answer;
            if answer == Answer::Granted(vec![number]) {
                break;
            }
            assert!(begun.elapsed() < PATIENCE, "{answer:?}");
            sleep(LOOK).await;
        }
    }
    let sold = owners(&direct, id).await.unwrap();
    assert!(sold.keys().copied().eq([1, 2].into_iter().chain(4..=20).chain([30, 31, 40, 41])), "{sold:?}");
    assert_eq!(contradictions(&direct, id).await.unwrap(), [""; 0]);

    for server in &mut servers {
        server.stop().await;
    }
    // What a session had locked or set is gone with its client.
    let again = Server::start(&url, &[]).await;
    let order = board.order("late", Wish::Numbers(vec![50]));
    assert_eq!(Api::of(&again).claim(&order, "192.0.2.1").await.answer, Answer::Granted(vec![50]));
}

/// The settings that earlier sessions have left on the backends behind a pooler, which are all looked at together. The
/// pooler itself sets some for each client.
async fn settings_left(cluster: &Cluster, url: &str) -> Vec<String> {
    let mut direct = PgConnection::connect(&cluster.url("postgres")).await.unwrap();
    let backends = "SELECT pid FROM pg_stat_activity WHERE datname = 'waffle'";
    let backends: Vec<i32> = sqlx::query_scalar(backends).fetch_all(&mut direct).await.unwrap();
    let (mut held, mut left) = (Vec::new(), Vec::new());
    for _ in &backends {
        let mut through = PgConnection::connect(url).await.unwrap();
        let look = "BEGIN; SELECT pg_backend_pid(), ARRAY(SELECT name || ' = ' || setting FROM pg_settings
            WHERE source = 'session' AND name NOT IN ('application_name', 'client_encoding', 'DateStyle', 'TimeZone'))";
        let found = sqlx::raw_sql(look).fetch_one(&mut through).await.unwrap();
        assert!(backends.contains(&found.get(0)), "a backend that is new");
        left.extend(found.get::<Vec<String>, _>(1));
        held.push(through);
    }
    assert!(backends.len() > 1, "the doctor has not used two");
    left
}

#[tokio::test]
async fn the_doctor_finds_a_pooler_that_lends_backends_between_transactions_and_leaves_no_settings_there() {
    let _place = beside_others().await;
    let cluster = Cluster::throwaway().await.unwrap();
    cluster.create_database("waffle").await.unwrap();
    for (mode, outcome) in [("session", "ok"), ("transaction", "wrong")] {
        let (mut pooler, url) = pooler(&cluster, cluster.port(), mode).await;
        let said = configured(&url).args(["doctor", "--json"]).output().await.unwrap();
        let findings: Value = serde_json::from_slice(&said.stdout).unwrap();
        let mut all = findings["findings"].as_array().unwrap().iter();
        let is_it = |finding: &Value| finding["name"] == "session-pooling" && finding["outcome"] == outcome;
        assert!(all.any(is_it), "{findings}");
        assert_eq!(settings_left(&cluster, &url).await, [""; 0], "{mode}");
        pooler.kill().await.unwrap();
    }
}
