//! A restart while many waffles are watched: how long until each watcher has what he missed and each reader his waffle,
//! when all of them come at once.
//!
//! `cargo bench --bench coming_back` kills a server and starts another one on its database. `WAFFLE_BENCH_WAFFLES`
//! (10000) is the number of waffles, each with 10 to 100 spots and one watcher; the limit on open files must be higher.
//! `WAFFLE_BENCH_SERVER` is another build of the server to measure, such as an older one.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a benchmark that can't go on stops")]

mod crowd;
mod server;

use std::env;
use std::str::FromStr;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use sqlx::postgres::PgConnectOptions;
use waffle_private_postgres::{Cluster, inspection::sow_waffles};

use crowd::come_back;
use server::Server;

/// The spots of the smallest and of the largest waffle.
const SPOTS: (i32, i32) = (10, 100);
/// How often the server is killed, for each kind of crowd.
const ROUNDS: usize = 2;

fn main() {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(measure());
}

async fn measure() {
    let limit = getrlimit(Resource::Nofile).maximum;
    setrlimit(Resource::Nofile, Rlimit { current: limit, maximum: limit }).unwrap();
    let waffles = env::var("WAFFLE_BENCH_WAFFLES").map_or(10_000, |text| text.parse().expect("a whole number"));
    let folder = tempfile::tempdir().unwrap();
    let cluster = Cluster::durable(folder.path().join("postgres")).await.unwrap();
    cluster.create_database("waffle").await.unwrap();
    // Makes the tables.
    drop(Server::start(&cluster).await);
    let database = PgConnectOptions::from_str(&cluster.url("waffle")).unwrap();
    sow_waffles(&database, waffles, SPOTS.0, SPOTS.1).await.unwrap();
    for (since, what) in [(1, "who missed nothing"), (0, "each of whom missed a claim")] {
        for round in 1..=ROUNDS {
            println!("\n{waffles} waffles, watchers {what}, restart {round}");
            let server = Server::start(&cluster).await;
            let back = come_back(&server.address, waffles, since).await;
            println!("{back}server: {}", server.used());
        }
    }
    cluster.stop().await.unwrap();
}
