//! How fast a claim for a taken spot is refused, without a key and with one, as browsers send it.

use std::{
    net::Ipv4Addr,
    time::{Duration, Instant},
};

use futures_util::future::join_all;

use crate::{
    Bench, mean,
    rig::{
        claims::{Figures, Load, Targets, post, post_keyed},
        http::Http,
        latencies::Latencies,
        verdict,
    },
};

/// The route that does the least.
const SMALLEST: &str = "/api/version";
/// How many buyers want the same spot at the same moment, and how often that is tried.
const RUSH: usize = 300;
const RUSHES: u32 = 20;

/// Writes a claim of one spot.
type Post = fn(&mut Vec<u8>, &str, &str);

/// Measures refusals against the smallest route, and those with a key against those without, in turns.
pub(crate) async fn measure(bench: &Bench) {
    println!("\n## 64 buyers who come too late, against {SMALLEST}");
    let waffle = bench.seller.sell(100).await;
    let sold_out = Load { time: Duration::MAX, ..bench.buyers() };
    sold_out.claim(&bench.server, &Targets::new(std::slice::from_ref(&waffle))).await;
    let body = format!(r#"{{"waffle_id":"{}","spots":[7],"social_handle":"anna"}}"#, waffle.id);
    let (mut ratios, mut dearer) = (Vec::new(), Vec::new());
    for round in 1..=bench.rounds {
        let refused = refuse(bench, &body, post).await;
        let keyed = refuse(bench, &body, post_keyed).await;
        let smallest = bench.buyers().read(&bench.server, SMALLEST).await;
        let ratio = refused.rate() / smallest.rate();
        println!("round {round}  refused  {refused}\n         keyed    {keyed}\n         smallest {smallest}");
        let cost = |figures: &Figures| figures.cost().0 + figures.cost().1;
        let times = cost(&keyed) / cost(&refused);
        println!("         ratio    {ratio:.2}; CPU with a key {times:.1} × that without");
        ratios.push(ratio);
        dearer.push(times);
    }
    let (ratio, times) = (mean(&ratios), mean(&dearer));
    println!("mean ratio {ratio:.2}, the goal is 0.75: {}", verdict(ratio >= 0.75));
    println!("CPU with a key {times:.1} × that without, the goal is 2: {}", verdict(times <= 2.0));

    println!("\n## {RUSH} buyers who want the same spot at once");
    for (name, post) in [("without keys", post as Post), ("with keys", post_keyed)] {
        let latencies = rush(bench, post).await;
        let met = verdict(latencies.percentile(50) <= 20.0);
        println!("{name:<12} {latencies}; the goal is a p50 of 20 ms: {met}");
    }
}

async fn refuse(bench: &Bench, body: &str, post: Post) -> Figures {
    let body = body.to_owned();
    let repeat = move |request: &mut Vec<u8>| {
        post(request, "/api/claims", &body);
        Some(0)
    };
    Load { status: 409, ..bench.buyers() }.run(&bench.server, repeat).await
}

async fn rush(bench: &Bench, post: Post) -> Latencies {
    let waffle = bench.seller.sell(RUSHES).await;
    let mut buyers = Vec::new();
    for _ in 0..RUSH {
        buyers.push(Http::connect(&bench.server.address, Ipv4Addr::LOCALHOST).await.unwrap());
    }
    let mut latencies = Vec::new();
    for spot in 1..=RUSHES {
        let asked = buyers.iter_mut().enumerate().map(async |(place, buyer)| {
            let (id, mut request) = (&waffle.id, Vec::new());
            let body = format!(r#"{{"waffle_id":"{id}","spots":[{spot}],"social_handle":"buyer{place}"}}"#);
            post(&mut request, "/api/claims", &body);
            let asked = Instant::now();
            let granted = buyer.ask(&request).await.unwrap().status == 200;
            let mut latency = Latencies::default();
            latency.push(asked.elapsed());
            (granted, latency)
        });
        let (granted, took): (Vec<_>, Vec<_>) = join_all(asked).await.into_iter().unzip();
        assert_eq!(granted.iter().filter(|granted| **granted).count(), 1, "one gets it");
        latencies.extend(took);
    }
    Latencies::merge(latencies)
}
