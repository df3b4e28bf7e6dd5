//! Claims of one spot and of all sizes, while others watch other waffles.

use std::{cell::Cell, rc::Rc};

use crate::{
    Bench,
    rig::{
        claims::{Targets, post},
        crowd::Crowd,
        seller::Waffle,
        verdict,
    },
};

const WATCHERS: [usize; 3] = [0, 1_000, 10_000];
/// How many waffles they watch.
const WATCHED: usize = 10;
/// What a claim may ask for, and how often of a hundred.
const MIX: [(u32, u64); 4] = [(1, 60), (5, 30), (50, 9), (1_000, 1)];
/// The boards for claims of all sizes: more than are sold in all turns.
const BOARDS: (usize, u32) = (160, 10_000);
const ROUNDS: usize = 2;

/// Measures claims with each number of watchers, there and back again.
pub(crate) async fn measure(bench: &Bench, singles: &Rc<Targets>) {
    println!("\n## 64 buyers beside watchers of other waffles");
    println!("mixed: of 100 claims {}", MIX.map(|(spots, share)| format!("{share} are of {spots}")).join(", "));
    let watched = bench.seller.sell_many(WATCHED, 100).await;
    let mixed = bench.seller.sell_many(BOARDS.0, BOARDS.1).await;
    let mut rates = WATCHERS.map(|_| Vec::new());
    for round in 0..ROUNDS {
        let mut order: Vec<usize> = (0..WATCHERS.len()).collect();
        if round % 2 == 1 {
            order.reverse();
        }
        for place in order {
            let crowd = Crowd::default();
            for waffle in &watched {
                crowd.add(&bench.server.address, &waffle.slug, WATCHERS[place] / WATCHED).await;
            }
            bench.stage.checkpoint().await;
            let figures = bench.buyers().claim(&bench.server, singles).await;
            println!("{:>6} watchers  singles {figures}", WATCHERS[place]);
            rates[place].push(figures.rate());
            bench.stage.checkpoint().await;
            let figures = bench.buyers().run(&bench.server, mix(&mixed)).await;
            println!("                 mixed   {figures}");
            for ((spots, _), latencies) in MIX.iter().zip(&figures.kinds) {
                println!("                         of {spots:>5}: {latencies}");
            }
            assert_eq!(crowd.lost(), 0, "watchers were cut off");
        }
    }
    for (watchers, own) in WATCHERS.iter().zip(&rates).skip(1) {
        let ratio = own.iter().zip(&rates[0]).map(|(with, without)| with / without).fold(f64::INFINITY, f64::min);
        println!(
            "with {watchers} watchers {ratio:.2} of the rate without at the least, the goal is 0.9: {}",
            verdict(ratio >= 0.9)
        );
    }
}

/// Returns claims of any spots, whose sizes follow the mix evenly.
fn mix(waffles: &[Waffle]) -> impl FnMut(&mut Vec<u8>) -> Option<usize> + use<> {
    let (ids, turn) = (waffles.iter().map(|waffle| waffle.id.clone()).collect::<Vec<_>>(), Cell::new(0));
    move |request| {
        let now: u64 = turn.replace(turn.get() + 1);
        // 37 and 100 have no common divisor, so a hundred turns meet each place once.
        let mut place = now * 37 % 100;
        let kind = MIX.iter().position(|(_, share)| {
            let here = place < *share;
            place = place.saturating_sub(*share);
            here
        })?;
        // Another waffle for the same place in each hundred.
        let waffle = usize::try_from(now + now / 100).unwrap() % ids.len();
        let (id, count) = (&ids[waffle], MIX[kind].0);
        let body = format!(r#"{{"waffle_id":"{id}","count":{count},"social_handle":"buyer{}"}}"#, now % 5_000);
        post(request, "/api/claims/random", &body);
        Some(kind)
    }
}
