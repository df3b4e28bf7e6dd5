//! Single spots: this server against pgbench, in turns, on the same PostgreSQL.

use std::rc::Rc;

use crate::{
    Bench, SPOTS, SPREAD, mean,
    pgbench::{Pgbench, Reached},
    rig::{
        claims::{Figures, Targets},
        verdict,
    },
};

/// The numbers of clients to try pgbench with; the fastest one is compared.
const CLIENTS: [u64; 5] = [4, 8, 16, 32, 64];
/// How long each of them is tried, and how long one waffle is claimed from, in seconds.
const BRIEFLY: u64 = 2;
/// The spots of a hot waffle: more than pgbench sells in that time.
const HOT_SPOTS: u32 = 10_000;

/// Measures claims spread over many waffles.
pub(crate) async fn spread(bench: &Bench, singles: &Rc<Targets>) {
    println!("\n## 64 buyers, single spots of {SPREAD} waffles");
    let theirs = bench.seller.sell_many(SPREAD, SPOTS).await;
    let pgbench = Pgbench::new(&bench.stage, &theirs).map(Rc::new);
    let clients = best(async || pgbench.clone()).await;
    let claim = async || bench.buyers().claim(&bench.server, singles).await;
    // Loads the waffles into memory.
    claim().await;
    let (mut ratios, mut slowest) = (Vec::new(), Vec::new());
    for round in 1..=bench.rounds {
        let them = async || Some(pgbench.as_ref()?.run(clients, bench.seconds).await);
        let (us, them) = in_turns(bench, round, claim, them).await;
        slowest.push(us.all().percentile(99));
        ratios.extend(report(round, &us, them));
    }
    judge(&ratios, 3.8);
    slowest.sort_by(f64::total_cmp);
    let p99 = slowest[slowest.len() / 2];
    println!("p99 {p99:.2} ms (median of the rounds), the goal is 8 ms: {}", verdict(p99 <= 8.0));
}

/// Measures one waffle that everyone wants, until it is sold out.
pub(crate) async fn hot(bench: &Bench) {
    println!("\n## 64 buyers, one waffle of {HOT_SPOTS} until it is sold out");
    let sell = async || [bench.seller.sell(HOT_SPOTS).await];
    let rival = async || Pgbench::new(&bench.stage, &sell().await).map(Rc::new);
    let clients = best(rival).await;
    let mut ratios = Vec::new();
    for round in 1..=bench.rounds {
        let (targets, pgbench) = (Targets::new(&sell().await), rival().await);
        let claim = async || bench.buyers().claim(&bench.server, &targets).await;
        let them = async || Some(pgbench.as_ref()?.run(clients, BRIEFLY).await);
        let (us, them) = in_turns(bench, round, claim, them).await;
        ratios.extend(report(round, &us, them));
    }
    judge(&ratios, 15.0);
}

/// Returns the number of clients at which pgbench is fastest.
async fn best(rival: impl AsyncFn() -> Option<Rc<Pgbench>>) -> u64 {
    let mut best = (0, 0.0);
    for clients in CLIENTS {
        let Some(pgbench) = rival().await else {
            println!("pgbench is not installed beside PostgreSQL: there is nothing to compare with");
            break;
        };
        let Reached { rate, cost } = pgbench.run(clients, BRIEFLY).await;
        println!("pgbench with {clients:>2} clients: {rate:>6.0}/s, CPU each: PostgreSQL {cost:.0} µs");
        if rate > best.1 {
            best = (clients, rate);
        }
    }
    best.0
}

/// Runs both, every other time the second one first.
async fn in_turns(
    bench: &Bench,
    round: u64,
    us: impl AsyncFnOnce() -> Figures,
    them: impl AsyncFnOnce() -> Option<Reached>,
) -> (Figures, Option<Reached>) {
    bench.stage.checkpoint().await;
    if round.is_multiple_of(2) {
        let them = them().await;
        bench.stage.checkpoint().await;
        (us().await, them)
    } else {
        let us = us().await;
        bench.stage.checkpoint().await;
        (us, them().await)
    }
}

fn report(round: u64, us: &Figures, them: Option<Reached>) -> Option<f64> {
    println!("round {round}  waffle  {us}");
    let Reached { rate, cost } = them?;
    let ratio = us.rate() / rate;
    println!("         pgbench {rate:>7.0}/s, CPU each: PostgreSQL {cost:.0} µs; ratio {ratio:.2}");
    Some(ratio)
}

fn judge(ratios: &[f64], goal: f64) {
    if !ratios.is_empty() {
        let mean = mean(ratios);
        println!("mean ratio {mean:.2}, the goal is {goal}: {}", verdict(mean >= goal));
    }
}
