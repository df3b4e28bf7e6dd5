//! Payment methods, share messages and share templates over the API.

mod payment_methods;
mod share_message;
mod share_templates;

use std::ops::Deref;

use reqwest::Method;
use serde_json::{Value, json};

use waffle_tests::{Answer, Seller, TestApp, answer, bearer};

/// A server with a public URL, and a signed-in admin.
struct Shop {
    app: TestApp,
    seller: Seller,
}

impl Deref for Shop {
    type Target = Seller;

    fn deref(&self) -> &Seller {
        &self.seller
    }
}

impl Shop {
    async fn open() -> Self {
        Self::with(&[]).await
    }

    /// Opens with a waffle.
    async fn with_waffle(title: &str) -> (Self, Value) {
        let shop = Self::open().await;
        let waffle = shop.waffle(title, &[]).await;
        (shop, waffle)
    }

    async fn with(settings: &[(&str, &str)]) -> Self {
        let url = ("WAFFLE__SERVER__PUBLIC_URL", "https://waffles.example.com");
        let settings: Vec<_> = [url].into_iter().chain(settings.iter().copied()).collect();
        let app = TestApp::with(&settings).await;
        let seller = app.seller().await;
        Self { app, seller }
    }

    /// Sends a request without a body.
    async fn bare(&self, method: Method, path: &str) -> Answer {
        answer(bearer(&self.app, method, path, &self.token)).await
    }

    /// Creates a waffle of 100 spots at $25.00 and returns its detail.
    async fn waffle(&self, title: &str, payment_methods: &[&str]) -> Value {
        let body = json!({"title": title, "total_spots": 100, "spot_price": 2_500, "payment_methods": payment_methods});
        self.post("/api/admin/waffles", &body).await.ok().json()
    }
}
