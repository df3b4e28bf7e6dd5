//! Payment methods, share messages and share templates over the API.

mod payment_methods;
mod share_message;
mod share_templates;

use reqwest::Method;
use serde_json::{Value, json};
use waffle_private_postgres::TestDatabase;
use waffle_tests::app::{Answer, TestApp, answer};
use waffle_tests::sign_in::{bearer, refusal, refused, token};

/// A server with a public URL, its database, and a signed-in admin.
struct Shop {
    app: TestApp,
    token: String,
    database: TestDatabase,
}

impl Shop {
    async fn open() -> Self {
        Self::with(&[]).await
    }

    async fn with(settings: &[(&str, &str)]) -> Self {
        let database = TestDatabase::create().await.unwrap();
        let url = ("WAFFLE__SERVER__PUBLIC_URL", "https://waffles.example.com");
        let settings: Vec<_> = [url].into_iter().chain(settings.iter().copied()).collect();
        let app = TestApp::on(&database.url(), &settings).await;
        let token = token(&app).await;
        Self { app, token, database }
    }

    async fn call(&self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        let request = bearer(&self.app, method, path, &self.token);
        answer(match body {
            Some(body) => request.json(body),
            None => request,
        })
        .await
    }

    async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path, None).await
    }

    async fn post(&self, path: &str, body: &Value) -> Answer {
        self.call(Method::POST, path, Some(body)).await
    }

    async fn patch(&self, path: &str, body: &Value) -> Answer {
        self.call(Method::PATCH, path, Some(body)).await
    }

    async fn delete(&self, path: &str) -> Answer {
        self.call(Method::DELETE, path, None).await
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
        self.database.execute(&assertion).await.unwrap();
    }
}

/// The fields named in a validation error.
fn faults(answer: &Answer) -> Vec<String> {
    assert_eq!(refusal(answer), refused(400, "validation_failed"), "{}", answer.text());
    let fields = answer.json()["fields"].as_array().unwrap().clone();
    fields.iter().map(|fault| fault["field"].as_str().unwrap().to_owned()).collect()
}
