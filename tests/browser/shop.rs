//! A server with a waffle on sale.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{TestApp, answer};

pub(crate) const PASSWORD: &str = "waffle-iron-42";

/// A waffle on sale, and its seller's hand behind the pages.
pub(crate) struct Waffle {
    pub(crate) id: String,
    pub(crate) slug: String,
}

impl Waffle {
    pub(crate) fn page(&self) -> String {
        format!("/waffle/{}", self.slug)
    }

    pub(crate) fn manage(&self) -> String {
        format!("/admin/waffles/{}", self.id)
    }
}

impl TestApp {
    /// Creates a waffle at $25.00 a spot.
    pub(crate) async fn waffle(&self, title: &str, spots: u32) -> Waffle {
        let waffle = json!({"title": title, "total_spots": spots, "spot_price": 2_500});
        let created = self.as_admin("/api/admin/waffles", &waffle).await;
        let text = |field: &str| created[field].as_str().expect("a waffle").to_owned();
        Waffle { id: text("id"), slug: text("slug") }
    }

    /// Claims spots from somewhere else.
    pub(crate) async fn claims(&self, waffle: &Waffle, spots: &[u32], handle: &str) {
        let claim = json!({"waffle_id": waffle.id, "spots": spots, "social_handle": handle});
        let answer = answer(self.request(Method::POST, "/api/claims").json(&claim)).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
    }

    /// Marks a spot paid, somewhere else.
    pub(crate) async fn pays(&self, waffle: &Waffle, number: u32) {
        let spot = self.spot(waffle, number).await;
        self.as_admin(&format!("/api/admin/spots/{spot}/pay"), &json!({})).await;
    }

    /// Releases a spot, somewhere else.
    pub(crate) async fn releases(&self, waffle: &Waffle, number: u32) {
        let spot = self.spot(waffle, number).await;
        self.as_admin(&format!("/api/admin/spots/{spot}/release"), &json!({})).await;
    }

    async fn spot(&self, waffle: &Waffle, number: u32) -> i64 {
        let spots = self.get(&format!("/api/waffles/{}/spots", waffle.slug)).await.json();
        let spots = spots.as_array().expect("spots").iter();
        spots.filter(|spot| spot["number"] == number).find_map(|spot| spot["id"].as_i64()).expect("the spot")
    }

    async fn as_admin(&self, path: &str, body: &Value) -> Value {
        let login = json!({"username": "admin", "password": PASSWORD});
        let token = answer(self.request(Method::POST, "/api/admin/login").json(&login)).await.json()["token"].clone();
        let bearer = format!("Bearer {}", token.as_str().expect("a token"));
        let answer = answer(self.request(Method::POST, path).header("authorization", bearer).json(body)).await;
        assert!(answer.status.is_success(), "{}", answer.text());
        answer.json()
    }
}
