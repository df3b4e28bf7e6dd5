//! How many messages a second reach a thousand watchers.

use std::time::{Duration, Instant};

use crate::rig::{
    claims::{Load, Targets},
    crowd::Crowd,
    process::Used,
    seller::Seller,
    server::Server,
    stage::Stage,
    verdict,
};

const WATCHERS: usize = 1_000;
const SPOTS: u32 = 5_000;
const ROUNDS: usize = 3;
/// Messages a second.
const GOAL: f64 = 1.3e6;

/// The result for a waffle that was sold out in front of watchers.
pub(crate) struct Told {
    pub(crate) messages: u64,
    pub(crate) bytes: u64,
    pub(crate) took: Duration,
    pub(crate) used: Used,
}

pub(crate) async fn measure(stage: &Stage) {
    println!("\n## {WATCHERS} watchers of a waffle of {SPOTS} spots that is claimed spot by spot");
    let server = Server::start(stage, "fan_out", &[]).await;
    let seller = Seller::sign_in(&server).await;
    let mut rates = Vec::new();
    for round in 1..=ROUNDS {
        let Told { messages, bytes, took, used } = sell_out(&server, &seller, SPOTS, WATCHERS).await;
        let rate = messages as f64 / took.as_secs_f64();
        let cost = used.server.as_secs_f64() * 1e6 / messages as f64;
        println!(
            "round {round}: {rate:.0} deliveries/s, {:.0} MB/s, server CPU {cost:.2} µs each; \
             watchers {:.0} % of all CPU",
            bytes as f64 / 1e6 / took.as_secs_f64(),
            used.load_share()
        );
        rates.push(rate);
    }
    let best = rates.iter().copied().fold(0.0, f64::max);
    println!("best {best:.0} deliveries/s, the goal is {GOAL:.0}: {}", verdict(best >= GOAL));
}

/// Sells a waffle out in front of watchers, and waits until all of them have received each spot.
pub(crate) async fn sell_out(server: &Server, seller: &Seller, spots: u32, watchers: usize) -> Told {
    let waffle = seller.sell(spots).await;
    let crowd = Crowd::watching(&server.address, &waffle.slug, watchers).await;
    let targets = Targets::new(&[waffle]);
    let (begun, before) = (Instant::now(), server.used());
    let load = Load { connections: 64, time: Duration::MAX, status: 200 };
    load.run(server, move |request| targets.write(request)).await;
    let wanted = u64::from(spots) * watchers as u64;
    let took = crowd.hear(wanted, begun).await;
    let used = server.used().since(before);
    let (messages, lost) = (crowd.messages(), crowd.lost());
    if lost > 0 || messages < wanted {
        println!("{lost} watchers were cut off; {messages} of {wanted} messages arrived");
    }
    Told { messages, bytes: crowd.bytes(), took, used }
}
