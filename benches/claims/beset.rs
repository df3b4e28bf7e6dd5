//! Claims of a board that its buyers and its sellers change all the time, so that its row is hardly ever free.

use std::{
    cell::Cell,
    net::Ipv4Addr,
    rc::Rc,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tokio::task::{JoinSet, LocalSet};

use crate::{
    Bench,
    rig::{
        claims::{Targets, post},
        http::{Http, field},
        latencies::Latencies,
        verdict,
    },
};

/// How many buyers say that they paid, take it back, and say it again.
const NOTES: usize = 30;
const SELLERS: usize = 2;
const BUYERS: usize = 64;
const GOAL_MS: f64 = 250.0;

/// Measures such claims.
pub(crate) async fn measure(bench: &Bench) {
    println!("\n## {BUYERS} buyers on a board where {NOTES} toggle their notes and {SELLERS} sellers mark paid");
    let waffle = bench.seller.sell(10_000).await;
    let targets = Targets::new(std::slice::from_ref(&waffle));
    let mut own = Http::connect(&bench.server.address, Ipv4Addr::LOCALHOST).await.unwrap();
    let mut request = format!("GET /api/waffles/{}/spots HTTP/1.1\r\nhost: bench\r\n\r\n", waffle.slug).into_bytes();
    let spots: Value = serde_json::from_slice(own.ask(&request).await.unwrap().body).unwrap();
    let mut changes = Vec::new();
    for place in 0..NOTES + SELLERS {
        request.clear();
        targets.write(&mut request);
        let claimed = own.ask(&request).await.unwrap();
        assert_eq!(claimed.status, 200, "{}", String::from_utf8_lossy(claimed.body));
        changes.push(if place < NOTES {
            let receipt = String::from_utf8_lossy(field(claimed.head, "x-claim-receipt").unwrap()).into_owned();
            [r#"{"note":"by wallet"}"#, r#"{"note":null}"#].map(|body| {
                let mut request = Vec::new();
                post(&mut request, &format!("/api/receipts/{receipt}/paid"), body);
                request
            })
        } else {
            let body = json!({"spot_ids": [spots[place]["id"]]});
            ["pay", "unpay"].map(|change| {
                bench.seller.request(&format!("/api/admin/waffles/{}/spots/{change}", waffle.id), &body).into_bytes()
            })
        });
    }
    let over = Rc::new(Cell::new(false));
    let (mut changing, mut claiming) = (JoinSet::new(), JoinSet::new());
    let work = LocalSet::new();
    let begun = Instant::now();
    for requests in changes {
        let connection = Http::connect(&bench.server.address, Ipv4Addr::LOCALHOST).await.unwrap();
        changing.spawn_local_on(repeat(connection, requests, Rc::clone(&over)), &work);
    }
    for _ in 0..BUYERS {
        let connection = Http::connect(&bench.server.address, Ipv4Addr::LOCALHOST).await.unwrap();
        let until = begun + Duration::from_secs(bench.seconds);
        claiming.spawn_local_on(claim(connection, Rc::clone(&targets), until), &work);
    }
    let (claims, refused, done) = work
        .run_until(async {
            let claimed = claiming.join_all().await;
            over.set(true);
            let done: usize = changing.join_all().await.into_iter().sum();
            let refused: usize = claimed.iter().map(|(_, refused)| refused).sum();
            (Latencies::merge(claimed.into_iter().map(|(latencies, _)| latencies)), refused, done)
        })
        .await;
    let (seconds, met) = (begun.elapsed().as_secs_f64(), refused == 0 && claims.percentile(99) <= GOAL_MS);
    let rate = |count: usize| count as f64 / seconds;
    println!("{:>7.0} claims/s, {claims}, {refused} refused; {:.0} changes/s", rate(claims.count()), rate(done));
    println!("the goal is a p99 of {GOAL_MS:.0} ms and none refused: {}", verdict(met));
}

/// Sends two requests in turns until it is stopped, and counts those that were served.
async fn repeat(mut connection: Http, requests: [Vec<u8>; 2], over: Rc<Cell<bool>>) -> usize {
    let mut served = 0;
    for request in requests.iter().cycle() {
        if over.get() {
            break;
        }
        let answer = connection.ask(request).await.expect("an answer");
        served += usize::from(answer.status == 200);
    }
    served
}

/// Claims one spot after the other, and counts what was refused.
async fn claim(mut connection: Http, targets: Rc<Targets>, until: Instant) -> (Latencies, usize) {
    let (mut latencies, mut refused, mut request) = (Latencies::default(), 0, Vec::new());
    while Instant::now() < until {
        request.clear();
        if targets.write(&mut request).is_none() {
            break;
        }
        let begun = Instant::now();
        let answer = connection.ask(&request).await.expect("an answer");
        refused += usize::from(answer.status != 200);
        latencies.push(begun.elapsed());
    }
    (latencies, refused)
}
