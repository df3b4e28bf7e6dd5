//! Buyers who all want the same spots, by number or random ones; those with a key try again.

use std::{sync::Arc, time::Duration};

use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use tokio::time::{Instant, sleep};

use crate::{
    api::{Api, Board},
    evidence::{Answer, Claimed, Order, Wish},
};

/// How a crowd behaves.
#[derive(Clone, Debug)]
pub(crate) struct Crowd {
    pub(crate) buyers: u64,
    /// The longest pause between a buyer's claims, in milliseconds.
    pub(crate) pause: u64,
    /// The share of claims with a key, in percent.
    pub(crate) keys: u32,
    /// The share of claims for random spots, in percent.
    pub(crate) any: u32,
}

/// The servers and boards that a crowd goes to.
pub(crate) struct Place {
    pub(crate) apis: Vec<Api>,
    /// Most buyers want the first.
    pub(crate) boards: Vec<Board>,
}

/// How long a buyer with a key tries to learn the outcome of a claim.
const STUBBORN: Duration = Duration::from_secs(20);

/// Claims until it must stop; returns each claim with the index of its board.
pub(crate) async fn buy(me: u64, crowd: Crowd, place: Arc<Place>, until: impl Fn() -> bool) -> Vec<(usize, Claimed)> {
    let mut rng = StdRng::seed_from_u64(me);
    let mut claims = Vec::new();
    let mut count = 0;
    while !until() {
        count += 1;
        let board = if rng.random_ratio(2, 3) { 0 } else { rng.random_range(0..place.boards.len()) };
        let key = rng.random_ratio(crowd.keys, 100).then(|| format!("key-{me}-{count}"));
        let order = Order {
            waffle_id: place.boards[board].id.clone(),
            handle: format!("b{me}-{count}"),
            wish: wish(&mut rng, (crowd.any, 4), place.boards[board].ids.len()),
            key,
        };
        let from = format!("10.{}.{}.{}", me % 250, count / 250, count % 250);
        let answers = ask(&mut rng, &place.apis, &order, &from).await;
        claims.push((board, Claimed { order, answers }));
        sleep(Duration::from_millis(rng.random_range(0..=crowd.pause))).await;
    }
    claims
}

/// What a buyer wants of this many spots: some of a hundred times any, otherwise by number; up to a maximum.
pub(crate) fn wish(rng: &mut StdRng, (any, most): (u32, u64), total: usize) -> Wish {
    let count = rng.random_range(1..=most);
    if rng.random_ratio(any, 100) {
        return Wish::Any(count);
    }
    let total = i32::try_from(total).unwrap();
    let mut numbers: Vec<i32> = (0..count).map(|_| rng.random_range(1..=total)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    Wish::Numbers(numbers)
}

async fn ask(rng: &mut StdRng, apis: &[Api], order: &Order, from: &str) -> Vec<(Answer, Duration)> {
    let mut pick = || apis.choose(rng).unwrap().clone();
    let (first, second) = (pick(), pick());
    if order.key.is_none() {
        return vec![first.claim(order, from).await];
    }
    let mut answers = if rng.random_ratio(1, 5) {
        // Pressed twice: two requests at the same time, perhaps at two servers.
        let (one, other) = tokio::join!(first.claim(order, from), second.claim(order, from));
        vec![one, other]
    } else {
        vec![first.claim(order, from).await]
    };
    let end = Instant::now() + STUBBORN;
    loop {
        let (last, _) = answers.last().unwrap();
        let unsure = matches!(last, Answer::Unknown(_)) || last.is_busy();
        let once_more = answers.len() == 1 && rng.random_ratio(1, 3);
        let stubborn = unsure && Instant::now() < end;
        if !(stubborn || once_more) {
            return answers;
        }
        if unsure {
            sleep(Duration::from_millis(rng.random_range(20..200))).await;
        }
        answers.push(apis.choose(rng).unwrap().claim(order, from).await);
    }
}
