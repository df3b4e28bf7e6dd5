//! Payment methods, share messages and share templates over the API.

mod payment_methods;
mod share_message;
mod share_templates;

use std::ops::Deref;

use reqwest::Method;
use serde_json::{Value, json};

use waffle_tests::{Answer, Seller, TestApp, answer, bearer, refusal, refused};

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

    async fn remove(&self, path: &str) -> Answer {
        self.bare(Method::DELETE, path).await
    }

    /// Creates a waffle of 100 spots at $25.00 and returns its detail.
    async fn waffle(&self, title: &str, payment_methods: &[&str]) -> Value {
        let body = json!({"title": title, "total_spots": 100, "spot_price": 2_500, "payment_methods": payment_methods});
        let created = self.post("/api/admin/waffles", &body).await;
        assert_eq!(created.status, 201, "{}", created.text());
        created.json()
    }

    /// Asserts the audit's actions with their entity types, in order; skips the creation of waffles.
    async fn assert_audited(&self, records: &[&str]) {
        let expected = records.join(" ");
        let told = "SELECT coalesce(string_agg(action || '/' || entity_type, ' ' ORDER BY seq), '')
                    FROM audit_trail WHERE action <> 'create_waffle'";
        let assertion = format!("DO $$ DECLARE told text := ({told}); BEGIN ASSERT told = '{expected}', told; END $$");
        self.app.sql(&assertion).await;
    }
}

/// The fields named in a validation error.
fn faults(answer: &Answer) -> Vec<String> {
    assert_eq!(refusal(answer), refused(400, "validation_failed"), "{}", answer.text());
    let fields = answer.json()["fields"].as_array().unwrap().clone();
    fields.iter().map(|fault| fault["field"].as_str().unwrap().to_owned()).collect()
}
