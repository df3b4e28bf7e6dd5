//! A restart while many waffles are watched: how long until all watchers have what they missed and all readers their
//! waffle, when all of them come at the same time.
//!
//! `cargo bench -p waffle-tests --bench coming_back` kills a server and starts another one on its database.
//! `WAFFLE_BENCH_WAFFLES` (10000) is the number of waffles, each with 10 to 100 spots and one watcher; the limit on
//! open files must be higher.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a benchmark stops at the first failure")]

mod crowd;

use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;
use waffle_test_databases::inspection::sow_waffles;

use crowd::come_back;
use waffle_tests::rig;

use rig::{server::Server, stage::Stage};

/// The spots of the smallest and of the largest waffle.
const SPOTS: (i32, i32) = (10, 100);
/// How often the server is killed, for each kind of crowd.
const ROUNDS: usize = 2;
const DATABASE: &str = "coming_back";

#[tokio::main(flavor = "current_thread")]
async fn main() {
    rig::raise_open_files();
    let waffles = i32::try_from(rig::number("WAFFLE_BENCH_WAFFLES", 10_000)).unwrap();
    let stage = Stage::set().await;
    // Makes the tables.
    drop(Server::start(&stage, DATABASE, &[]).await);
    let database = PgConnectOptions::from_str(&stage.url(DATABASE)).unwrap();
    sow_waffles(&database, waffles, SPOTS.0, SPOTS.1).await.unwrap();
    for (since, what) in [(1, "who missed nothing"), (0, "each of whom missed a claim")] {
        for round in 1..=ROUNDS {
            println!("\n{waffles} waffles, watchers {what}, restart {round}");
            let server = Server::again(&stage, DATABASE).await;
            let before = server.used();
            let back = come_back(&server.address, waffles, since).await;
            let used = server.used().since(before);
            let (server_time, postgres_time) = (used.server.as_millis(), used.postgres.as_millis());
            println!("{back}CPU: server {server_time} ms, PostgreSQL {postgres_time} ms; {:.0} MB", server.megabytes());
        }
    }
    stage.clear().await;
}
