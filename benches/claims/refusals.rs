//! How fast a claim for a taken spot is refused, from memory.

use std::time::Duration;

use crate::{
    Bench, mean,
    rig::{
        claims::{Load, Targets, get, post},
        verdict,
    },
};

/// The route that does the least.
const SMALLEST: &str = "/api/version";

/// Measures refusals against the smallest route, in turns.
pub(crate) async fn measure(bench: &Bench) {
    println!("\n## 64 buyers who come too late, against {SMALLEST}");
    let waffle = bench.seller.sell(100).await;
    let targets = Targets::new(std::slice::from_ref(&waffle));
    let sold_out = Load { time: Duration::MAX, ..bench.buyers() };
    sold_out.run(&bench.server, move |request| targets.write(request)).await;
    let mut claim = Vec::new();
    post(&mut claim, "/api/claims", &format!(r#"{{"waffle_id":"{}","spots":[7],"social_handle":"anna"}}"#, waffle.id));
    let mut ratios = Vec::new();
    for round in 1..=bench.rounds {
        let claim = claim.clone();
        let refuse = Load { status: 409, ..bench.buyers() };
        let repeat = move |request: &mut Vec<u8>| {
            request.extend_from_slice(&claim);
            Some(0)
        };
        let refused = refuse.run(&bench.server, repeat).await;
        let smallest = |request: &mut Vec<u8>| {
            get(request, SMALLEST);
            Some(0)
        };
        let smallest = bench.buyers().run(&bench.server, smallest).await;
        let ratio = refused.rate() / smallest.rate();
        println!("round {round}  refused  {refused}\n         smallest {smallest}\n         ratio    {ratio:.2}");
        ratios.push(ratio);
    }
    let mean = mean(&ratios);
    println!("mean ratio {mean:.2}, the goal is 0.75: {}", verdict(mean >= 0.75));
}
