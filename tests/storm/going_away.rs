//! The proxy of a cluster, as it is deployed, before a server that goes away just when a request comes.

use std::fs;
use std::net::{SocketAddr, TcpListener as Probe};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tempfile::NamedTempFile;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep};
use waffle_tests::program::Server;

use crate::api::{Api, Seller};
use crate::database_beside_others;
use crate::evidence::{Answer, Order, Wish};
use crate::shutdown::UNLIMITED;
use crate::tools::deployed;

const CLAIMS: usize = 20;
/// What the proxy asks a server by itself, to find out whether it serves.
const CHECKS: [&[u8]; 2] = [b"GET /ready ", b"GET /api/version "];
const PATIENCE: Duration = Duration::from_secs(10);

/// A server that is ready when the proxy checks it, and closes the connection when it is asked for anything else.
struct Leaving {
    address: SocketAddr,
    asked: Arc<AtomicUsize>,
}

impl Leaving {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let leaving = Self { address: listener.local_addr().unwrap(), asked: Arc::default() };
        let asked = Arc::clone(&leaving.asked);
        tokio::spawn(async move {
            while let Ok((mut proxy, _)) = listener.accept().await {
                let asked = Arc::clone(&asked);
                tokio::spawn(async move {
                    let mut request = [0; 4096];
                    let length = proxy.read(&mut request).await.unwrap_or(0);
                    if CHECKS.iter().any(|check| request.starts_with(check)) {
                        let _ =
                            proxy.write_all(b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n").await;
                    } else if length > 0 {
                        asked.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
        });
        leaving
    }

    /// How many requests it has left without an answer since it was asked last.
    fn left(&self) -> usize {
        self.asked.swap(0, Ordering::Relaxed)
    }
}

/// Starts what is deployed before the servers, and returns where it listens.
async fn haproxy(first: SocketAddr, second: &str) -> (Child, NamedTempFile, Api) {
    let all = deployed("haproxy.cfg", &[]);
    let (before_servers, _) = all.split_once("# The primary").unwrap();
    let config = NamedTempFile::new().unwrap();
    fs::write(config.path(), before_servers).unwrap();
    let service = Probe::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut command = Command::new("haproxy");
    command
        .env("PATH", format!("{}:/usr/sbin", std::env::var("PATH").unwrap()))
        .env("SERVICE", service.to_string())
        .env("SERVER_1", first.to_string())
        .env("SERVER_2", second)
        .arg("-f")
        .arg(config.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true);
    let child = command.spawn().unwrap();
    let api = Api::at(service.to_string());
    let begun = Instant::now();
    while !api.get("/health").send().await.is_ok_and(|answer| answer.status().is_success()) {
        assert!(begun.elapsed() < PATIENCE, "HAProxy doesn't serve");
        sleep(Duration::from_millis(20)).await;
    }
    (child, config, api)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_claim_with_a_key_reaches_another_server_and_one_without_is_not_sent_twice() {
    let (_place, database) = database_beside_others().await;
    let server = Server::start(&database.url(), UNLIMITED).await;
    let seller = Seller::sign_in(&Api::of(&server)).await;
    let board = seller.create("Going away", 60).await;
    let leaving = Leaving::start().await;
    let (_haproxy, _config, api) = haproxy(leaving.address, &server.address).await;
    leaving.left();

    for count in 0..CLAIMS {
        let order = board.order(format!("keyed_{count}"), Wish::Any(1));
        let order = Order { key: Some(format!("the-key-of-claim-{count}")), ..order };
        let answer = api.claim(&order, "192.0.2.1").await.answer;
        assert!(matches!(answer, Answer::Granted(_)), "{answer:?}");
    }
    assert!(leaving.left() > 0, "no claim came to the server that goes: this was no test");
    for _ in 0..CLAIMS {
        assert!(api.board(&board.slug).await.is_some(), "what only reads is asked again");
    }
    assert!(leaving.left() > 0, "no reader came to the server that goes: this was no test");

    let mut granted = 0;
    for count in 0..CLAIMS {
        let answer = api.claim(&board.order(format!("keyless_{count}"), Wish::Any(1)), "192.0.2.1").await.answer;
        granted += usize::from(matches!(answer, Answer::Granted(_)));
    }
    let left = leaving.left();
    assert!(left > 0 && granted + left == CLAIMS, "{granted} granted, {left} without an answer");
    let shown = Api::of(&server).board(&board.slug).await.unwrap();
    assert_eq!(shown.spots.iter().filter(|spot| spot.claimed_by_handle.is_some()).count(), CLAIMS + granted);
}
