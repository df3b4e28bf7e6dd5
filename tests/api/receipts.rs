//! `/api/receipts/:token`

mod beset;
mod giving_back;
mod not_in_draw;
mod paid;
mod reading;

use reqwest::Method;
use serde_json::{Value, json};
use waffle_tests::{Answer, TestApp, Waffle, answer};

/// What the test's buyer has: the token of a receipt.
struct Receipt(String);

impl Receipt {
    /// Claims spots for a handle, and keeps the receipt.
    async fn of(app: &TestApp, waffle: &Waffle, spots: &[i64], handle: &str) -> Self {
        let claim = json!({"waffle_id": waffle.id, "spots": spots, "social_handle": handle});
        let claimed = answer(app.claiming(&claim)).await.ok();
        Self(claimed.header("x-claim-receipt").to_owned())
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/receipts/{}{rest}", self.0)
    }

    async fn read(&self, app: &TestApp) -> Value {
        app.get(&self.path("")).await.ok().json()
    }

    async fn post(&self, app: &TestApp, rest: &str, body: &Value) -> Answer {
        answer(app.request(Method::POST, &self.path(rest)).json(body)).await
    }

    /// Says that the claim is paid, or takes that back.
    async fn says_paid(&self, app: &TestApp, note: Option<&str>) -> Value {
        self.post(app, "/paid", &json!({"note": note})).await.ok().json()
    }

    async fn give_back(&self, app: &TestApp, spots: &[i64]) -> Answer {
        self.post(app, "/give-back", &json!({"spots": spots})).await
    }
}

/// The numbers, statuses and owners of a receipt's spots, as `3 pending yours`.
fn spots(receipt: &Value) -> Vec<String> {
    let word = |spot: &Value| {
        let yours = if spot["yours"] == true { " yours" } else { "" };
        format!("{} {}{yours}", spot["number"], spot["status"].as_str().unwrap())
    };
    receipt["spots"].as_array().unwrap().iter().map(word).collect()
}
