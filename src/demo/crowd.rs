//! Simulated buyers, and a seller who marks their spots paid and releases some, all over HTTP like real ones.
//!
//! Only the crowd's own spots are paid and released. A visitor's claims are left to whoever tries the demo.

use std::{future::Future, time::Duration};

use rand::seq::{IndexedRandom, IteratorRandom};
use reqwest::{Client, RequestBuilder, StatusCode};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use tokio::time::sleep;
use uuid::Uuid;

use super::{USERNAME, people};
use crate::config::Secret;

/// Milliseconds between two claims of the buyers, and between two rounds of the seller.
const BUYERS_PAUSE: std::ops::Range<u64> = 250..900;
const SELLERS_PAUSE: std::ops::Range<u64> = 250..600;
/// The time limit of one request.
const PATIENCE: Duration = Duration::from_secs(10);
/// The seller's address, which none of the buyers has.
const SELLER: &str = "198.19.255.254";
/// The share of claimed spots from which on the seller releases some, so that the boards never fill up for good.
const FULL_ENOUGH: f64 = 0.6;
/// How many spots of one waffle per round.
const MOST_PAID: usize = 2;
const MOST_RELEASED: usize = 3;

#[derive(Deserialize)]
struct Waffle {
    id: Uuid,
    slug: String,
    status: String,
    total_spots: u32,
    available_count: u32,
}

#[derive(Deserialize)]
struct Spot {
    id: i64,
    number: i64,
    status: String,
    claimed_by_handle: Option<String>,
}

impl Waffle {
    fn free_share(&self) -> f64 {
        f64::from(self.available_count) / f64::from(self.total_spots.max(1))
    }
}

struct Site {
    client: Client,
    base: String,
}

/// Runs the crowd against a server on this machine until it is dropped. Without the password nobody marks spots paid.
pub(super) async fn gather(base: String, password: Option<Secret>) {
    // A proxy set in the environment is for other hosts.
    let client = match Client::builder().no_proxy().tls_certs_only([]).timeout(PATIENCE).build() {
        Ok(client) => client,
        Err(error) => return log::warn!("the crowd can't come: error={error}"),
    };
    let site = Site { client, base };
    futures_util::future::join(buyers(&site), seller(&site, password)).await;
}

async fn buyers(site: &Site) {
    again_and_again("a buyer", BUYERS_PAUSE, async || {
        // The more spots are free, the more buyers come.
        let waffles = site.active_waffles().await?;
        let Ok(waffle) = waffles.choose_weighted(&mut rand::rng(), Waffle::free_share) else { return Ok(()) };
        if rand::random_ratio(2, 5) {
            let claim = json!({"waffle_id": waffle.id, "count": rand::random_range(1..=3)});
            return site.claim("/api/claims/random", claim).await;
        }
        let spots: Vec<Spot> = site.read(&format!("/api/waffles/{}/spots", waffle.slug)).await?;
        let claim = json!({"waffle_id": waffle.id, "spots": some_free(&spots)});
        if rand::random_ratio(1, 8) {
            // Two buyers want the same spots: one of them is told that they are taken.
            let (one, other) =
                futures_util::future::join(site.claim("/api/claims", claim.clone()), site.claim("/api/claims", claim))
                    .await;
            return one.and(other);
        }
        site.claim("/api/claims", claim).await
    })
    .await;
}

async fn seller(site: &Site, password: Option<Secret>) {
    let Some(password) = password else { return };
    let credentials = json!({"username": USERNAME, "password": password.expose()});
    let login = site.client.post(format!("{}/api/admin/login", site.base)).header("x-forwarded-for", SELLER);
    let token = match answer::<Value>(login.json(&credentials)).await {
        Ok(body) => body["token"].as_str().unwrap_or_default().to_owned(),
        Err(error) => return log::warn!("the crowd's seller can't sign in: error={error}"),
    };
    again_and_again("the seller", SELLERS_PAUSE, async || {
        let waffles = site.active_waffles().await?;
        let Some(waffle) = waffles.choose(&mut rand::rng()) else { return Ok(()) };
        let spots: Vec<Spot> = site.read(&format!("/api/waffles/{}/spots", waffle.slug)).await?;
        let crowds = || spots.iter().filter(|spot| spot.claimed_by_handle.as_deref().is_some_and(people::is_of_crowd));
        let pending = crowds().filter(|spot| spot.status == "pending");
        for spot in pending.sample(&mut rand::rng(), MOST_PAID) {
            site.manage(&token, &format!("/api/admin/spots/{}/pay", spot.id)).await?;
        }
        let released = if waffle.free_share() < 1.0 - FULL_ENOUGH { MOST_RELEASED } else { 0 };
        for spot in crowds().sample(&mut rand::rng(), released) {
            site.manage(&token, &format!("/api/admin/spots/{}/release", spot.id)).await?;
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
            log::debug!("{who} goes away: error={error}");
        }
    }
}

/// Picks one to four free spots, adjacent or at random.
fn some_free(spots: &[Spot]) -> Vec<i64> {
    let free: Vec<i64> = spots.iter().filter(|spot| spot.status == "available").map(|spot| spot.number).collect();
    let count = rand::random_range(1..=4).min(free.len());
    if rand::random() {
        return free.sample(&mut rand::rng(), count).copied().collect();
    }
    let first = rand::random_range(0..=free.len() - count);
    free.iter().skip(first).take(count).copied().collect()
}

impl Site {
    async fn active_waffles(&self) -> reqwest::Result<Vec<Waffle>> {
        let all: Vec<Waffle> = self.read("/api/waffles").await?;
        Ok(all.into_iter().filter(|waffle| waffle.status == "active").collect())
    }

    async fn read<T: DeserializeOwned>(&self, path: &str) -> reqwest::Result<T> {
        answer(self.client.get(format!("{}{path}", self.base))).await
    }

    /// Claims for one of the crowd. Taken spots are not an error.
    async fn claim(&self, path: &str, mut claim: Value) -> reqwest::Result<()> {
        let buyer = rand::random_range(0..people::CROWD);
        claim["social_handle"] = people::of_crowd(buyer).into();
        let request = self
            .client
            .post(format!("{}{path}", self.base))
            .header("x-forwarded-for", people::address(buyer).to_string())
            .header("idempotency-key", Uuid::new_v4().to_string())
            .json(&claim);
        expect_done(request).await
    }

    /// Does something as the seller. It is not an error if a visitor did it first.
    async fn manage(&self, token: &str, path: &str) -> reqwest::Result<()> {
        let request = self.client.post(format!("{}{path}", self.base)).header("x-forwarded-for", SELLER);
        expect_done(request.bearer_auth(token)).await
    }
}

async fn answer<T: DeserializeOwned>(request: RequestBuilder) -> reqwest::Result<T> {
    request.send().await?.error_for_status()?.json().await
}

async fn expect_done(request: RequestBuilder) -> reqwest::Result<()> {
    let response = request.send().await?;
    if response.status() != StatusCode::CONFLICT {
        response.error_for_status()?;
    }
    Ok(())
}
