//! Durable claims over HTTP on a new database that was never analyzed: against pgbench, as browsers send them, in all
//! sizes, with watchers, on a board that others change all the time, and refused.
//!
//! `cargo bench -p waffle-tests --bench claims` prints rates, latencies, CPU time, and the ratios with their goals;
//! `-- browsers` and other parts' names run these parts alone.
//! `WAFFLE_BENCH_SECONDS` (3) is the length of a run, and `WAFFLE_BENCH_ROUNDS` (3) the number of rounds.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a benchmark stops at the first failure")]
#![expect(clippy::cast_precision_loss, reason = "numbers for people")]

mod beset;
mod browsers;
mod bystanders;
mod contest;
mod pgbench;
mod refusals;
mod terms;

use std::{env, rc::Rc, time::Duration};

use waffle_tests::rig;

use rig::{
    claims::{Load, Targets},
    number,
    seller::Seller,
    server::Server,
    stage::Stage,
};

const DATABASE: &str = "waffle";
/// How many boards the claims are spread over.
const SPREAD: usize = 100;
/// What can be run alone.
const PARTS: [&str; 7] = ["spread", "hot", "browsers", "bystanders", "terms", "beset", "refusals"];
/// The spots of each board.
const SPOTS: u32 = 10_000;

/// What all parts work with.
struct Bench {
    stage: Stage,
    server: Server,
    seller: Rc<Seller>,
    seconds: u64,
    rounds: u64,
}

impl Bench {
    /// Returns 64 buyers who claim for the usual time, and are granted what they claim.
    fn buyers(&self) -> Load {
        Load { connections: 64, time: Duration::from_secs(self.seconds), status: 200 }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let asked: Vec<String> = env::args().skip(1).filter(|part| !part.starts_with('-')).collect();
    let unknown = asked.iter().find(|part| !PARTS.contains(&part.as_str()));
    assert!(unknown.is_none(), "there is no part {unknown:?}: the parts are {PARTS:?}");
    rig::raise_open_files();
    let stage = Stage::set().await;
    let server = Server::start(&stage, DATABASE, &[]).await;
    let seller = Seller::sign_in(&server).await;
    let (seconds, rounds) = (number("WAFFLE_BENCH_SECONDS", 3), number("WAFFLE_BENCH_ROUNDS", 3));
    let bench = Bench { stage, server, seller, seconds, rounds };
    let singles = Targets::new(&bench.seller.sell_many(SPREAD, SPOTS).await);
    for part in PARTS.into_iter().filter(|part| asked.is_empty() || asked.iter().any(|asked| asked == part)) {
        match part {
            "spread" => contest::spread(&bench, &singles).await,
            "hot" => contest::hot(&bench).await,
            "browsers" => browsers::measure(&bench).await,
            "bystanders" => bystanders::measure(&bench, &singles).await,
            "terms" => terms::measure(&bench).await,
            "beset" => beset::measure(&bench).await,
            _ => refusals::measure(&bench).await,
        }
    }
    drop(bench.server);
    bench.stage.clear().await;
}

/// Returns the mean of ratios, in which 2 and 1/2 cancel each other.
fn mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}
