//! The opening: buyers arrive at a steady rate, each from a separate address. Each loads the board's page with all its
//! files over up to six connections, opens the socket, claims one random spot, and sees it on the socket, where all
//! earlier buyers keep watching. The capacity is the highest rate at which all are served and 99 % have claimed within
//! a second of arriving.
//!
//! `cargo bench -p waffle-tests --bench opening` searches it, and shows the server's memory before, at the peak and
//! afterwards.
//! `WAFFLE_BENCH_AGAINST=<program>` does the same with another build, in turns, and prints the ratio.
//! `WAFFLE_BENCH_OPENING_SECONDS` (3) is how long buyers arrive, and `WAFFLE_BENCH_OPENING_RATE` (100) the first rate.

#![expect(clippy::unwrap_used, reason = "a benchmark stops at the first failure")]
#![expect(clippy::cast_precision_loss, reason = "numbers for people")]

mod buyer;
mod page;
mod search;
mod shop;

use std::time::Duration;

use waffle_tests::rig;

use rig::{
    number,
    server::{other_build, this_build},
    stage::Stage,
    verdict,
};
use search::Search;
use shop::Shop;
use tokio::time::sleep;

/// The spots of each waffle, and so the most who watch one.
const SPOTS: u32 = 1_000;
/// How long after the last buyer has left the memory is looked at. The allocator gives back within ten seconds.
const AFTERWARDS: Duration = Duration::from_secs(15);
/// The most megabytes the server may hold then.
const MOST_AFTERWARDS: f64 = 200.0;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let seconds = usize::try_from(number("WAFFLE_BENCH_OPENING_SECONDS", 3)).unwrap();
    let first = usize::try_from(number("WAFFLE_BENCH_OPENING_RATE", 100)).unwrap();
    rig::raise_open_files();
    let stage = Stage::set().await;
    let mut shops = vec![(Shop::set_up("this", &this_build(), &stage).await, Search::default())];
    if let Some(build) = other_build() {
        shops.push((Shop::set_up("other", &build, &stage).await, Search::default()));
    }
    for (shop, _) in &shops {
        let (name, files, bytes) = (shop.name, shop.page.files, shop.page.bytes);
        println!("{name:>5}: page and {files} files, {bytes} bytes on the wire");
        shop.open(first.min(50), 1).await;
    }
    while shops.iter().any(|(_, search)| search.next(first).is_some()) {
        for (shop, search) in &mut shops {
            if let Some(rate) = search.next(first) {
                stage.checkpoint().await;
                let outcome = shop.open(rate, seconds).await;
                println!("{:>5}: {outcome}", shop.name);
                search.note(rate, outcome.good());
            }
        }
    }
    sleep(AFTERWARDS).await;
    println!();
    for (shop, search) in &shops {
        let (before, peak, after) = (shop.before, shop.peak.get(), shop.server.megabytes());
        println!("{:>5}: capacity {} buyers/s", shop.name, search.served);
        println!("       memory {before:.0} MB before, {peak:.0} MB at the peak, {after:.0} MB afterwards");
        println!("       the goal is {MOST_AFTERWARDS:.0} MB afterwards: {}", verdict(after <= MOST_AFTERWARDS));
    }
    if let [(_, this), (_, other)] = &shops[..] {
        println!("ratio {:.2}", this.served as f64 / other.served as f64);
    }
    drop(shops);
    stage.clear().await;
}
