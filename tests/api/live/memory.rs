//! What a watcher costs.

use std::fs;

use futures_util::{StreamExt, stream};
use tokio::net::TcpStream;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use waffle_test_databases::TestDatabase;
use waffle_tests::TestApp;

use waffle_tests::program::Server;
use waffle_tests::program::configured;

/// How many come, after as many others that made the server allocate what it needs anyway.
const WATCHERS: usize = 300;
/// The most memory for each, in bytes. It would be twice as much with an HTTP connection's buffers.
const MOST: usize = 8_000;

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

async fn watchers(address: &str) -> Vec<Socket> {
    let open = |_| async { connect_async(format!("ws://{address}/ws/box")).await.expect("an upgrade").0 };
    stream::iter(0..WATCHERS).map(open).buffer_unordered(16).collect().await
}

/// The memory of a process that is in RAM, in bytes.
fn resident(id: u32) -> usize {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse::<usize>().unwrap() * 1_024
}

#[tokio::test]
async fn a_watcher_takes_less_than_a_connection_with_buffers() {
    let database = TestDatabase::create().await.unwrap();
    let app = TestApp::on(&database.url(), &[]).await;
    app.seller().await.waffle("Box", 5).await;
    drop(app);
    let mut command = configured(&database.url());
    command.env("WAFFLE__LIVE__SOCKETS_PER_ADDRESS", "1000");
    let server = Server::listening(command).await;
    let _first = watchers(&server.address).await;
    let before = resident(server.id());
    let others = watchers(&server.address).await;
    let each = resident(server.id()).saturating_sub(before) / others.len();
    assert!(each < MOST, "{each} bytes each");
}
