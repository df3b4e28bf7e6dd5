//! How many messages a second reach a thousand watchers.

use crate::rig::{crowd::sell_out, seller::Seller, server::Server, stage::Stage, verdict};

const WATCHERS: usize = 1_000;
const SPOTS: u32 = 5_000;
const ROUNDS: usize = 3;
/// Messages a second.
const GOAL: f64 = 1.3e6;

pub(crate) async fn measure(stage: &Stage) {
    println!("\n## {WATCHERS} watchers of a waffle of {SPOTS} spots that is claimed spot by spot");
    let server = Server::start(stage, "fan_out", &[]).await;
    let seller = Seller::sign_in(&server).await;
    let mut rates = Vec::new();
    for round in 1..=ROUNDS {
        let told = sell_out(&server, &seller, SPOTS, (64, WATCHERS)).await;
        let (rate, cost) = (told.rate(), told.used.server.as_secs_f64() * 1e6 / told.messages as f64);
        if told.lost > 0 || told.messages < u64::from(SPOTS) * WATCHERS as u64 {
            println!("{} watchers were cut off; {} messages arrived", told.lost, told.messages);
        }
        println!(
            "round {round}: {rate:.0} deliveries/s, {:.0} MB/s, server CPU {cost:.2} µs each; \
             watchers {:.0} % of all CPU",
            told.bytes as f64 / 1e6 / told.took.as_secs_f64(),
            told.used.load_share()
        );
        rates.push(rate);
    }
    let best = rates.iter().copied().fold(0.0, f64::max);
    println!("best {best:.0} deliveries/s, the goal is {GOAL:.0}: {}", verdict(best >= GOAL));
}
