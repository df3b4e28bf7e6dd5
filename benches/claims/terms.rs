//! Claims of waffles with a cap per buyer and a time to pay, against claims of waffles without.

use serde_json::json;

use crate::{
    Bench, mean,
    rig::{claims::Targets, verdict},
};

const WAFFLES: usize = 100;
const SPOTS: u32 = 2_500;

/// Measures both in turns. The cap is never reached, but every claim is compared with it.
pub(crate) async fn measure(bench: &Bench) {
    println!("\n## 64 buyers, single spots of {WAFFLES} waffles, without terms and with");
    let terms = json!({"max_spots_per_handle": SPOTS, "pay_within_minutes": 30});
    let plain = Targets::new(&bench.seller.sell_many(WAFFLES, SPOTS).await);
    let bound = Targets::new(&bench.seller.sell_many_on(WAFFLES, SPOTS, &terms).await);
    let mut ratios = Vec::new();
    for round in 1..=bench.rounds {
        let mut order = [("without", &plain), ("with", &bound)];
        if round.is_multiple_of(2) {
            order.reverse();
        }
        let mut rates = Vec::new();
        for (name, targets) in order {
            bench.stage.checkpoint().await;
            let figures = bench.buyers().claim(&bench.server, targets).await;
            println!("round {round}  {name:<7} {figures}");
            rates.push((name, figures.rate()));
        }
        rates.sort_unstable_by_key(|(name, _)| *name);
        ratios.push(rates[0].1 / rates[1].1);
    }
    let ratio = mean(&ratios);
    println!("with terms {ratio:.2} of the rate without, the goal is 0.9: {}", verdict(ratio >= 0.9));
}
