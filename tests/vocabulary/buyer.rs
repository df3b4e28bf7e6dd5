//! What buyers do: look at a board and claim spots.

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::app::{Answer, TestApp, answer};
use crate::seller::Waffle;

impl TestApp {
    /// Claims spots by their numbers.
    pub async fn claim(&self, waffle: &Waffle, spots: &[i64], handle: &str) -> Answer {
        answer(self.claiming(&json!({"waffle_id": waffle.id, "spots": spots, "social_handle": handle}))).await
    }

    /// Claims random spots.
    pub async fn claim_random(&self, waffle: &Waffle, count: i64, handle: &str) -> Answer {
        answer(self.claiming_random(&json!({"waffle_id": waffle.id, "count": count, "social_handle": handle}))).await
    }

    /// Builds a claim for the test to complete and send.
    pub fn claiming(&self, body: &Value) -> RequestBuilder {
        self.request(Method::POST, "/api/claims").json(body)
    }

    /// Builds a random claim for the test to complete and send.
    pub fn claiming_random(&self, body: &Value) -> RequestBuilder {
        self.request(Method::POST, "/api/claims/random").json(body)
    }

    /// The waffle's spots, as the public sees them.
    pub async fn spots(&self, waffle: &Waffle) -> Vec<Value> {
        let answer = self.get(&waffle.api("/spots")).await.ok().json();
        answer.as_array().unwrap().clone()
    }

    /// How many spots of the waffle are not available.
    pub async fn claimed_count(&self, waffle: &Waffle) -> u64 {
        self.get(&waffle.api("")).await.json()["claimed_count"].as_u64().unwrap()
    }
}
