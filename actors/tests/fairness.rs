//! Claims of random spots: the running actor takes what a fair pick gives it, so all spots are equally likely.

use futures_util::future::join_all;
use uuid::Uuid;
use waffle_store::spots::SpotOperation::Release;

use crate::server::{Server, any};

const TOTAL: usize = 10;
const PICKED: usize = 3;
/// How much more even picking without replacement makes the counts: (TOTAL - 1) / (TOTAL - PICKED).
const EVENNESS: f64 = 9.0 / 7.0;
const BOARDS: usize = 8;
const ROUNDS: usize = 60;
/// For nine degrees of freedom; chance exceeds it once in a million runs.
const LIMIT: f64 = 45.1;

/// How far counts are from being equal: chi-square distributed, with one degree of freedom fewer than there are counts.
/// Each round picks without replacement, so the counts are more even than chance; [`EVENNESS`] makes up for that.
fn chi_square(counts: &[u32; TOTAL]) -> f64 {
    let expected = f64::from(counts.iter().sum::<u32>()) / 10.0;
    let sum: f64 = counts.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
    sum * EVENNESS
}

/// Claims some spots again and again, and returns all that were given.
async fn pick(server: &Server, id: Uuid) -> Vec<i32> {
    let mut given = Vec::new();
    for _ in 0..ROUNDS {
        let numbers = server.claim(any(id, "anna", PICKED as u64)).await.unwrap();
        assert_eq!(server.change(id, Release, numbers.clone()).await, Ok(PICKED));
        given.extend(numbers);
    }
    given
}

#[actix::test]
async fn every_spot_is_as_likely_as_every_other() {
    let server = Server::alone().await;
    let boards = join_all((0..BOARDS).map(|_| server.waffle(10))).await;
    let mut counts = [0; TOTAL];
    for number in join_all(boards.into_iter().map(|id| pick(&server, id))).await.concat() {
        counts[usize::try_from(number - 1).unwrap()] += 1;
    }
    let distance = chi_square(&counts);
    println!("{counts:?}: {distance:.1}");
    assert!(distance < LIMIT, "{counts:?} is no chance: {distance:.1}");
    server.stop().await;
}

#[test]
fn a_choice_that_prefers_some_spots_is_noticed() {
    let mut counts = [120; TOTAL];
    assert!(chi_square(&counts) < LIMIT);
    // The first half is picked six times in ten instead of five.
    counts[..5].fill(144);
    counts[5..].fill(96);
    assert!(chi_square(&counts) > LIMIT);
}
