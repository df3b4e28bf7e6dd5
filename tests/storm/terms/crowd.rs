//! Buyers and sellers at several servers at the same time, under terms.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use serde_json::json;
use tokio::time::sleep;

use super::{
    history::{Deed, Note},
    people::{Desk, Receipt},
};
use crate::{
    api::{Api, Board, Seller},
    buyers::wish,
    evidence::{Answer, Claimed, Order, Spot},
};

/// A handle that is blocked in the middle of the storm.
pub(crate) const TROLL: &str = "troll";
/// How often a buyer with a key asks again for the outcome of a claim.
const STUBBORN: usize = 30;

/// Where it happens.
pub(crate) struct Place {
    pub(crate) apis: Vec<Api>,
    pub(crate) boards: Vec<Board>,
    /// The board on which a few handles claim again and again, up to a cap.
    pub(crate) capped: usize,
    /// The board that is paused and resumed.
    pub(crate) paused: usize,
    /// The longest pause between two actions of a person, in milliseconds.
    pub(crate) pause: u64,
    pub(crate) over: AtomicBool,
}

impl Place {
    fn goes_on(&self) -> bool {
        !self.over.load(Ordering::Relaxed)
    }
}

/// What a person noted, with the index of the board.
pub(crate) type Notes = Vec<(usize, Note)>;

/// Claims until the storm ends; says that some claims are paid, and gives others back.
pub(crate) async fn buy(me: u64, place: Arc<Place>) -> Notes {
    let mut rng = StdRng::seed_from_u64(me);
    let (mut notes, mut count) = (Vec::new(), 0);
    while place.goes_on() {
        count += 1;
        let board = rng.random_range(0..place.boards.len());
        let own = format!("t{me}-{count}");
        let handle = if rng.random_ratio(1, 20) {
            TROLL.into()
        } else if board == place.capped {
            format!("g{}", rng.random_range(0..12))
        } else {
            own.clone()
        };
        let key = rng.random_bool(0.5).then(|| format!("key-{me}-{count}"));
        let wish = wish(&mut rng, (40, 3), place.boards[board].ids.len());
        let order = Order { waffle_id: place.boards[board].id.clone(), handle, wish, key };
        let (claim, receipt) = ask(&mut rng, &place, order, &format!("10.1.0.{}", me % 10)).await;
        notes.push((board, Note::Claim(claim)));
        if let Some(receipt) = receipt.filter(|receipt| receipt.handle == own) {
            let api = place.apis.choose(&mut rng).unwrap().clone();
            sleep(Duration::from_millis(rng.random_range(0..600))).await;
            match rng.random_range(0..4) {
                0 => notes.push((board, receipt.say_paid(&api, Some("by wallet")).await)),
                1 => {
                    // So that the first answer is not mistaken for the final one.
                    receipt.say_paid(&api, Some("soon")).await;
                    notes.push((board, receipt.say_paid(&api, None).await));
                }
                2 => {
                    let some = rng.random_range(1..=receipt.numbers.len());
                    notes.push((board, receipt.give_back(&api, &receipt.numbers[..some]).await));
                }
                _ => {}
            }
        }
        sleep(Duration::from_millis(rng.random_range(0..place.pause))).await;
    }
    notes
}

/// Claims; with a key, again until the outcome is known.
async fn ask(rng: &mut StdRng, place: &Place, order: Order, from: &str) -> (Claimed, Option<Receipt>) {
    let (mut answers, mut receipt) = (Vec::new(), None);
    for _ in 0..if order.key.is_some() { STUBBORN } else { 1 } {
        let (answer, took, token) = place.apis.choose(rng).unwrap().claim_with_receipt(&order, from).await;
        if let (Answer::Granted(numbers), Some(token)) = (&answer, token) {
            receipt = Some(Receipt { token, handle: order.handle.clone(), numbers: numbers.clone() });
        }
        let unsure = matches!(answer, Answer::Unknown(_)) || answer.is_busy();
        answers.push((answer, took));
        if !unsure {
            break;
        }
        sleep(Duration::from_millis(rng.random_range(20..200))).await;
    }
    (Claimed { order, answers }, receipt)
}

/// Acts as sellers do until the storm ends, by what the boards show.
pub(crate) async fn sell(me: u64, seller: Seller, api: Api, place: Arc<Place>) -> Notes {
    let mut rng = StdRng::seed_from_u64(1_000_000 + me);
    let (mut notes, mut count) = (Vec::new(), 0);
    while place.goes_on() {
        count += 1;
        sleep(Duration::from_millis(rng.random_range(0..place.pause))).await;
        let at = rng.random_range(0..place.boards.len());
        let desk = Desk { seller: &seller, board: &place.boards[at] };
        let Some(shown) = api.board(&desk.board.slug).await else { continue };
        let (held, free): (Vec<Spot>, Vec<Spot>) = shown.spots.into_iter().partition(|spot| spot.status != "available");
        let what = rng.random_range(0..14);
        match (what, free.choose(&mut rng)) {
            (12, Some(spot)) => notes.push((at, desk.assign(spot.number, format!("a{me}-{count}")).await)),
            (13, _) if at == place.paused => desk.edit(&json!({"claims_paused": rng.random_bool(0.3)})).await,
            (13, _) if at == place.capped => {
                desk.edit(&json!({"max_spots_per_handle": rng.random_range(2..=4)})).await;
            }
            _ => {}
        }
        let Some(spot) = held.choose(&mut rng) else { continue };
        let handle = spot.claimed_by_handle.clone().unwrap_or_default();
        let note = match what {
            0..=2 => desk.change(spot.number, Deed::Pay).await,
            3 => desk.change(spot.number, Deed::Release).await,
            4..=5 => desk.change(spot.number, Deed::Unpay).await,
            6 => desk.change(spot.number, Deed::Extend).await,
            7..=8 => {
                let numbers: Vec<i32> =
                    held.iter().filter(|spot| spot.number % 7 == 3).map(|spot| spot.number).collect();
                let some = if numbers.is_empty() { vec![spot.number] } else { numbers };
                desk.rename(&some[..some.len().min(2)], format!("r{me}-{count}")).await
            }
            9 => desk.change_of(&handle, spot.number, Deed::Pay).await,
            10 => desk.change_of(&handle, spot.number, Deed::Release).await,
            11 if at != place.capped && rng.random_ratio(1, 4) => match desk.release_source().await {
                Some(note) => note,
                None => continue,
            },
            _ => continue,
        };
        notes.push((at, note));
    }
    notes
}
