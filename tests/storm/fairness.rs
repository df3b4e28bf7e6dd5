//! Claims of random spots: all spots are equally likely.

use tokio::task::JoinSet;

use crate::api::{Api, Board, Seller};
use crate::database_beside_others;
use crate::evidence::{Answer, Operation, Order, Outcome, Wish};
use waffle_tests::program::Server;

const TOTAL: usize = 10;
const PICKED: usize = 3;
/// How much more even picking without replacement makes the counts: (TOTAL - 1) / (TOTAL - PICKED).
const EVENNESS: f64 = 9.0 / 7.0;
const BOARDS: u32 = 8;
const ROUNDS: u32 = 60;

/// How far counts are from being equal: chi-square distributed, with one degree of freedom fewer than there are counts.
/// Each round picks without replacement, so the counts are more even than chance; [`EVENNESS`] makes up for that.
fn chi_square(counts: &[u32; TOTAL]) -> f64 {
    let expected = f64::from(counts.iter().sum::<u32>()) / 10.0;
    let sum: f64 = counts.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
    sum * EVENNESS
}

/// For nine degrees of freedom; chance exceeds it once in a million runs.
const LIMIT: f64 = 45.1;

async fn pick(api: Api, seller: Seller, board: Board, counts: &mut [u32; TOTAL]) {
    for round in 0..ROUNDS {
        let (waffle_id, handle) = (board.id.clone(), format!("round{round}"));
        let order = Order { waffle_id, handle, wish: Wish::Any(PICKED as u64), key: None };
        let (answer, _) = api.claim(&order, "192.0.2.1").await;
        let Answer::Granted(numbers) = answer else { panic!("{answer:?}") };
        assert_eq!(numbers.len(), PICKED);
        for number in numbers {
            let place = usize::try_from(number - 1).unwrap();
            counts[place] += 1;
            assert_eq!(seller.change(board.ids[place], Operation::Release).await, Outcome::Done);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_spot_is_as_likely_as_every_other() {
    let (_place, database) = database_beside_others().await;
    let server = Server::start(&database.url(), &[("WAFFLE__RATE_LIMIT__CLAIMS_PER_MINUTE", "0")]).await;
    let api = Api::of(&server);
    let seller = Seller::sign_in(&api).await;
    let mut picking = JoinSet::new();
    for number in 0..BOARDS {
        let board = seller.create(&format!("Board {number}"), u32::try_from(TOTAL).unwrap()).await;
        let (api, seller) = (api.clone(), seller.clone());
        picking.spawn(async move {
            let mut counts = [0; TOTAL];
            pick(api, seller, board, &mut counts).await;
            counts
        });
    }
    let mut counts = [0; TOTAL];
    while let Some(some) = picking.join_next().await {
        counts.iter_mut().zip(some.unwrap()).for_each(|(count, more)| *count += more);
    }
    let distance = chi_square(&counts);
    println!("{counts:?}: {distance:.1}");
    assert!(distance < LIMIT, "{counts:?} is no chance: {distance:.1}");
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
