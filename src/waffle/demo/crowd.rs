//! Simulated buyers, and a seller who marks their spots paid and releases some, all over HTTP like real ones.
//!
//! Buyers claim, and then say that they paid, give their spots back, or forget about it. Only the crowd's own spots are
//! paid and released. A visitor's claims are left to the visitor.

mod site;

use std::{cell::RefCell, collections::VecDeque, future::Future, time::Duration};

use rand::seq::{IndexedRandom, IteratorRandom};
use serde_json::json;
use tokio::time::{Instant, sleep};
use waffle_service::config::Secret;

use super::{evening::some, people};
use site::{Bought, Site, Spot, Waffle};

/// Milliseconds between two claims, between two looks at receipts, and between two rounds of the seller.
const BUYERS_PAUSE: std::ops::Range<u64> = 250..900;
const RECEIPTS_PAUSE: std::ops::Range<u64> = 250..700;
const SELLERS_PAUSE: std::ops::Range<u64> = 250..600;
/// The share of claimed spots above which the seller releases some, so that the boards never stay full.
const FULL_ENOUGH: f64 = 0.6;
/// How many buyers, and how many spots, of one waffle per round.
const MOST_PAID: usize = 2;
const MOST_RELEASED: usize = 3;
/// How many receipts are kept; the buyers of older ones do not come back.
const MOST_RECEIPTS: usize = 200;
/// How long a buyer needs to pay.
const TO_PAY: Duration = Duration::from_secs(3);

/// The receipts that buyers have kept, the oldest first.
type Receipts = RefCell<VecDeque<(Instant, Bought)>>;

/// Runs the crowd against a server on this machine until it is dropped. Without the password no spots are marked paid.
pub(super) async fn gather(base: String, password: Option<Secret>) {
    let site = match Site::new(base) {
        Ok(site) => site,
        Err(error) => return log::warn!(error:%; "the crowd can't come"),
    };
    let receipts = Receipts::default();
    let buyers = futures_util::future::join(buyers(&site, &receipts), receipts_again(&site, &receipts));
    futures_util::future::join(buyers, seller(&site, password)).await;
}

async fn buyers(site: &Site, receipts: &Receipts) {
    again_and_again("a buyer", BUYERS_PAUSE, async || {
        // The more spots are free, the more buyers come.
        let waffles = site.active_waffles().await?;
        let Ok(waffle) = waffles.choose_weighted(&mut rand::rng(), Waffle::free_share) else { return Ok(()) };
        if rand::random_ratio(2, 5) {
            let claim = json!({"waffle_id": waffle.id, "count": rand::random_range(1..=3)});
            keep(receipts, site.claim("/api/claims/random", claim).await?);
            return Ok(());
        }
        let claim = json!({"waffle_id": waffle.id, "spots": some_free(&site.spots(waffle).await?)});
        if rand::random_ratio(1, 8) {
            // Two buyers want the same spots: one of them gets the refusal.
            let rival = site.claim("/api/claims", claim.clone());
            let (one, other) = futures_util::future::join(site.claim("/api/claims", claim), rival).await;
            keep(receipts, one?);
            keep(receipts, other?);
            return Ok(());
        }
        keep(receipts, site.claim("/api/claims", claim).await?);
        Ok(())
    })
    .await;
}

/// Keeps the receipt of a claim, unless its buyer forgets it immediately.
fn keep(receipts: &Receipts, bought: Option<Bought>) {
    let Some(bought) = bought.filter(|_| rand::random_ratio(9, 10)) else { return };
    let mut kept = receipts.borrow_mut();
    kept.push_back((Instant::now(), bought));
    if kept.len() > MOST_RECEIPTS {
        kept.pop_front();
    }
}

/// Lets buyers come back to their receipts: most have paid and say so, some give their spots back.
async fn receipts_again(site: &Site, receipts: &Receipts) {
    again_and_again("a buyer", RECEIPTS_PAUSE, async || {
        let ripe = receipts.borrow_mut().pop_front_if(|(claimed, _)| claimed.elapsed() > TO_PAY);
        let Some((_, bought)) = ripe else { return Ok(()) };
        if rand::random_ratio(1, 7) {
            return site.with_receipt(&bought, "give-back", &json!({"spots": bought.numbers})).await;
        }
        let notes = ["by wallet A", "by wallet B, other name", "just sent it", ""];
        let note = notes.choose(&mut rand::rng()).copied().unwrap_or_default();
        site.with_receipt(&bought, "paid", &json!({"note": note})).await
    })
    .await;
}

async fn seller(site: &Site, password: Option<Secret>) {
    let Some(password) = password else { return };
    let token = match site.sign_in(&password).await {
        Ok(token) => token,
        Err(error) => return log::warn!(error:%; "the crowd's seller can't sign in"),
    };
    again_and_again("the seller", SELLERS_PAUSE, async || {
        let waffles = site.active_waffles().await?;
        let Some(waffle) = waffles.choose(&mut rand::rng()) else { return Ok(()) };
        let debtors = site.debtors(&token, waffle).await?;
        let paying = debtors.iter().filter(|buyer| {
            buyer.pending_count > 0 && buyer.says_paid_at.is_some() && people::is_of_crowd(&buyer.social_handle)
        });
        for buyer in paying.sample(&mut rand::rng(), MOST_PAID) {
            let path = format!("/api/admin/waffles/{}/buyers/{}/pay", waffle.id, buyer.social_handle);
            site.manage(&token, &path).await?;
        }
        if waffle.free_share() < 1.0 - FULL_ENOUGH {
            let spots = site.spots(waffle).await?;
            let crowds = spots.iter().filter(|spot| spot.is_of_crowd());
            for spot in crowds.sample(&mut rand::rng(), MOST_RELEASED) {
                site.manage(&token, &format!("/api/admin/spots/{}/release", spot.id)).await?;
            }
        }
        Ok(())
    })
    .await;
}

async fn again_and_again<F>(who: &str, pause: std::ops::Range<u64>, visit: impl Fn() -> F)
where
    F: Future<Output = reqwest::Result<()>>,
{
    loop {
        sleep(Duration::from_millis(rand::random_range(pause.clone()))).await;
        if let Err(error) = visit().await {
            // Without the address, which may hold a receipt's token.
            log::debug!(who, error:% = error.without_url(); "one of the crowd goes away");
        }
    }
}

/// Picks one to four free spots.
fn some_free(spots: &[Spot]) -> Vec<i64> {
    let free: Vec<i64> = spots.iter().filter(|spot| spot.status == "available").map(|spot| spot.number).collect();
    some(&free, rand::random_range(1..=4), &mut rand::rng())
}
