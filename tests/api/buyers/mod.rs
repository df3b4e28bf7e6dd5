//! `/api/buyers/:handle/…`

mod card;
mod history;
mod long_history;
mod stats;

use reqwest::Method;
use serde_json::{Value, json};
use waffle_tests::{Seller, TestApp, Waffle, answer, refusal, refused};

/// A server where a seller creates waffles and buyers claim spots.
struct Evening {
    app: TestApp,
    seller: Seller,
}

impl Evening {
    async fn begin() -> Self {
        let (app, seller) = TestApp::with_seller().await;
        Self { app, seller }
    }

    /// Begins with one waffle of one item.
    async fn with_sale(title: &str) -> (Self, Waffle) {
        let evening = Self::begin().await;
        let sale = evening.sale(title, 1).await;
        (evening, sale)
    }

    /// Creates a waffle with ten spots at $25.00, a minute after the last one.
    async fn sale(&self, title: &str, items: u32) -> Waffle {
        self.app.clock.advance(std::time::Duration::from_mins(1));
        self.app.waffle_of(&json!({"title": title, "total_spots": 10, "item_count": items}), &[]).await
    }

    async fn pay(&self, sale: &Waffle, numbers: &[usize]) {
        for number in numbers {
            self.app.pays(sale, *number).await;
        }
    }

    /// Posts an action such as `archive` or `clear-winner`.
    async fn act(&self, sale: &Waffle, action: &str) {
        self.seller.post(&sale.admin_api(&format!("/{action}")), &json!({})).await.ok();
    }

    /// Draws winners; the action is `winner` or `change-winner`.
    async fn draw(&self, sale: &Waffle, action: &str, numbers: &[i32]) {
        self.seller.post(&sale.admin_api(&format!("/{action}")), &json!({"winning_spot_numbers": numbers})).await.ok();
    }

    async fn stats(&self, handle: &str) -> Value {
        self.read(handle, "stats").await
    }

    async fn read(&self, handle: &str, what: &str) -> Value {
        self.app.get(&format!("/api/buyers/{handle}/{what}")).await.ok().json()
    }
}

#[tokio::test]
async fn a_handle_is_found_however_it_is_written() {
    let (evening, sale) = Evening::with_sale("Box").await;
    evening.app.claims(&sale, &[1], "Anna_1").await;
    for written in ["anna_1", "@Anna_1", "%40ANNA_1", "%20@@anna_1%20", "anna%5F1", "anna_1/"] {
        let handle = written.trim_end_matches('/');
        let stats = evening.stats(handle).await;
        assert_eq!(stats["social_handle"], "anna_1", "{written}");
        assert_eq!(stats["total_spots_claimed"], 1, "{written}");
    }
    assert_eq!(evening.stats("annax1").await["total_spots_claimed"], 0, "an underscore is no pattern");
}

#[tokio::test]
async fn what_is_no_handle_is_refused() {
    let app = TestApp::shared().await;
    let long = "a".repeat(65);
    for handle in ["an%20na", "%40", "%20", "ann%C3%A9", "anna%25", "a%2Fb", "%3Cscript%3E", &long] {
        for what in ["stats", "history", "card"] {
            let answer = app.get(&format!("/api/buyers/{handle}/{what}")).await;
            assert_eq!(answer.status, 400, "{handle}/{what}: {}", answer.text());
            assert_eq!(answer.json()["code"], "validation_failed", "{handle}/{what}");
            assert_eq!(answer.json()["fields"][0]["field"], "social_handle", "{handle}/{what}");
        }
    }
    for what in ["stats", "history", "card"] {
        let no_text = app.get(&format!("/api/buyers/%FF/{what}")).await;
        assert_eq!(refusal(&no_text), refused(400, "validation_failed"), "{what}");
        let posted = answer(app.request(Method::POST, &format!("/api/buyers/anna/{what}"))).await;
        assert_eq!(refusal(&posted), refused(405, "method_not_allowed"), "{what}");
    }
    assert_eq!(refusal(&app.get("/api/buyers/anna").await), refused(404, "not_found"));
}

#[tokio::test]
async fn reads_are_public_and_sent_again_only_when_they_changed() {
    let (evening, sale) = Evening::with_sale("Box").await;
    for what in ["stats", "history", "card"] {
        let path = format!("/api/buyers/anna/{what}");
        let first = evening.app.get(&path).await;
        assert_eq!(first.header("access-control-allow-origin"), "*", "{what}");
        assert_eq!(first.header("cache-control"), "no-cache", "{what}");
        assert_eq!(first.header("content-type"), "application/json", "{what}");
        let known = || evening.app.request(Method::GET, &path).header("if-none-match", first.header("etag"));
        assert_eq!(answer(known()).await.status, 304, "{what}");
        evening.app.claims(&sale, &[what.len().try_into().unwrap()], "anna").await;
        assert_eq!(answer(known()).await.status, 200, "{what}");
        let head = answer(evening.app.request(Method::HEAD, &path)).await;
        assert_eq!((head.status.as_u16(), head.body.len()), (200, 0), "{what}");
    }
}
