//! How the crowd reaches the service: over HTTP, each buyer from a separate address.

use std::time::Duration;

use reqwest::{Client, RequestBuilder, StatusCode};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use uuid::Uuid;
use waffle_beacon::http_client::client_builder;
use waffle_service::config::Secret;

use super::super::{USERNAME, people};

/// The time limit of one request.
const PATIENCE: Duration = Duration::from_secs(10);
/// The seller's address, which none of the buyers has.
const SELLER: &str = "198.19.255.254";

#[derive(Deserialize)]
pub(super) struct Waffle {
    pub(super) id: Uuid,
    pub(super) slug: String,
    status: String,
    total_spots: u32,
    available_count: u32,
}

#[derive(Deserialize)]
pub(super) struct Spot {
    pub(super) id: i64,
    pub(super) number: i64,
    pub(super) status: String,
    claimed_by_handle: Option<String>,
}

impl Waffle {
    pub(super) fn free_share(&self) -> f64 {
        f64::from(self.available_count) / f64::from(self.total_spots.max(1))
    }
}

impl Spot {
    pub(super) fn is_of_crowd(&self) -> bool {
        self.claimed_by_handle.as_deref().is_some_and(people::is_of_crowd)
    }
}

/// A buyer at the seller's money desk.
#[derive(Deserialize)]
pub(super) struct Debtor {
    pub(super) social_handle: String,
    pub(super) pending_count: u32,
    pub(super) says_paid_at: Option<String>,
}

#[derive(Deserialize)]
struct Desk {
    entries: Vec<Debtor>,
}

/// The spots that a buyer was granted.
pub(super) struct Bought {
    pub(super) buyer: usize,
    /// The token of the receipt.
    pub(super) token: String,
    pub(super) numbers: Vec<i64>,
}

pub(super) struct Site {
    client: Client,
    base: String,
}

impl Site {
    pub(super) fn new(base: String) -> reqwest::Result<Self> {
        // A proxy set in the environment is for other hosts.
        let client = client_builder().no_proxy().tls_certs_only([]).timeout(PATIENCE).build()?;
        Ok(Self { client, base })
    }

    pub(super) async fn active_waffles(&self) -> reqwest::Result<Vec<Waffle>> {
        let all: Vec<Waffle> = self.read("/api/waffles").await?;
        Ok(all.into_iter().filter(|waffle| waffle.status == "active").collect())
    }

    pub(super) async fn spots(&self, waffle: &Waffle) -> reqwest::Result<Vec<Spot>> {
        self.read(&format!("/api/waffles/{}/spots", waffle.slug)).await
    }

    async fn read<T: DeserializeOwned>(&self, path: &str) -> reqwest::Result<T> {
        answer(self.client.get(format!("{}{path}", self.base))).await
    }

    fn post(&self, path: &str, address: &str) -> RequestBuilder {
        self.client.post(format!("{}{path}", self.base)).header("x-forwarded-for", address)
    }

    /// Claims for one of the crowd. Taken spots are not an error.
    pub(super) async fn claim(&self, path: &str, mut claim: Value) -> reqwest::Result<Option<Bought>> {
        let buyer = rand::random_range(0..people::CROWD);
        claim["social_handle"] = people::of_crowd(buyer).into();
        let key = Uuid::new_v4().to_string();
        let request = self.post(path, &people::address(buyer).to_string()).header("idempotency-key", key).json(&claim);
        let response = request.send().await?;
        if response.status() == StatusCode::CONFLICT {
            return Ok(None);
        }
        let response = response.error_for_status()?;
        let token = response.headers().get("x-claim-receipt").and_then(|token| token.to_str().ok().map(str::to_owned));
        let granted: Value = response.json().await?;
        // The answer names the numbers only for a random claim.
        let numbers = granted["spot_numbers"]
            .as_array()
            .or_else(|| claim["spots"].as_array())
            .into_iter()
            .flatten()
            .filter_map(Value::as_i64)
            .collect();
        Ok(token.map(|token| Bought { buyer, token, numbers }))
    }

    /// Sends an action on a receipt. It is not an error if the seller was faster.
    pub(super) async fn with_receipt(&self, bought: &Bought, action: &str, body: &Value) -> reqwest::Result<()> {
        let path = format!("/api/receipts/{}/{action}", bought.token);
        expect_done(self.post(&path, &people::address(bought.buyer).to_string()).json(body)).await
    }

    /// Signs the seller in, and returns the token.
    pub(super) async fn sign_in(&self, password: &Secret) -> reqwest::Result<String> {
        let credentials = json!({"username": USERNAME, "password": password.expose()});
        let body: Value = answer(self.post("/api/admin/login", SELLER).json(&credentials)).await?;
        Ok(body["token"].as_str().unwrap_or_default().to_owned())
    }

    /// Reads the buyers at the money desk.
    pub(super) async fn debtors(&self, token: &str, waffle: &Waffle) -> reqwest::Result<Vec<Debtor>> {
        let path = format!("{}/api/admin/waffles/{}/buyers", self.base, waffle.id);
        let desk: Desk = answer(self.client.get(path).header("x-forwarded-for", SELLER).bearer_auth(token)).await?;
        Ok(desk.entries)
    }

    /// Sends an action as the seller. It is not an error if a visitor did it first.
    pub(super) async fn manage(&self, token: &str, path: &str) -> reqwest::Result<()> {
        expect_done(self.post(path, SELLER).bearer_auth(token)).await
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
