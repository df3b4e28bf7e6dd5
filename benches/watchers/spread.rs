//! How the fan-out spreads over threads, on a server with four HTTP workers.

use std::{collections::HashMap, time::Duration};

use crate::rig::{crowd::sell_out, process::threads, seller::Seller, server::Server, stage::Stage, verdict};

const WORKERS: &str = "4";
const WATCHERS: usize = 1_000;
const SPOTS: u32 = 5_000;
/// The most that one thread may do of all the server's work, in per cent: one worker's part and a half.
const GOAL: f64 = 37.5;

pub(crate) async fn measure(stage: &Stage) {
    println!("\n## {WATCHERS} watchers on a server with {WORKERS} workers: CPU time of its threads");
    let server = Server::start(stage, "spread", &[("WAFFLE__SERVER__WORKERS", WORKERS)]).await;
    let seller = Seller::sign_in(&server).await;
    let before: HashMap<u32, Duration> = threads(server.id()).into_iter().map(|(id, _, used)| (id, used)).collect();
    sell_out(&server, &seller, SPOTS, (64, WATCHERS)).await;
    let mut used: Vec<(Duration, String)> = threads(server.id())
        .into_iter()
        .map(|(id, name, used)| (used.saturating_sub(before.get(&id).copied().unwrap_or_default()), name))
        .collect();
    used.sort_unstable();
    used.reverse();
    let all: Duration = used.iter().map(|(used, _)| *used).sum();
    let share = |used: Duration| 100.0 * used.as_secs_f64() / all.as_secs_f64().max(f64::MIN_POSITIVE);
    for (used, name) in used.iter().filter(|(used, _)| share(*used) >= 0.5) {
        println!("{name:<16} {:>6.2} s {:>5.1} %", used.as_secs_f64(), share(*used));
    }
    let busiest = used.first().map_or(0.0, |(used, _)| share(*used));
    println!("busiest thread {busiest:.1} %, the goal is at most {GOAL} %: {}", verdict(busiest <= GOAL));
}
