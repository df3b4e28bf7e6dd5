//! A server with a waffle on sale.

use std::sync::Arc;

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{TestApp, answer};
use crate::pages::Visitor;
use crate::seller::{Seller, Waffle};
use crate::sign_in::{PASSWORD, bearer};

impl TestApp {
    /// A server for one test, and its first account, signed in to the API.
    pub async fn with_seller() -> (Self, Seller) {
        let app = Self::start().await;
        let seller = app.seller().await;
        (app, seller)
    }

    /// A server for one test, and the token of its first account.
    pub async fn with_token() -> (Self, String) {
        let (app, seller) = Self::with_seller().await;
        (app, seller.token)
    }

    /// A server for one test, its first account, and a waffle of theirs.
    pub async fn selling(title: &str, spots: usize) -> (Self, Seller, Waffle) {
        let (app, seller) = Self::with_seller().await;
        let waffle = seller.waffle(title, spots).await;
        (app, seller, waffle)
    }

    /// A server for one test, and another account, signed in to the API.
    pub async fn with_seller_as(username: &str, role: &str) -> (Self, Seller) {
        let app = Self::start().await;
        let seller = app.seller_as(username, role).await;
        (app, seller)
    }

    /// The same, with a waffle of that seller.
    pub async fn selling_by((username, role): (&str, &str), title: &str, spots: usize) -> (Self, Seller, Waffle) {
        let (app, seller) = Self::with_seller_as(username, role).await;
        let waffle = seller.waffle(title, spots).await;
        (app, seller, waffle)
    }

    /// The shared server, its first account, signed in to the API, and a new waffle.
    pub async fn shared_selling(title: &str, spots: usize) -> (Arc<Self>, Seller, Waffle) {
        let app = Self::shared().await;
        let seller = app.seller().await;
        let waffle = seller.waffle(title, spots).await;
        (app, seller, waffle)
    }

    /// A server for one test, and a browser that is signed in as its first account.
    pub async fn with_browser() -> (Self, Visitor) {
        let app = Self::start().await;
        let seller = app.signed_in().await;
        (app, seller)
    }

    /// The same with another account.
    pub async fn with_browser_as(username: &str, role: &str) -> (Self, Visitor) {
        let app = Self::start().await;
        let seller = Visitor::of_role(&app, username, role).await;
        (app, seller)
    }

    /// A server for one test, a browser that is signed in as its first account, and a waffle of theirs.
    pub async fn browsing(title: &str, spots: u32) -> (Self, Visitor, Waffle) {
        let (app, seller) = Self::with_browser().await;
        let waffle = seller.create(title, spots).await;
        (app, seller, waffle)
    }

    /// Creates a waffle at $25.00 a spot.
    pub async fn waffle(&self, title: &str, spots: u32) -> Waffle {
        self.waffle_of(&json!({"title": title, "total_spots": spots}), &[]).await
    }

    /// Creates a waffle from a draft, with payment methods: type, name and handle.
    pub async fn waffle_of(&self, draft: &Value, wallets: &[(&str, &str, &str)]) -> Waffle {
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
        Waffle::read(self, text("id"), text("slug")).await
    }

    /// Claims spots and marks them paid, outside the browser. Returns the path of the receipt.
    pub async fn sells(&self, waffle: &Waffle, spots: &[u32], handle: &str) -> String {
        let receipt = self.claims(waffle, spots, handle).await;
        self.as_admin(&waffle.admin_api("/spots/pay"), &json!({"spot_ids": waffle.spots(spots)})).await;
        receipt
    }

    /// Draws winners, outside the browser.
    pub async fn draws(&self, waffle: &Waffle, numbers: &[u32]) {
        let path = format!("/api/admin/waffles/{}/winner", waffle.id);
        self.as_admin(&path, &json!({"winning_spot_numbers": numbers})).await;
    }

    /// Archives a waffle, outside the browser.
    pub async fn archives(&self, waffle: &Waffle) {
        self.as_admin(&format!("/api/admin/waffles/{}/archive", waffle.id), &json!({})).await;
    }

    /// Claims spots, outside the browser. Returns the path of the receipt.
    pub async fn claims(&self, waffle: &Waffle, spots: &[u32], handle: &str) -> String {
        let claim = json!({"waffle_id": waffle.id, "spots": spots, "social_handle": handle});
        let answer = answer(self.request(Method::POST, "/api/claims").json(&claim)).await.ok();
        format!("/claim/{}", answer.header("x-claim-receipt"))
    }

    /// Says that the buyer with this receipt has paid, outside the browser.
    pub async fn says_paid(&self, receipt: &str, note: &str) {
        let path = format!("/api/receipts/{}/paid", receipt.trim_start_matches("/claim/"));
        answer(self.request(Method::POST, &path).json(&json!({"note": note}))).await.ok();
    }

    /// Edits a waffle, outside the browser.
    pub async fn edits(&self, waffle: &Waffle, edit: &Value) {
        self.seller().await.patch(&waffle.admin_api(""), edit).await.ok();
    }

    /// Marks a spot paid, outside the browser.
    pub async fn pays(&self, waffle: &Waffle, number: usize) {
        self.seller().await.pay(waffle.spot(number)).await.ok();
    }

    /// Releases a spot, outside the browser.
    pub async fn releases(&self, waffle: &Waffle, number: usize) {
        self.seller().await.release(waffle.spot(number)).await.ok();
    }

    /// The ids of the first share template and of the first payment method.
    pub async fn first_template_and_method(&self) -> [String; 2] {
        let seller = self.seller().await;
        let first = async |path: &str, list: &str| {
            let answer = seller.get(path).await.json();
            let id = answer.pointer(list).and_then(|first| first["id"].as_str());
            id.expect("something in the list").to_owned()
        };
        [first("/api/admin/share-templates/", "/templates/0").await, first("/api/admin/payment-methods/", "/0").await]
    }

    /// Deletes a waffle for good, outside the browser.
    pub async fn deletes(&self, waffle: &Waffle) {
        let sure = json!({"confirmation": "DELETE", "password": PASSWORD});
        let request = bearer(self, Method::DELETE, &waffle.admin_api(""), &self.seller().await.token);
        answer(request.json(&sure)).await.ok();
    }

    /// Posts to the API as the first account.
    pub async fn as_admin(&self, path: &str, body: &Value) -> Value {
        self.seller().await.post(path, body).await.ok().json()
    }

    /// Reads from the API as the first account.
    pub async fn read_as_admin(&self, path: &str) -> Value {
        self.seller().await.get(path).await.json()
    }
}
