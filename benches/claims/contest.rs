//! Single spots: this server against the floors, in turns, on the same PostgreSQL.

use std::rc::Rc;

use crate::{
    Bench, SPOTS, SPREAD, mean,
    pgbench::{BRIEFLY, Floor, Pgbench, Reached, best},
    rig::{
        claims::{Figures, Load, Targets},
        verdict,
    },
};

/// The spots of a hot waffle: more than the floor sells in that time.
const HOT_SPOTS: u32 = 10_000;

/// Measures claims spread over many waffles, by some buyers and by many, against both floors.
pub(crate) async fn spread(bench: &Bench, singles: &Rc<Targets>) {
    println!("\n## Single spots of {SPREAD} waffles");
    let theirs = bench.seller.sell_many(SPREAD, SPOTS).await;
    let floor = Pgbench::new(&bench.stage, &theirs, Floor::Plain).await.map(Rc::new);
    let clients = best(async || floor.clone()).await;
    let batches = Pgbench::in_batches(&bench.stage, SPOTS).await.map(Rc::new);
    let at_most = best(async || batches.clone()).await;
    // Loads the waffles into memory.
    bench.buyers().claim(&bench.server, singles).await;
    for (buyers, goal) in [(64, 3.8), (256, 5.0)] {
        println!("\n### {buyers} buyers");
        let claim = async || {
            let load = Load { connections: buyers, ..bench.buyers() };
            load.claim(&bench.server, singles).await
        };
        let (mut ratios, mut of_most, mut slowest) = (Vec::new(), Vec::new(), Vec::new());
        for round in 1..=bench.rounds {
            let them = async || Some(floor.as_ref()?.run(clients, bench.seconds).await);
            let (us, them) = in_turns(bench, round, claim, them).await;
            slowest.push(us.all().percentile(99));
            ratios.extend(report(round, &us, them));
            bench.stage.checkpoint().await;
            if let Some(batches) = &batches {
                let Reached { rate, cost } = batches.run(at_most, bench.seconds).await;
                let share = cost / us.cost().1;
                println!("         in batches of 64 {rate:>7.0}/s, PostgreSQL {cost:.0} µs: {share:.2} of ours");
                of_most.push(share);
            }
        }
        judge(&ratios, goal);
        judge(&of_most, 0.6);
        // The goal is for 64: four times as many wait for each other.
        if buyers == 64 {
            judge_slowest(slowest, 8.0);
        }
    }
}

/// Measures one waffle that everyone wants, until it is sold out.
pub(crate) async fn hot(bench: &Bench) {
    println!("\n## 64 buyers, one waffle of {HOT_SPOTS} until it is sold out");
    let sell = async || [bench.seller.sell(HOT_SPOTS).await];
    let rival = async || Pgbench::new(&bench.stage, &sell().await, Floor::Plain).await.map(Rc::new);
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

/// Runs both, every other time the second one first.
pub(crate) async fn in_turns<T>(
    bench: &Bench,
    round: u64,
    us: impl AsyncFnOnce() -> T,
    them: impl AsyncFnOnce() -> Option<Reached>,
) -> (T, Option<Reached>) {
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
    println!("         floor   {rate:>7.0}/s, CPU each: PostgreSQL {cost:.0} µs; ratio {ratio:.2}");
    Some(ratio)
}

/// Compares the mean of ratios with their goal.
pub(crate) fn judge(ratios: &[f64], goal: f64) {
    if !ratios.is_empty() {
        let mean = mean(ratios);
        println!("mean ratio {mean:.2}, the goal is {goal}: {}", verdict(mean >= goal));
    }
}

/// Compares the median of the rounds' 99th percentiles with its goal, in milliseconds.
pub(crate) fn judge_slowest(mut slowest: Vec<f64>, goal: f64) {
    slowest.sort_by(f64::total_cmp);
    let p99 = slowest[slowest.len() / 2];
    println!("p99 {p99:.2} ms (median of the rounds), the goal is {goal} ms: {}", verdict(p99 <= goal));
}
