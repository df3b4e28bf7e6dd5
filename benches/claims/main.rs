//! Durable claims over HTTP at 64 connections: this server against a handler with one transaction per claim, in turns,
//! on the same machine and PostgreSQL.
//!
//! `cargo bench --bench claims` prints claims per second, latencies and the ratio for each round.
//! `WAFFLE_BENCH_SECONDS` (4) is the length of a run, and `WAFFLE_BENCH_ROUNDS` (3) the number of rounds.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a benchmark that can't go on stops")]
#![expect(clippy::cast_precision_loss, reason = "numbers for people")]

mod baseline;
mod contender;
mod load;
mod processor;
mod seed;

use std::{env, time::Duration};

use waffle_private_postgres::Cluster;

use contender::Contender;
use load::{Figures, Targets, run};
use seed::Seed;

/// How many boards the claims are spread over.
const SPREAD: usize = 100;
/// Spots per board.
const SPOTS: u32 = 10_000;
/// The pool sizes to try the baseline with; the fastest one is compared.
const POOLS: [u32; 4] = [4, 8, 16, 32];

fn main() {
    if env::args().nth(1).as_deref() == Some(baseline::ARGUMENT) {
        return baseline::serve();
    }
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(compare());
}

fn number(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |text| text.parse().expect("a whole number"))
}

async fn compare() {
    let (seconds, rounds) = (number("WAFFLE_BENCH_SECONDS", 4), number("WAFFLE_BENCH_ROUNDS", 3));
    let folder = tempfile::tempdir().unwrap();
    let cluster = Cluster::durable(folder.path().join("postgres")).await.unwrap();
    cluster.create_database("waffle").await.unwrap();
    let hot = usize::try_from(rounds).unwrap();
    let seed = Seed::sow(&cluster, SPREAD + hot, SPOTS).await;
    baseline::copy_database(&cluster).await;

    let time = Duration::from_secs(seconds);
    let spread = || Targets::new(seed.waffles[..SPREAD].to_vec(), SPOTS);
    let (our_targets, their_targets) = (spread(), spread());
    let mut best = (0, 0.0);
    for pool in POOLS {
        let contender = Contender::baseline(&cluster, pool).await;
        let figures = run(&contender, &their_targets, time / 2).await;
        println!("baseline with {pool:>2} connections: {figures}");
        if figures.rate() > best.1 {
            best = (pool, figures.rate());
        }
    }
    let theirs = Contender::baseline(&cluster, best.0).await;
    let ours = Contender::server(&cluster).await;
    for slug in &seed.slugs {
        ours.load(slug).await;
    }
    for (contender, targets) in [(&ours, &our_targets), (&theirs, &their_targets)] {
        run(contender, targets, Duration::from_secs(1)).await;
    }

    println!("\n64 connections, single spots of {SPREAD} waffles");
    let mut pairs = Vec::new();
    for round in 1..=rounds {
        baseline::checkpoint(&cluster).await;
        let us = run(&ours, &our_targets, time).await;
        baseline::checkpoint(&cluster).await;
        let them = run(&theirs, &their_targets, time).await;
        pairs.push(report(round, &us, &them));
    }
    verdict(&pairs);

    println!("\n64 connections, one waffle until it is sold out");
    let mut pairs = Vec::new();
    for (round, waffle) in (1..).zip(&seed.waffles[SPREAD..]) {
        let targets = || Targets::new(vec![waffle.clone()], SPOTS);
        let us = run(&ours, &targets(), Duration::MAX).await;
        let them = run(&theirs, &targets(), Duration::MAX).await;
        pairs.push(report(round, &us, &them));
    }
    verdict(&pairs);
    drop((ours, theirs));
    cluster.stop().await.unwrap();
}

fn report(round: u64, us: &Figures, them: &Figures) -> f64 {
    let ratio = us.rate() / them.rate();
    println!("round {round}  waffle   {us}\n         baseline {them}\n         ratio    {ratio:.2}");
    ratio
}

fn verdict(ratios: &[f64]) {
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    println!("mean ratio {mean:.2} (the goal is 3 for claims spread over many waffles)");
}
