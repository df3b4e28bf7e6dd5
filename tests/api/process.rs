//! The program itself: how it starts, refuses to start, and ends.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use waffle_beacon::http_client::client_builder;
use waffle_domain::timeouts::REQUEST_HEAD;
use waffle_test_databases::{
    TestDatabase,
    breaking_proxy::{Breakage, BreakingProxy},
};
use waffle_tests::PASSWORD;
use waffle_tests::program::{Server, configured, said, waffle};

/// Starts the program through a database connection that breaks in the middle of the migrations.
async fn starts_though(breakage: Breakage) {
    let database = TestDatabase::empty().await.unwrap();
    let options = database.connect_options();
    let proxy = BreakingProxy::before(options.get_port(), 25, breakage).await.unwrap();
    let begun = Instant::now();
    let other = async {
        proxy.broken().await;
        Server::listening(configured(&database.url())).await
    };
    let (one, other) = tokio::join!(Server::listening(configured(&proxy.url(&database.url()))), other);
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    for Server { address, .. } in [&one, &other] {
        let body = json!({"username": "admin", "password": PASSWORD});
        let response = client_builder().build().unwrap().post(format!("http://{address}/api/admin/login")).json(&body);
        assert_eq!(response.send().await.unwrap().status(), 200);
    }
}

#[tokio::test]
async fn it_starts_though_an_answer_to_a_migration_is_lost_and_holds_up_no_other() {
    starts_though(Breakage::Swallow).await;
}

#[tokio::test]
async fn it_starts_though_its_connection_is_cut_in_the_middle_of_the_migrations() {
    starts_though(Breakage::Cut).await;
}

/// Sends bytes on a new connection, and returns all that comes back until it is closed.
async fn exchange(address: &str, bytes: &str) -> String {
    let mut connection = TcpStream::connect(address).await.unwrap();
    connection.write_all(bytes.as_bytes()).await.unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.unwrap();
    answer
}

#[tokio::test]
async fn who_waited_while_it_was_stopped_is_answered_and_who_is_slow_is_told_so_in_json() {
    let database = TestDatabase::create().await.unwrap();
    let server = Server::listening(configured(&database.url())).await;
    let address = server.address.clone();
    let begun = Instant::now();
    let half = "GET /api/version HTTP/1.1\r\nHost: waffle\r\n";
    let slow = exchange(&address, half).await;
    assert!(slow.starts_with("HTTP/1.1 408 Request Timeout\r\n"), "{slow}");
    let (head, body) = slow.split_once("\r\n\r\n").unwrap();
    assert!(head.contains("Content-Type: application/json") && head.contains("Connection: close"), "{head}");
    assert_eq!(serde_json::from_str::<Value>(body).unwrap()["code"], "request_timeout");
    assert!((REQUEST_HEAD..2 * REQUEST_HEAD).contains(&begun.elapsed()), "{:?}", begun.elapsed());
    // Some have connected before, and some connect while the server is stopped.
    let whole = format!("{half}Connection: close\r\n\r\n");
    let mut early = TcpStream::connect(&address).await.unwrap();
    early.write_all(half.as_bytes()).await.unwrap();
    server.freeze().await;
    let waiting: Vec<_> = (0..8)
        .map(|_| {
            let (address, whole) = (address.clone(), whole.clone());
            tokio::spawn(async move { exchange(&address, &whole).await })
        })
        .collect();
    early.write_all(b"Connection: close\r\n\r\n").await.unwrap();
    tokio::time::sleep(REQUEST_HEAD + Duration::from_secs(2)).await;
    server.wake().await;
    for answer in waiting {
        let answer = answer.await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
    }
    let mut answer = String::new();
    early.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
}

#[tokio::test]
async fn without_its_secrets_it_says_which_it_needs_and_ends_with_2() {
    for arguments in [&["serve"][..], &[]] {
        let output = waffle().args(arguments).output().await.unwrap();
        assert_eq!(output.status.code(), Some(2));
        for name in ["DATABASE_URL", "JWT_SECRET", "ADMIN_PASSWORD", "waffle demo"] {
            assert!(said(&output).contains(name), "{}", said(&output));
        }
    }
}

#[tokio::test]
async fn a_setting_that_it_does_not_know_stops_it_with_2() {
    let output = configured("postgres://localhost/waffle").env("WAFFLE__SERVER__LISTN", "x").output().await.unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("WAFFLE__SERVER__LISTN"), "{}", said(&output));
}

#[tokio::test]
async fn a_standby_for_reports_that_is_none_stops_it_with_2_and_is_not_repeated() {
    let name = "WAFFLE__DATABASE__REPORTS_URL";
    for url in ["mysql://me:hunter2@one/waffle", "postgres://me:hunter2@one,two/waffle"] {
        let output = configured("postgres://localhost/waffle").env(name, url).output().await.unwrap();
        assert_eq!(output.status.code(), Some(2));
        let said = said(&output);
        assert!(said.contains(name) && said.contains("database.reports_url") && !said.contains("hunter2"), "{said}");
    }
}

#[tokio::test]
async fn help_and_version_are_there() {
    let output = waffle().arg("--version").output().await.unwrap();
    assert_eq!(said(&output).trim(), format!("waffle {}", env!("CARGO_PKG_VERSION")));
    let output = waffle().arg("--help").output().await.unwrap();
    assert!(output.status.success() && said(&output).contains("serve"), "{}", said(&output));
}

#[tokio::test]
async fn an_address_that_is_taken_is_named_and_ends_it_with_1() {
    let database = TestDatabase::create().await.unwrap();
    let taken = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = taken.local_addr().unwrap().to_string();
    for (setting, whose) in [("WAFFLE__SERVER__LISTEN", ""), ("WAFFLE__SERVER__METRICS_LISTEN", " for metrics")] {
        let output = configured(&database.url()).env(setting, &address).output().await.unwrap();
        assert_eq!(output.status.code(), Some(1));
        for words in [&format!("Can't listen on {address}{whose}"), setting] {
            assert!(said(&output).contains(words), "{}", said(&output));
        }
    }
}

#[tokio::test]
async fn a_signal_ends_it_in_peace_though_a_client_stays_connected() {
    let database = TestDatabase::create().await.unwrap();
    for name in ["TERM", "INT"] {
        let mut server = Server::listening(configured(&database.url())).await;
        let mut idle = TcpStream::connect(&server.address).await.unwrap();
        idle.write_all(b"GET /api/version HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
        assert!(idle.read(&mut [0; 1024]).await.unwrap() > 0);

        let asked = Instant::now();
        server.signal(name).await;
        assert_eq!(server.exit().await.code(), Some(0), "{name}");
        assert!(asked.elapsed() < Duration::from_secs(5), "{name} took {:?}", asked.elapsed());
        assert!(TcpStream::connect(&server.address).await.is_err());
    }
}

#[tokio::test]
async fn it_waits_for_a_database_that_is_away_and_a_signal_ends_the_wait() {
    let nobody = "postgres://waffle:hunter2@127.0.0.1:1/waffle";
    let mut server = Server::spawn(configured(nobody));
    server.says("waiting for the database").await;
    while server.log().matches("waiting for the database").count() < 2 {
        tokio::task::yield_now().await;
    }
    server.stop().await;
    assert!(!server.log().contains("hunter2"), "{}", server.log());
}
