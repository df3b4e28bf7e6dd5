//! A server with a waffle on sale.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{TestApp, answer};

pub(crate) const PASSWORD: &str = "cherry-iron-42";

/// A waffle on sale.
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
        self.waffle_of(&json!({"title": title, "total_spots": spots}), &[]).await
    }

    /// Creates a waffle from a draft, with payment methods: type, name and handle.
    pub(crate) async fn waffle_of(&self, draft: &Value, wallets: &[(&str, &str, &str)]) -> Waffle {
        let mut methods = Vec::new();
        for (kind, display_name, handle_or_url) in wallets {
            let method = json!({"type": kind, "display_name": display_name, "handle_or_url": handle_or_url});
            methods.push(self.as_admin("/api/admin/payment-methods", &method).await["id"].clone());
        }
        let mut waffle = json!({"total_spots": 12, "spot_price": 2_500, "payment_methods": methods});
        for (field, value) in draft.as_object().expect("fields") {
            waffle[field] = value.clone();
        }
        let created = self.as_admin("/api/admin/waffles", &waffle).await;
        let text = |field: &str| created[field].as_str().expect("a waffle").to_owned();
        Waffle { id: text("id"), slug: text("slug") }
    }

    /// Claims spots and marks them paid, outside the browser. Returns the path of the receipt.
    pub(crate) async fn sells(&self, waffle: &Waffle, spots: &[u32], handle: &str) -> String {
        let receipt = self.claims(waffle, spots, handle).await;
        let ids = self.spots(waffle, spots).await;
        self.as_admin(&format!("/api/admin/waffles/{}/spots/pay", waffle.id), &json!({"spot_ids": ids})).await;
        receipt
    }

    /// Draws winners, outside the browser.
    pub(crate) async fn draws(&self, waffle: &Waffle, numbers: &[u32]) {
        let path = format!("/api/admin/waffles/{}/winner", waffle.id);
        self.as_admin(&path, &json!({"winning_spot_numbers": numbers})).await;
    }

    /// Archives a waffle, outside the browser.
    pub(crate) async fn archives(&self, waffle: &Waffle) {
        self.as_admin(&format!("/api/admin/waffles/{}/archive", waffle.id), &json!({})).await;
    }

    /// Claims spots, outside the browser. Returns the path of the receipt.
    pub(crate) async fn claims(&self, waffle: &Waffle, spots: &[u32], handle: &str) -> String {
        let claim = json!({"waffle_id": waffle.id, "spots": spots, "social_handle": handle});
        let answer = answer(self.request(Method::POST, "/api/claims").json(&claim)).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        format!("/claim/{}", answer.header("x-claim-receipt"))
    }

    /// Says that the buyer with this receipt has paid, outside the browser.
    pub(crate) async fn says_paid(&self, receipt: &str, note: &str) {
        let path = format!("/api/receipts/{}/paid", receipt.trim_start_matches("/claim/"));
        let answer = answer(self.request(Method::POST, &path).json(&json!({"note": note}))).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
    }

    /// Edits a waffle, outside the browser.
    pub(crate) async fn edits(&self, waffle: &Waffle, edit: &Value) {
        let request = self.request(Method::PATCH, &format!("/api/admin/waffles/{}", waffle.id));
        let answer = answer(request.header("authorization", self.token().await).json(edit)).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
    }

    /// Marks a spot paid, outside the browser.
    pub(crate) async fn pays(&self, waffle: &Waffle, number: u32) {
        let spot = self.spot(waffle, number).await;
        self.as_admin(&format!("/api/admin/spots/{spot}/pay"), &json!({})).await;
    }

    /// Releases a spot, outside the browser.
    pub(crate) async fn releases(&self, waffle: &Waffle, number: u32) {
        let spot = self.spot(waffle, number).await;
        self.as_admin(&format!("/api/admin/spots/{spot}/release"), &json!({})).await;
    }

    /// The ids of the first share template and of the first payment method.
    pub(crate) async fn first_template_and_method(&self) -> [String; 2] {
        let token = self.token().await;
        let first = async |path: &str, list: &str| {
            let answer = answer(self.request(Method::GET, path).header("authorization", &token)).await.json();
            let id = answer.pointer(list).and_then(|first| first["id"].as_str());
            id.expect("something in the list").to_owned()
        };
        [first("/api/admin/share-templates/", "/templates/0").await, first("/api/admin/payment-methods/", "/0").await]
    }

    /// The ids of spots.
    pub(crate) async fn spots(&self, waffle: &Waffle, numbers: &[u32]) -> Vec<i64> {
        let spots = self.get(&format!("/api/waffles/{}/spots", waffle.slug)).await.json();
        let id = |number: &u32| {
            let spot = usize::try_from(*number - 1).ok().and_then(|place| spots.get(place));
            spot.and_then(|spot| spot["id"].as_i64()).expect("the spot")
        };
        numbers.iter().map(id).collect()
    }

    async fn spot(&self, waffle: &Waffle, number: u32) -> i64 {
        self.spots(waffle, &[number]).await[0]
    }

    /// Deletes a waffle for good, outside the browser.
    pub(crate) async fn deletes(&self, waffle: &Waffle) {
        let token = self.token().await;
        let request = self.request(Method::DELETE, &format!("/api/admin/waffles/{}", waffle.id));
        let sure = json!({"confirmation": "DELETE", "password": PASSWORD});
        let deleted = answer(request.header("authorization", token).json(&sure)).await;
        assert!(deleted.status.is_success(), "{}", deleted.text());
    }

    /// Posts to the API as the first account.
    pub(crate) async fn as_admin(&self, path: &str, body: &Value) -> Value {
        let token = self.token().await;
        let answer = answer(self.request(Method::POST, path).header("authorization", token).json(body)).await;
        assert!(answer.status.is_success(), "{}", answer.text());
        answer.json()
    }

    /// Reads from the API as the first account.
    pub(crate) async fn read_as_admin(&self, path: &str) -> Value {
        let token = self.token().await;
        answer(self.request(Method::GET, path).header("authorization", token)).await.json()
    }

    async fn token(&self) -> String {
        let login = json!({"username": "admin", "password": PASSWORD});
        let token = answer(self.request(Method::POST, "/api/admin/login").json(&login)).await.json()["token"].clone();
        format!("Bearer {}", token.as_str().expect("a token"))
    }
}
