//! One claim of a whole board of ten thousand, before three thousand watchers.

use std::{
    net::Ipv4Addr,
    time::{Duration, Instant},
};

use tokio::time::sleep;

use crate::rig::{claims::post, crowd::Crowd, http::Http, seller::Seller, server::Server, stage::Stage, verdict};

const WATCHERS: usize = 3_000;
const SPOTS: u32 = 10_000;
const ROUNDS: usize = 3;
/// The claim has to be answered within this time.
const SOON: Duration = Duration::from_millis(500);
/// The most megabytes that the claim may add.
const MOST_MORE: f64 = 100.0;
/// How long the memory is looked at, and how often.
const LOOKED_AT: (u32, Duration) = (60, Duration::from_millis(50));

pub(crate) async fn measure(stage: &Stage) {
    println!("\n## One claim of {SPOTS} spots before {WATCHERS} watchers");
    let server = Server::start(stage, "large_claim", &[]).await;
    let seller = Seller::sign_in(&server).await;
    let (mut slowest, mut most) = (Duration::ZERO, 0.0_f64);
    for round in 1..=ROUNDS {
        let waffle = seller.sell(SPOTS).await;
        let crowd = Crowd::watching(&server.address, &waffle.slug, WATCHERS).await;
        let before = server.megabytes();
        let mut connection = Http::connect(&server.address, Ipv4Addr::LOCALHOST).await.unwrap();
        let (mut request, begun) = (Vec::new(), Instant::now());
        let body = format!(r#"{{"waffle_id":"{}","count":{SPOTS},"social_handle":"anna"}}"#, waffle.id);
        post(&mut request, "/api/claims/random", &body);
        let answer = connection.ask(&request).await.unwrap();
        assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(answer.body));
        let took = begun.elapsed();
        let mut peak = before;
        for _ in 0..LOOKED_AT.0 {
            sleep(LOOKED_AT.1).await;
            peak = peak.max(server.megabytes());
        }
        let (settled, heard) = (server.megabytes(), crowd.messages());
        drop(crowd);
        sleep(LOOKED_AT.0 * LOOKED_AT.1).await;
        println!(
            "round {round}: answered after {:.0} ms; {heard} messages; memory {before:.0} MB before, \
             {peak:.0} MB at the peak, {settled:.0} MB then, {:.0} MB when all have left",
            took.as_secs_f64() * 1e3,
            server.megabytes()
        );
        slowest = slowest.max(took);
        most = most.max(peak - before);
    }
    println!(
        "the goal is 500 ms: {}; at most {MOST_MORE:.0} MB more: {}",
        verdict(slowest <= SOON),
        verdict(most <= MOST_MORE)
    );
}
