//! Sellers who mark spots paid and release others while buyers claim.

use std::{sync::Arc, time::Duration};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use tokio::time::sleep;

use crate::{
    api::{Board, Seller},
    evidence::{Changed, Operation},
};

/// Marks spots paid and releases them until it must stop; returns each change with the index of its board.
pub(crate) async fn sell(
    me: u64,
    (seller, boards): (Seller, Arc<[Board]>),
    pause: u64,
    until: impl Fn() -> bool,
) -> Vec<(usize, Changed)> {
    let mut rng = StdRng::seed_from_u64(1_000_000 + me);
    let mut changes = Vec::new();
    while !until() {
        let board = if rng.random_ratio(2, 3) { 0 } else { rng.random_range(0..boards.len()) };
        let place = rng.random_range(0..boards[board].ids.len());
        let operation = if rng.random_ratio(1, 3) { Operation::Pay } else { Operation::Release };
        let outcome = seller.change(boards[board].ids[place], operation).await;
        let number = i32::try_from(place + 1).unwrap();
        changes.push((board, Changed { number, operation, outcome }));
        sleep(Duration::from_millis(rng.random_range(0..=pause))).await;
    }
    changes
}
