//! Single spots: this server against pgbench, in turns, on the same PostgreSQL.

use std::rc::Rc;

use crate::{
    Bench, SPOTS, SPREAD, mean,
    pgbench::{Length, Pgbench, Reached},
    rig::{
        claims::{Figures, Load, Targets},
        verdict,
    },
};

/// The numbers of clients to try pgbench with; the fastest one is compared.
const CLIENTS: [u64; 5] = [4, 8, 16, 32, 64];
/// How many claims of one waffle each of them gets.
const TRIED: u64 = 1_600;
/// The spots of a hot waffle.
const HOT_SPOTS: u32 = 10_000;

/// Measures claims spread over many waffles.
pub(crate) async fn spread(bench: &Bench, singles: &Rc<Targets>) {
    println!("\n## 64 buyers, single spots of {SPREAD} waffles");
    let theirs = bench.seller.sell_many(SPREAD, SPOTS).await;
    let pgbench = Pgbench::new(&bench.stage, "waffle", &theirs);
    let length = Length::Seconds(bench.seconds);
    let clients = match &pgbench {
        Some(pgbench) => best(pgbench, Length::Seconds(2)).await,
        None => 0,
    };
    let claims = || {
        let targets = Rc::clone(singles);
        move |request: &mut Vec<u8>| targets.write(request)
    };
    // Loads the waffles into memory.
    bench.buyers().run(&bench.server, claims()).await;
    let (mut ratios, mut slowest) = (Vec::new(), Vec::new());
    for round in 1..=bench.rounds {
        let (us, them) = in_turns(bench, round, bench.buyers(), claims(), pgbench.as_ref(), (clients, length)).await;
        slowest.push(us.all().percentile(99));
        ratios.extend(report(round, &us, them));
    }
    if pgbench.is_some() {
        let mean = mean(&ratios);
        println!("mean ratio {mean:.2}, the goal is 3.8: {}", verdict(mean >= 3.8));
    }
    slowest.sort_by(f64::total_cmp);
    let p99 = slowest[slowest.len() / 2];
    println!("p99 {p99:.2} ms (median of the rounds), the goal is 8 ms: {}", verdict(p99 <= 8.0));
}

/// Measures one waffle that everybody wants, until it is sold out.
pub(crate) async fn hot(bench: &Bench) {
    println!("\n## 64 buyers, one waffle of {HOT_SPOTS} until it is sold out");
    let tried = bench.seller.sell(HOT_SPOTS).await;
    let clients = match Pgbench::new(&bench.stage, "waffle", &[tried]) {
        Some(pgbench) => best(&pgbench, Length::Claims(TRIED)).await,
        None => 0,
    };
    let mut ratios = Vec::new();
    for round in 1..=bench.rounds {
        let (ours, theirs) = (bench.seller.sell(HOT_SPOTS).await, bench.seller.sell(HOT_SPOTS).await);
        let targets = Targets::new(&[ours]);
        let pgbench = Pgbench::new(&bench.stage, "waffle", &[theirs]);
        let length = Length::Claims(u64::from(HOT_SPOTS) / 2);
        let claims = move |request: &mut Vec<u8>| targets.write(request);
        let (us, them) = in_turns(bench, round, bench.buyers(), claims, pgbench.as_ref(), (clients, length)).await;
        ratios.extend(report(round, &us, them));
    }
    if !ratios.is_empty() {
        let mean = mean(&ratios);
        println!("mean ratio {mean:.2}, the goal is 15: {}", verdict(mean >= 15.0));
    }
}

/// Returns the number of clients at which pgbench is fastest.
async fn best(pgbench: &Pgbench, length: Length) -> u64 {
    let mut best = (0, 0.0);
    for clients in CLIENTS {
        let Reached { rate, cost } = pgbench.run(clients, length).await;
        println!("pgbench with {clients:>2} clients: {rate:>6.0}/s, CPU each: PostgreSQL {cost:.0} µs");
        if rate > best.1 {
            best = (clients, rate);
        }
    }
    best.0
}

/// Runs both, and every other time the second one first.
async fn in_turns<N>(
    bench: &Bench,
    round: u64,
    buyers: Load,
    claims: N,
    pgbench: Option<&Pgbench>,
    (clients, length): (u64, Length),
) -> (Figures, Option<Reached>)
where
    N: FnMut(&mut Vec<u8>) -> Option<usize> + 'static,
{
    let them = async || {
        bench.stage.checkpoint().await;
        match pgbench {
            Some(pgbench) => Some(pgbench.run(clients, length).await),
            None => None,
        }
    };
    let us = async || {
        bench.stage.checkpoint().await;
        buyers.run(&bench.server, claims).await
    };
    if round.is_multiple_of(2) {
        let them = them().await;
        (us().await, them)
    } else {
        let us = us().await;
        (us, them().await)
    }
}

fn report(round: u64, us: &Figures, them: Option<Reached>) -> Option<f64> {
    println!("round {round}  waffle  {us}");
    let Some(Reached { rate, cost }) = them else {
        println!("         pgbench is not installed");
        return None;
    };
    let ratio = us.rate() / rate;
    println!("         pgbench {rate:>7.0}/s, CPU each: PostgreSQL {cost:.0} µs; ratio {ratio:.2}");
    Some(ratio)
}
