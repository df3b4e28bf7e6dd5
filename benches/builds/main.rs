//! Two builds side by side: claims, pages, and news for watchers, in turns on the same PostgreSQL, every other time the
//! other build first.
//!
//! `WAFFLE_BENCH_AGAINST=<program> cargo bench -p waffle-tests --bench builds` prints each round, and for each kind of
//! work the ratios of this build's rate and CPU time to the other's. `WAFFLE_BENCH_SECONDS` (3) is the length of a run,
//! and `WAFFLE_BENCH_ROUNDS` (6) the number of rounds.

#![expect(clippy::cast_precision_loss, reason = "numbers for people")]

use std::{cell::Cell, path::Path, rc::Rc, time::Duration};

use waffle_tests::rig;

use rig::{
    claims::{Load, Targets, post_keyed},
    crowd::sell_out,
    number,
    seller::{Seller, Waffle},
    server::{Server, other_build, this_build},
    stage::Stage,
};

/// The boards for each kind of claims, and their spots.
const BOARDS: (usize, u32) = (100, 2_500);
/// The spots of the board that watchers see sold out.
const WATCHED_SPOTS: u32 = 2_000;
const WATCHERS: usize = 1_000;
const BUYERS: usize = 64;
const WORK: [&str; 6] =
    ["claims", "claims with keys by new handles", "the page of a board", "the spots of a board", "home", "news"];

/// A build with its boards.
struct House {
    server: Server,
    seller: Rc<Seller>,
    singles: Rc<Targets>,
    keyed: Rc<Vec<Waffle>>,
    /// How many claims had keys so far.
    turn: Rc<Cell<usize>>,
}

/// Pieces of work each second, and the CPU time of each, in microseconds: the server's, and PostgreSQL's.
type Measured = [f64; 3];

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let Some(other) = other_build() else { return println!("Name the other build in WAFFLE_BENCH_AGAINST.") };
    rig::raise_open_files();
    let stage = Stage::set().await;
    let houses = [House::set_up("this", &this_build(), &stage).await, House::set_up("other", &other, &stage).await];
    let (seconds, rounds) = (number("WAFFLE_BENCH_SECONDS", 3), number("WAFFLE_BENCH_ROUNDS", 6));
    for work in WORK {
        println!("\n## {work}");
        let mut ratios = Vec::new();
        for round in 0..rounds {
            let mut measured = [[0.0; 3]; 2];
            let order = if round % 2 == 0 { [0, 1] } else { [1, 0] };
            for house in order {
                stage.checkpoint().await;
                measured[house] = houses[house].run(work, Duration::from_secs(seconds)).await;
            }
            let [this, other] = measured.map(|[rate, server, postgres]| {
                format!("{rate:.0}/s, CPU each: server {server:.1} µs, PostgreSQL {postgres:.1} µs")
            });
            println!("this  {this}\nother {other}");
            ratios.push([0, 1, 2].map(|figure| measured[0][figure] / measured[1][figure]));
        }
        let [rate, server, postgres] = [0, 1, 2].map(|figure| median(ratios.iter().map(|ratio| ratio[figure])));
        println!("median ratios: rate {rate:.2}, server's CPU {server:.2}, PostgreSQL's CPU {postgres:.2}");
    }
    drop(houses);
    stage.clear().await;
}

impl House {
    async fn set_up(name: &str, build: &Path, stage: &Stage) -> Self {
        let server = Server::of_build(build, stage, name, &[]).await;
        let seller = Seller::sign_in(&server).await;
        let singles = Targets::new(&seller.sell_many(BOARDS.0, BOARDS.1).await);
        let keyed = Rc::new(seller.sell_many(BOARDS.0, BOARDS.1).await);
        Self { server, seller, singles, keyed, turn: Rc::default() }
    }

    async fn run(&self, work: &str, time: Duration) -> Measured {
        let load = Load { connections: BUYERS, time, status: 200 };
        let board = &self.keyed[0].slug;
        let figures = match work {
            "claims" => load.claim(&self.server, &self.singles).await,
            "claims with keys by new handles" => load.run(&self.server, self.keyed_claims()).await,
            "the page of a board" => load.read(&self.server, &format!("/waffle/{board}")).await,
            "the spots of a board" => load.read(&self.server, &format!("/api/waffles/{board}/spots")).await,
            "home" => load.read(&self.server, "/").await,
            _ => return self.news().await,
        };
        let (server, postgres) = figures.cost();
        [figures.rate(), server, postgres]
    }

    /// Returns claims as browsers send them: each with a key, and of a handle that holds nothing yet.
    fn keyed_claims(&self) -> impl FnMut(&mut Vec<u8>) -> Option<usize> + use<> {
        let (waffles, turn) = (Rc::clone(&self.keyed), Rc::clone(&self.turn));
        move |request| {
            let now = turn.replace(turn.get() + 1);
            let (number, waffle) = (now / waffles.len() + 1, &waffles[now % waffles.len()]);
            let id = &waffle.id;
            let body = format!(r#"{{"waffle_id":"{id}","spots":[{number}],"social_handle":"new{now}"}}"#);
            post_keyed(request, "/api/claims", &body);
            (number <= waffle.spots as usize).then_some(0)
        }
    }

    /// Sells a board out in front of watchers.
    async fn news(&self) -> Measured {
        let told = sell_out(&self.server, &self.seller, WATCHED_SPOTS, (BUYERS, WATCHERS)).await;
        assert_eq!(told.lost, 0, "watchers were cut off");
        let each = |time: Duration| time.as_secs_f64() * 1e6 / told.messages as f64;
        [told.rate(), each(told.used.server), each(told.used.postgres)]
    }
}

/// Returns the middle of some numbers, or the mean of the two in the middle.
fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = numbers.collect();
    sorted.sort_by(f64::total_cmp);
    f64::midpoint(sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2])
}
