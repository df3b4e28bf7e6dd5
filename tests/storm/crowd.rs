//! Buyers and sellers at several servers at the same time.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use serde_json::json;
use tokio::time::{Instant, sleep};

use crate::{
    api::{Api, Board, Seller},
    evidence::{Answer, Claimed, Order, Spot, Wish},
    history::{Deed, Note},
    people::{Desk, Receipt},
};

/// A handle that is blocked in the middle of a storm under terms.
pub(crate) const TROLL: &str = "troll";
/// How long a buyer with a key tries to learn the outcome of a claim.
const STUBBORN: Duration = Duration::from_secs(20);

/// How a crowd behaves.
#[derive(Clone, Debug)]
pub(crate) struct Crowd {
    pub(crate) buyers: u64,
    pub(crate) sellers: u64,
    /// The longest pause between two actions of a person, in milliseconds.
    pub(crate) pause: u64,
    /// The share of claims with a key, in percent.
    pub(crate) keys: u32,
    /// The share of claims for random spots, in percent.
    pub(crate) any: u32,
    /// With terms, buyers use their receipts, and sellers do all that they may. Without, most want the first board, and
    /// sellers mark spots paid and release others.
    pub(crate) terms: Option<Terms>,
}

/// What applies under terms.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    /// After how many of a hundred claims buyers use their receipts.
    pub(crate) receipts: u32,
    /// The board on which a few handles claim again and again, up to a cap.
    pub(crate) capped: Option<usize>,
    /// The board that is paused and resumed.
    pub(crate) paused: Option<usize>,
}

impl Default for Terms {
    fn default() -> Self {
        Self { receipts: 75, capped: None, paused: None }
    }
}

/// The servers and boards that a crowd goes to.
pub(crate) struct Place {
    pub(crate) apis: Vec<Api>,
    pub(crate) boards: Vec<Board>,
    pub(crate) over: AtomicBool,
}

impl Place {
    fn goes_on(&self) -> bool {
        !self.over.load(Ordering::Relaxed)
    }

    fn any_board(&self, rng: &mut StdRng, crowd: &Crowd) -> usize {
        if crowd.terms.is_none() && rng.random_ratio(2, 3) { 0 } else { rng.random_range(0..self.boards.len()) }
    }
}

/// What a person noted, with the index of the board.
pub(crate) type Notes = Vec<(usize, Note)>;

/// Claims until the storm ends; under terms, says that some claims are paid, and gives others back.
pub(crate) async fn buy(me: u64, crowd: Crowd, place: Arc<Place>) -> Notes {
    let mut rng = StdRng::seed_from_u64(me);
    let (mut notes, mut count) = (Vec::new(), 0);
    while place.goes_on() {
        count += 1;
        let board = place.any_board(&mut rng, &crowd);
        let own = format!("b{me}-{count}");
        let handle = match &crowd.terms {
            Some(_) if rng.random_ratio(1, 20) => TROLL.into(),
            Some(terms) if terms.capped == Some(board) => format!("g{}", rng.random_range(0..12)),
            _ => own.clone(),
        };
        let key = rng.random_ratio(crowd.keys, 100).then(|| format!("key-{me}-{count}"));
        let wish = wish(&mut rng, crowd.any, place.boards[board].ids.len());
        let order = Order { key, ..place.boards[board].order(handle, wish) };
        // Under terms, a few sources have many buyers.
        let from = match crowd.terms {
            Some(_) => format!("10.1.0.{}", me % 10),
            None => format!("10.{}.{}.{}", me % 250, count / 250, count % 250),
        };
        let (claim, receipt) = ask(&mut rng, &place.apis, order, &from).await;
        notes.push((board, Note::Claim(claim)));
        let uses = crowd.terms.as_ref().is_some_and(|terms| rng.random_ratio(terms.receipts, 100));
        if let Some(receipt) = receipt.filter(|receipt| uses && receipt.handle == own) {
            let api = place.apis.choose(&mut rng).unwrap().clone();
            sleep(Duration::from_millis(rng.random_range(0..600))).await;
            match rng.random_range(0..3) {
                0 => notes.push((board, receipt.say_paid(&api, Some("by wallet")).await)),
                1 => {
                    // So that the first answer is not mistaken for the final one.
                    receipt.say_paid(&api, Some("soon")).await;
                    notes.push((board, receipt.say_paid(&api, None).await));
                }
                _ => {
                    let some = rng.random_range(1..=receipt.numbers.len());
                    notes.push((board, receipt.give_back(&api, &receipt.numbers[..some]).await));
                }
            }
        }
        sleep(Duration::from_millis(rng.random_range(0..=crowd.pause))).await;
    }
    notes
}

/// What a buyer wants of this many spots: some of a hundred times any, otherwise by number.
fn wish(rng: &mut StdRng, any: u32, total: usize) -> Wish {
    let count = rng.random_range(1..=4);
    if rng.random_ratio(any, 100) {
        return Wish::Any(count);
    }
    let total = i32::try_from(total).unwrap();
    let mut numbers: Vec<i32> = (0..count).map(|_| rng.random_range(1..=total)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    Wish::Numbers(numbers)
}

/// Claims; with a key, sometimes twice, and again until the outcome is known.
async fn ask(rng: &mut StdRng, apis: &[Api], order: Order, from: &str) -> (Claimed, Option<Receipt>) {
    let mut pick = || apis.choose(rng).unwrap().clone();
    let (first, second) = (pick(), pick());
    let mut told = vec![];
    if order.key.is_some() && rng.random_ratio(1, 5) {
        // Pressed twice: two requests at the same time, perhaps at two servers.
        let (one, other) = tokio::join!(first.claim(&order, from), second.claim(&order, from));
        told.extend([one, other]);
    } else {
        told.push(first.claim(&order, from).await);
    }
    let end = Instant::now() + STUBBORN;
    while order.key.is_some() {
        let last = &told.last().unwrap().answer;
        let unsure = matches!(last, Answer::Unknown(_)) || last.is_busy();
        let once_more = told.len() == 1 && rng.random_ratio(1, 3);
        if !(unsure && Instant::now() < end || once_more) {
            break;
        }
        if unsure {
            sleep(Duration::from_millis(rng.random_range(20..200))).await;
        }
        told.push(apis.choose(rng).unwrap().claim(&order, from).await);
    }
    let receipt = told.iter().find_map(|told| Receipt::of(&order, told));
    (Claimed { order, answers: told.into_iter().map(|told| (told.answer, told.took)).collect() }, receipt)
}

/// Acts as sellers do until the storm ends: under terms, by what the boards show.
pub(crate) async fn sell(me: u64, crowd: Crowd, (seller, api): (Seller, Api), place: Arc<Place>) -> Notes {
    let mut rng = StdRng::seed_from_u64(1_000_000 + me);
    let (mut notes, mut count) = (Vec::new(), 0);
    while place.goes_on() {
        count += 1;
        sleep(Duration::from_millis(rng.random_range(0..=crowd.pause))).await;
        let at = place.any_board(&mut rng, &crowd);
        let desk = Desk { seller: &seller, board: &place.boards[at] };
        let Some(terms) = &crowd.terms else {
            let number = rng.random_range(1..=i32::try_from(desk.board.ids.len()).unwrap());
            let deed = if rng.random_ratio(1, 3) { Deed::Pay } else { Deed::Release };
            notes.push((at, desk.change(number, deed).await));
            continue;
        };
        let (capped, paused) = (terms.capped == Some(at), terms.paused == Some(at));
        let Some(shown) = api.board(&desk.board.slug).await else { continue };
        let (held, free): (Vec<Spot>, Vec<Spot>) = shown.spots.into_iter().partition(|spot| spot.status != "available");
        let what = rng.random_range(0..14);
        match (what, free.choose(&mut rng)) {
            (12, Some(spot)) => notes.push((at, desk.assign(spot.number, format!("a{me}-{count}")).await)),
            (13, _) if paused => desk.edit(&json!({"claims_paused": rng.random_bool(0.3)})).await,
            (13, _) if capped => {
                desk.edit(&json!({"max_spots_per_handle": rng.random_range(2..=4)})).await;
            }
            (13, _) => desk.edit(&json!({"title": format!("Edited by {me}, {count}")})).await,
            _ => {}
        }
        let Some(spot) = held.choose(&mut rng) else { continue };
        let handle = spot.claimed_by_handle.clone().unwrap_or_default();
        let note = match what {
            0..=2 => desk.change(spot.number, Deed::Pay).await,
            3 => desk.change(spot.number, Deed::Release).await,
            4..=5 => {
                let paid: Vec<&Spot> = held.iter().filter(|spot| spot.status == "paid").collect();
                desk.change(paid.choose(&mut rng).map_or(spot.number, |spot| spot.number), Deed::Unpay).await
            }
            6 => desk.change(spot.number, Deed::Extend).await,
            7..=8 => {
                let numbers: Vec<i32> =
                    held.iter().filter(|spot| spot.number % 7 == 3).map(|spot| spot.number).collect();
                let some = if numbers.is_empty() { vec![spot.number] } else { numbers };
                desk.rename(&some[..some.len().min(2)], format!("r{me}-{count}")).await
            }
            9 => desk.change_of(&handle, spot.number, Deed::Pay).await,
            10 => desk.change_of(&handle, spot.number, Deed::Release).await,
            11 if !capped && rng.random_ratio(1, 4) => match desk.release_source().await {
                Some(note) => note,
                None => continue,
            },
            _ => continue,
        };
        notes.push((at, note));
    }
    notes
}
