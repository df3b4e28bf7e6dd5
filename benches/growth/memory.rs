//! Boards in memory that buyers claim from and no one watches: what they take, per board and for ten thousand.
//! `WAFFLE_BENCH_BOARDS` (1,000) is how many there are. With each claim, buyers look at other boards, so that all are
//! in use at every moment: boards that no one uses for some seconds leave the memory when there are many.

use std::cell::Cell;
use std::time::Duration;

use crate::rig::{
    claims::{Load, get, post},
    number,
    seller::{Seller, Waffle},
    server::{Server, other_build, this_build},
    stage::Stage,
    verdict,
};

const SPOTS: u32 = 1_000;
/// How many spots each buyer takes.
const CLAIM: u32 = 5;
/// How many boards are looked at for each claim.
const LOOKS: usize = 4;
/// How many are looked at while one more comes into memory.
const WARM_LOOKS: usize = 20;
/// The most megabytes that ten thousand of them may take.
const GOAL: f64 = 1_000.0;

pub(crate) async fn measure(stage: &Stage) {
    let boards = usize::try_from(number("WAFFLE_BENCH_BOARDS", 1_000)).unwrap();
    println!("\n## {boards} boards of {SPOTS} spots, claimed by {CLAIM} spots and not watched");
    for (build, database) in
        other_build().into_iter().map(|build| (build, "memory_other")).chain([(this_build(), "memory")])
    {
        println!("{}", build.display());
        let server = Server::of_build(&build, stage, database, &[]).await;
        fill(stage, &server, boards).await;
    }
}

const LOAD: Load = Load { connections: 64, time: Duration::MAX, status: 200 };

fn look_at(request: &mut Vec<u8>, waffle: &Waffle) {
    get(request, &format!("/api/waffles/{}", waffle.slug));
}

/// Brings one board after the other into memory, while those that are there are looked at again and again.
async fn warm(server: &Server, waffles: &[Waffle]) {
    let (waffles, looks) = (waffles.to_vec(), Cell::new(0));
    let next = move |request: &mut Vec<u8>| {
        let look = looks.replace(looks.get() + 1);
        let there = look / WARM_LOOKS + 1;
        look_at(request, waffles.get(there - 1).map(|_| &waffles[look % there])?);
        Some(0)
    };
    LOAD.run(server, next).await;
}

async fn fill(stage: &Stage, server: &Server, boards: usize) {
    let seller = Seller::sign_in(server).await;
    let waffles = seller.sell_many(boards, SPOTS).await;
    stage.checkpoint().await;
    let before = server.megabytes();
    warm(server, &waffles).await;
    for (part, of) in [(1, 2), (2, 2)] {
        let (waffles, next) = (waffles.clone(), Cell::new((part - 1) * SPOTS / of));
        let (place, last) = (Cell::new(0), part * SPOTS / of);
        let looks = Cell::new(0_usize);
        let claim = move |request: &mut Vec<u8>| {
            let look = looks.replace(looks.get() + 1);
            if !look.is_multiple_of(LOOKS + 1) {
                look_at(request, &waffles[(look - look / (LOOKS + 1)) % waffles.len()]);
                return Some(1);
            }
            let first = next.get();
            let waffle = waffles.get(place.get()).filter(|_| first < last)?;
            let (turn, wraps) = (place.get() + 1, place.get() + 1 == waffles.len());
            place.set(if wraps { 0 } else { turn });
            next.set(if wraps { first + CLAIM } else { first });
            let numbers: Vec<String> = (1..=CLAIM).map(|n| (first + n).to_string()).collect();
            let (id, numbers, buyer) = (&waffle.id, numbers.join(","), format!("a_buyer_{first}_{turn}"));
            let body = format!(r#"{{"waffle_id":"{id}","spots":[{numbers}],"social_handle":"{buyer}"}}"#);
            post(request, "/api/claims", &body);
            Some(0)
        };
        let figures = LOAD.run(server, claim).await;
        let with = server.megabytes();
        let each = (with - before) / boards as f64;
        println!(
            "{before:.0} MB before, {with:.0} MB with {part}/{of} of the spots sold ({:.0} kB a board, {:.0}/s)",
            each * 1e3,
            figures.rate()
        );
        let all = before + each * 10_000.0;
        println!("ten thousand of them: {all:.0} MB; the goal is {GOAL:.0} MB: {}", verdict(all <= GOAL));
    }
}
